// Turns names from the service into safe local file names: the service must not decide where files
// are written.

/** Most file systems allow 255 bytes; the rest is for the suffix of a partial download. */
const MAX_BYTES = 200
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** A name without path separators, control characters, leading dots or reserved words. */
export function safeName(name: string): string {
  // Direction characters could make an .exe look like a .mov.
  const visible = name
    .normalize('NFC')
    .replace(
      /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff/\\:*?"<>|]/g,
      '_',
    )
  const trimmed = visible.replace(/^[\s.~-]+/, '_').replace(/(?<![\s.])[\s.]+$/, '')
  return shorten(RESERVED.test(trimmed) ? `_${trimmed}` : trimmed || '_')
}

/** Keeps the extension. */
function shorten(name: string): string {
  const [extension] = /\.[\w]{1,10}$/.exec(name) ?? ['']
  let stem = name.slice(0, name.length - extension.length)
  while (Buffer.byteLength(stem + extension) > MAX_BYTES) stem = [...stem].slice(0, -1).join('')
  return stem + extension
}

/**
 * A local name for each file id. Names that would collide, also on systems that ignore case, get
 * the id appended.
 */
export function uniqueFileNames(
  files: readonly { id: string; name: string }[],
): Map<string, string> {
  const byName = Map.groupBy(files, ({ name }) => safeName(name).toLowerCase())
  return new Map(
    files.map(({ id, name }) => {
      const safe = safeName(name)
      const isUnique = byName.get(safe.toLowerCase())!.length === 1
      return [
        id,
        isUnique ? safe : safe.replace(/(\.\w{1,10})?$/, (extension) => ` ${id}${extension}`),
      ]
    }),
  )
}
