// Reads the content of an element that has only text and line breaks, like most paragraphs, without
// a token for each part.
import { expandReferences, type ReferenceRepair } from './characters.ts'

/** The local names of the elements: the paragraph and the empty element between its rows. */
export type PlainNames = { element: string; break: string }
/** The texts before, between and after the breaks. */
type PlainContent = { rows: string[]; next: number }

export const isNamed = (written: string, local: string): boolean =>
  written === local || (written.endsWith(local) && written.at(-local.length - 1) === ':')

/** Undefined if there is anything else, or anything wrong. */
export function readPlainContent(
  source: string,
  from: number,
  { name, names, repair }: { name: string; names: PlainNames; repair: ReferenceRepair | undefined },
): PlainContent | undefined {
  const prefix = name.slice(0, name.length - names.element.length)
  const lineBreak = `<${prefix}${names.break}`
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
        ? { rows, next: end + name.length + 3 }
        : undefined
    if (!source.startsWith(lineBreak, end)) return undefined
    const closes = end + lineBreak.length
    if (source.startsWith('/>', closes)) at = closes + 2
    else if (source.startsWith(' />', closes)) at = closes + 3
    else return undefined
  }
}

const SLASH = 0x2f
