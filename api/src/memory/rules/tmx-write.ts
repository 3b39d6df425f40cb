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

/**
 * `approved` in whole seconds. Neighbours are told as their keys, under the names memoQ gives them.
 */
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
  return `<tu tuid="${id}" srclang="${from}" creationdate="${date}">${prop('x-context-pre', before)}${prop('x-context-post', after)}${variant(from, source)}${variant(tagFromLanguage(language), target)}</tu>\n`
}

const prop = (type: string, text: string) => text && `<prop type="${type}">${escaped(text)}</prop>`
const variant = (tag: string, fragment: string) =>
  `<tuv xml:lang="${tag}"><seg>${segment(fragment)}</seg></tuv>`

const TYPES: Record<TextStyle, string> = { b: 'bold', i: 'italic', u: 'ulined' }
const BREAK = '<ph type="lb">&lt;br/&gt;</ph>'

/** Each change of style as a pair of codes with a number of its own; each break as a code. */
function segment(fragment: string): string {
  const read = readMarkup(fragment)
  const rows: TextRow[] = read.ok ? read.rows : [[{ text: fragment, styles: [] }]]
  const open = new Map<TextStyle, number>()
  let number = 0
  const shift = (styles: readonly TextStyle[]) => {
    const closed = [...open]
      .filter(([style]) => !styles.includes(style))
      .toReversed()
      .map(([style, code]) => (open.delete(style), `<ept i="${code}">&lt;/${style}&gt;</ept>`))
    const opened = styles
      .filter((style) => !open.has(style))
      .map(
        (style) => (
          open.set(style, ++number),
          `<bpt i="${number}" type="${TYPES[style]}">&lt;${style}&gt;</bpt>`
        ),
      )
    return [...closed, ...opened].join('')
  }
  return (
    rows
      .map((row) => row.map(({ text, styles }) => shift(styles) + escaped(text)).join(''))
      .join(BREAK) + shift([])
  )
}

/** Two characters that may stand in a line cannot stand in XML. */
const escaped = (text: string) => escapeXml(text.replace(/[\ufffe\uffff]/g, ''))
