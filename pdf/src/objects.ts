// The numbered objects of a PDF file and its cross-reference table.

export type PdfObjects = ReturnType<typeof createObjects>

/** References are texts such as `7 0 R`. */
export function createObjects() {
  const bodies: (Uint8Array | undefined)[] = []
  const reserve = () => `${bodies.push(undefined)} 0 R`
  const set = (reference: string, body: string | Uint8Array) => {
    bodies[Number.parseInt(reference, 10) - 1] = typeof body === 'string' ? encode(body) : body
  }
  const add = (body: string | Uint8Array): string => {
    const reference = reserve()
    set(reference, body)
    return reference
  }
  return {
    reserve,
    set,
    add,
    addStream: (entries: string, bytes: Uint8Array): string =>
      add(
        Buffer.concat([
          encode(`<< ${entries} /Length ${bytes.length} >>\nstream\n`),
          bytes,
          encode('\nendstream'),
        ]),
      ),
    write: ({ root, info }: { root: string; info: string }): Uint8Array => {
      // The second line has bytes over 127: then no program takes the file for text.
      const parts: Uint8Array[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
      let length = parts[0]!.length
      const push = (bytes: Uint8Array) => {
        parts.push(bytes)
        length += bytes.length
      }
      const offsets = bodies.map((body, index) => {
        const offset = length
        push(encode(`${index + 1} 0 obj\n`))
        push(body!)
        push(encode('\nendobj\n'))
        return offset
      })
      const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
      const size = bodies.length + 1
      const start = length
      push(
        encode(
          `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size ${size} /Root ${root} /Info ${info} >>\nstartxref\n${start}\n%%EOF\n`,
        ),
      )
      return new Uint8Array(Buffer.concat(parts))
    },
  }
}

const encode = (text: string) => Buffer.from(text, 'latin1')
