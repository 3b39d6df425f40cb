// Recognises SVG by its first bytes, as text: the bytes are not parsed before the check.

/** What can precede the root element, besides a document type. */
const SECTIONS = [
  { start: '<!--', end: '-->' },
  { start: '<?', end: '?>' },
]
const QUOTES = [
  { start: '"', end: '"' },
  { start: "'", end: "'" },
]
type Section = (typeof SECTIONS)[number]

/** True also if the root element is not in the head: it may be `svg`. */
export function mayBeSvg(head: Buffer): boolean {
  const xml = decodeXml(head).trimStart()
  if (!xml.startsWith('<')) return false
  let at = 0
  while (at < xml.length) {
    const end = endOfSection(xml, at, SECTIONS) ?? endOfDoctype(xml, at)
    if (end === undefined) return isSvgTag(xml.slice(at))
    at = end + /^\s*/.exec(xml.slice(end))![0].length
  }
  return true
}

/** The prefix of the name can be any. */
function isSvgTag(xml: string): boolean {
  const [tag, name] = /^<([^\s<>/]*)/.exec(xml) ?? ['', '']
  return tag === xml || name.slice(name.indexOf(':') + 1).toLowerCase() === 'svg'
}

/** Undefined if no section starts here, Infinity if it does not end in the head. */
function endOfSection(xml: string, at: number, sections: readonly Section[]): number | undefined {
  const section = sections.find(({ start }) => xml.startsWith(start, at))
  if (!section) return undefined
  const end = xml.indexOf(section.end, at + section.start.length)
  return end < 0 ? Infinity : end + section.end.length
}

/** Its declarations are in brackets, and their values and comments can contain `>`. */
function endOfDoctype(xml: string, from: number): number | undefined {
  if (!xml.startsWith('<!', from)) return undefined
  let depth = 0
  for (let at = from; at < xml.length;) {
    const end = endOfSection(xml, at, [...SECTIONS, ...QUOTES])
    if (end === undefined) {
      if ('<['.includes(xml[at]!)) depth++
      if ('>]'.includes(xml[at]!)) depth--
      at++
      if (depth === 0) return at
    } else at = end
  }
  return Infinity
}

function decodeXml(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return head.subarray(2).toString('utf16le')
  if (head[0] === 0xfe && head[1] === 0xff)
    return new TextDecoder('utf-16be').decode(head.subarray(2))
  return head.toString('utf8').replace(/^\uFEFF/, '')
}
