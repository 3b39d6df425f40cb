const word = (value: number) => [value & 0xff, (value >> 8) & 0xff]
const FOOTER = [0xff, 0, 0, 0x60, ...Array.from({ length: 10 }, () => 0)]

/** One block for each text, a second each. A character is a byte, and a newline starts a row. */
export function pacFile(texts: readonly string[], { row = 10, side = 2 } = {}): Uint8Array {
  const blocks = texts.flatMap((text, index) => {
    const rows = text
      .split('\n')
      .flatMap((one) => [0xfe, side, 3, ...[...one].map((letter) => letter.charCodeAt(0) & 0xff)])
    const head = [0, ...word(index + 1), 0x60]
    const times = [1000, index * 200 + 100, 1000, index * 200 + 200].flatMap(word)
    return [...head, ...times, ...word(rows.length + 1), row, ...rows]
  })
  return Uint8Array.from([1, ...Array.from({ length: 19 }, () => 0), ...blocks, ...FOOTER])
}
