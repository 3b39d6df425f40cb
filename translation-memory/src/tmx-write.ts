import { type TextRow, type TextStyle, readMarkup, tagFromLanguage } from '@reelay/subtitles'
import { escapeXml } from '@reelay/subtitles/xml'
import type { TranslationPair } from './tmx-read.ts'

export const TMX_HEADER = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4">
<header creationtool="Reelay" creationtoolversion="1" segtype="sentence" o-tmf="reelay" adminlang="en" srclang="*all*" datatype="html"/>
<body>
`
export const TMX_FOOTER = '</body>\n</tmx>\n'

/** `approved` is in seconds. The keys of the neighbours use memoQ's property names. */
export function writeTmxUnit({
  sourceLanguage,
  language,
  source,
  target,
  before,
  after,
  id,
  approved,
}: TranslationPair & { id: string; approved: number }): string {
  const date = new Date(approved * 1000).toISOString().replace(/[-:]|\.\d+/g, '')
  const from = tagFromLanguage(sourceLanguage)
  const content = [
    prop('x-context-pre', before),
    prop('x-context-post', after),
    variant(from, source),
    variant(tagFromLanguage(language), target),
  ]
  return `<tu tuid="${id}" srclang="${from}" creationdate="${date}">${content.join('')}</tu>\n`
}

const prop = (type: string, text: string) => text && `<prop type="${type}">${escaped(text)}</prop>`
const variant = (tag: string, fragment: string) =>
  `<tuv xml:lang="${tag}"><seg>${segment(fragment)}</seg></tuv>`

/** Types that TMX does not name start with x-. */
const TYPES: Record<string, string> = { b: 'bold', i: 'italic', u: 'ulined' }
const BREAK = '<ph type="lb">&lt;br/&gt;</ph>'

/** Styles become numbered pairs of codes (bpt, ept); line breaks become placeholders (ph). */
function segment(fragment: string): string {
  const read = readMarkup(fragment)
  const rows: TextRow[] = read.ok ? read.rows : [[{ text: fragment, styles: [] }]]
  const open = new Map<TextStyle, number>()
  let number = 0
  const changeStyles = (styles: readonly TextStyle[]) => {
    let codes = ''
    for (const [style, code] of [...open].toReversed()) {
      if (styles.includes(style)) continue
      open.delete(style)
      codes += `<ept i="${code}">&lt;/${escaped(style)}&gt;</ept>`
    }
    for (const style of styles) {
      if (open.has(style)) continue
      open.set(style, ++number)
      const type = TYPES[style] ?? `x-${style}`
      codes += `<bpt i="${number}" type="${escaped(type)}">&lt;${escaped(style)}&gt;</bpt>`
    }
    return codes
  }
  return (
    rows
      .map((row) => row.map(({ text, styles }) => changeStyles(styles) + escaped(text)).join(''))
      .join(BREAK) + changeStyles([])
  )
}

/** Lines may contain two characters that XML does not allow. */
const escaped = (text: string) => escapeXml(text.replace(/[\ufffe\uffff]/g, ''))
