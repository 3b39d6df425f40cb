// Names that a service gives, as names of files on this machine: nobody there decides where
// something is written here.

/** Room for what is put behind a name while its bytes come; most file systems take 255 bytes. */
const LONGEST = 200
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/**
 * One name in one folder, on any system: no way out, nothing hidden, nothing that a terminal or a
 * shell would obey.
 */
export function safeName(name: string): string {
  // Letters that turn the direction round could make an .exe look like a .mov.
  const plain = name
    .normalize('NFC')
    .replace(
      /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff/\\:*?"<>|]/g,
      '_',
    )
  const framed = plain.replace(/^[\s.~-]+/, '_').replace(/[\s.]+$/, '')
  return shortened(RESERVED.test(framed) ? `_${framed}` : framed || '_')
}

/** The ending stays: it says what the file is. */
function shortened(name: string): string {
  const [ending] = /\.[\w]{1,10}$/.exec(name) ?? ['']
  let stem = name.slice(0, name.length - ending.length)
  while (Buffer.byteLength(stem + ending) > LONGEST) stem = [...stem].slice(0, -1).join('')
  return stem + ending
}

/**
 * A name for each: those that would be the same, also where a system does not tell A from a, have
 * the id in it.
 */
export function namesFor(files: readonly { id: string; name: string }[]): Map<string, string> {
  const same = Map.groupBy(files, ({ name }) => safeName(name).toLowerCase())
  return new Map(
    files.map(({ id, name }) => {
      const safe = safeName(name)
      return [
        id,
        same.get(safe.toLowerCase())!.length > 1
          ? safe.replace(/(\.\w{1,10})?$/, (ending) => ` ${id}${ending}`)
          : safe,
      ]
    }),
  )
}
