// Text with <b>, <i> and <u> in it and nothing else that is markup, as SubRip has it and people
// type it into spreadsheets.
// Nobody wrote that grammar down. What every player takes alike is taken here: a style lasts until
// it is closed or the text ends.
import { canonicalMarkup, type TextStyle } from '../markup.ts'
import { parseOverrides } from './overrides.ts'
import { markupBuilder } from './markup-builder.ts'
import type { CuePosition } from './position.ts'

/**
 * No player shows it. It parts letters that would be taken for markup, and holds a row that would
 * be taken for the end.
 */
export const EMPTY_TAG = '<i></i>'
/** On one row. `a < b` and `<3` are letters. Braces hold what ASS has there, as {\an8}. */
const MARKUP = /<(\/?)([a-zA-Z][^\s<>/]*)([^<>\n]*)>|\{\\[^{}<>\n]*\}/g
/** Players also take \N for a new row, and \h for a space that does not break. */
export const SUBRIP_MARKUP = new RegExp(`${MARKUP.source}|\\\\[Nh]`, 'g')

export type TaggedText =
  | { ok: true; text: string; place: CuePosition }
  | { ok: false; offset: number; error: string }

export function readTaggedText(rows: string, markup = MARKUP): TaggedText {
  const page = markupBuilder()
  const turn = (style: TextStyle, on: boolean) => (on ? page.open(style) : page.close(style))
  const say = (words: string) =>
    words.split('\n').forEach((row, index) => {
      if (index > 0) page.addRow()
      page.addText(row)
    })
  let place: CuePosition | undefined
  let read = 0
  for (const { 0: token, 1: closes, 2: tag, 3: more, index } of rows.matchAll(markup)) {
    say(rows.slice(read, index))
    read = index + token.length
    const name = tag?.toLowerCase()
    if (isStyle(name) && !more!.trim()) turn(name, !closes)
    else if (name === 'br' || token === '\\N') page.addRow()
    else if (token === '\\h') page.addText('\u00a0')
    else if (name && name !== 'font')
      return {
        ok: false,
        offset: index,
        error: `${token} is none of the tags a text may hold: <b>, <i>, <u>`,
      }
    for (const override of name ? [] : parseOverrides(token)) {
      if (override.kind === 'refused')
        return { ok: false, offset: index, error: `${token} ${override.error}` }
      if (override.kind === 'place') place ??= override.place
      if (override.kind === 'style') turn(override.style, override.on ?? false)
    }
  }
  say(rows.slice(read))
  const text = page.build()
  return text.ok
    ? { ok: true, text: text.text, place: place ?? {} }
    : { ok: false, offset: 0, error: `the text ${text.error}` }
}

/** The rows of a fragment. What looks like markup and is none is parted by an empty tag. */
export const writeTaggedText = (text: string, markup = MARKUP): string[] =>
  writeStyledRows(text, (letters) =>
    letters.replace(markup, (token) => `${token[0]}${EMPTY_TAG}${token.slice(1)}`),
  )

/**
 * Rows whose tags are those of the fragment, and whose letters are spelled as the format wants it.
 */
export function writeStyledRows(text: string, spell: (letters: string) => string): string[] {
  return canonicalMarkup(text)
    .split('<br>')
    .map((row) =>
      row.replace(/<[^>]*>|[^<]+/g, (piece) =>
        piece.startsWith('<') ? piece : spell(unescapeEntities(piece)),
      ),
    )
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }
const unescapeEntities = (escaped: string) =>
  escaped.replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity]!)
const isStyle = (name: string | undefined): name is TextStyle =>
  name === 'b' || name === 'i' || name === 'u'
