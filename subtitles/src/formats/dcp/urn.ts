/** The same content gets the same UUID (version 8, from four FNV-1a hashes). */
export function contentUrn(content: string | Uint8Array): string {
  const codeAt = (at: number) =>
    typeof content === 'string' ? content.charCodeAt(at) : content[at]!
  const sum = (seed: number) => {
    let hash = (0x811c9dc5 ^ seed) >>> 0
    for (let at = 0; at < content.length; at++)
      hash = Math.imul(hash ^ codeAt(at), 0x01000193) >>> 0
    return hash.toString(16).padStart(8, '0')
  }
  const hex = [1, 2, 3, 4].map((seed) => sum(seed * 0x9e3779b1)).join('')
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
