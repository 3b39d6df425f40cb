// Reads the content of an element that has only text and line breaks, like most paragraphs, without
// a token for each part.
import { expandReferences, type ReferenceRepair } from './characters.ts'

/** How elements are read as one token, instead of one for each of their parts. */
export type PlainReader = {
  /** The local name of the elements. */
  element: string
  /** The local name of the empty elements between texts. */
  break?: string
  /** Reads other content than texts and breaks. */
  read?: (source: string, from: number, name: string) => PlainContent | undefined
}
/** `rows` are the texts before, between and after the breaks. `nodes` counts elements and texts. */
export type PlainContent = { rows: string[]; nodes: number; next: number }

export const isNamed = (written: string, local: string): boolean =>
  written === local || (written.endsWith(local) && written.at(-local.length - 1) === ':')

/** Undefined if there is anything else, or anything wrong. */
export function readPlainContent(
  source: string,
  from: number,
  {
    name,
    plain,
    repair,
  }: { name: string; plain: PlainReader; repair: ReferenceRepair | undefined },
): PlainContent | undefined {
  if (plain.read) return plain.read(source, from, name)
  const prefix = name.slice(0, name.length - plain.element.length)
  const lineBreak = `<${prefix}${plain.break}`
  const rows: string[] = []
  for (let at = from; ;) {
    const end = source.indexOf('<', at)
    if (end < 0) return undefined
    const raw = source.slice(at, end)
    if (raw.includes(']]>')) return undefined
    const expanded = expandReferences(raw, repair)
    if (!expanded.ok) return undefined
    rows.push(expanded.text)
    if (source.charCodeAt(end + 1) === SLASH)
      return source.startsWith(name, end + 2) && source[end + 2 + name.length] === '>'
        ? { rows, nodes: countNodes(rows), next: end + name.length + 3 }
        : undefined
    if (!source.startsWith(lineBreak, end)) return undefined
    const closes = end + lineBreak.length
    if (source.startsWith('/>', closes)) at = closes + 2
    else if (source.startsWith(' />', closes)) at = closes + 3
    else return undefined
  }
}

/** The element, its breaks, and its texts. */
function countNodes(rows: readonly string[]): number {
  let count = rows.length
  for (const text of rows) if (text) count++
  return count
}

const SLASH = 0x2f
