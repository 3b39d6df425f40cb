// Text with <b>, <i> and <u>, as in SubRip files and spreadsheets. There is no specification: a
// style lasts until it is closed or the text ends, as in every player.
import { canonicalMarkup, type TextStyle } from '../markup.ts'
import { parseOverrides } from './overrides.ts'
import { markupBuilder } from './markup-builder.ts'
import type { CuePosition } from './position.ts'

/**
 * Invisible in every player. It breaks up characters that look like markup, and keeps a blank row
 * from ending the cue.
 */
export const EMPTY_TAG = '<i></i>'
/**
 * Within one row. `a < b` and `<3` are literal. Braces may contain ASS overrides such as {\an8}.
 */
const MARKUP = /<(\/?)([a-zA-Z][^\s<>/]*)((?:[^\S\n]|\/)[^<>\n]*|)>|\{\\[^{}<>\n]*\}/g
/** Players also read \N as a line break and \h as a no-break space. */
export const SUBRIP_MARKUP = new RegExp(`${MARKUP.source}|\\\\[Nh]`, 'g')

export type TaggedText =
  | { ok: true; text: string; place: CuePosition; losses: string[] }
  | { ok: false; offset: number; error: string }

/** Text without any of these is plain, like most cues. */
const MAYBE_MARKUP = /[<{\\]/

export function readTaggedText(rows: string, markup = MARKUP): TaggedText {
  const builder = markupBuilder()
  const setStyle = (style: TextStyle, on: boolean) =>
    on ? builder.open(style) : builder.close(style)
  const addText = (words: string) =>
    (isDrawing ? '' : words).split('\n').forEach((row, index) => {
      if (index > 0) builder.addRow()
      builder.addText(row)
    })
  let place: CuePosition | undefined
  const losses = new Set<string>()
  let isDrawing = false
  let read = 0
  for (const { 0: token, 1: closes, 2: tag, 3: more, index } of MAYBE_MARKUP.test(rows)
    ? rows.matchAll(markup)
    : []) {
    addText(rows.slice(read, index))
    read = index + token.length
    const name = tag?.toLowerCase()
    if (isStyle(name) && !more!.trim()) setStyle(name, !closes)
    else if (name === 'br' || token === '\\N') builder.addRow()
    else if (token === '\\h') builder.addText('\u00a0')
    else if (name && !closes) losses.add(lostTag(name, token))
    for (const override of name ? [] : parseOverrides(token)) {
      if (override.kind === 'lost' || (override.kind === 'drawing' && override.on))
        losses.add(override.lost)
      if (override.kind === 'drawing') isDrawing = override.on
      if (override.kind === 'place') place ??= override.place
      if (override.kind === 'style') setStyle(override.style, override.on ?? false)
    }
  }
  addText(rows.slice(read))
  const text = builder.build()
  return text.ok
    ? { ok: true, text: text.text, place: place ?? {}, losses: [...losses] }
    : { ok: false, offset: 0, error: `the text ${text.error}` }
}

const lostTag = (name: string, token: string) =>
  name === 'font' ? 'The font and the colour of the text' : `The tag ${token.slice(0, 40)}`

/** The rows of a text. An empty tag breaks up characters that look like markup. */
export const writeTaggedText = (text: string, markup = MARKUP): string[] =>
  writeStyledRows(text, (letters) =>
    letters.replace(markup, (token) => `${token[0]}${EMPTY_TAG}${token.slice(1)}`),
  )

/** Rows with the tags of the markup; `spell` escapes the characters for the format. */
export function writeStyledRows(text: string, spell: (letters: string) => string): string[] {
  return canonicalMarkup(text)
    .split('<br>')
    .map((row) =>
      row.replace(/<[^<>]*>|[^<]+/g, (piece) =>
        piece.startsWith('<') ? piece : spell(unescapeEntities(piece)),
      ),
    )
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }
const unescapeEntities = (escaped: string) =>
  escaped.replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity]!)
const isStyle = (name: string | undefined): name is TextStyle =>
  name === 'b' || name === 'i' || name === 'u'
