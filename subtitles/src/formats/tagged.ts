// Text with <b>, <i> and <u> in it and nothing else that is markup, as SubRip has it and people
// type it into spreadsheets.
// Nobody wrote that grammar down. What every player takes alike is taken here: a style lasts until
// it is closed or the text ends.
import { canonicalMarkup, type TextStyle } from '../markup.ts'
import { overridesIn } from './overrides.ts'
import { pen } from './pen.ts'
import type { Place } from './place.ts'

/**
 * No player shows it. It parts letters that would be taken for markup, and holds a row that would
 * be taken for the end.
 */
export const NOTHING = '<i></i>'
/** On one row. `a < b` and `<3` are letters. Braces hold what ASS has there, as {\an8}. */
const MARKUP = /<(\/?)([a-zA-Z][^\s<>/]*)([^<>\n]*)>|\{\\[^{}<>\n]*\}/g
/** Players also take \N for a new row, and \h for a space that does not break. */
export const SUBRIP = new RegExp(`${MARKUP.source}|\\\\[Nh]`, 'g')

export type Tagged =
  | { ok: true; text: string; place: Place }
  | { ok: false; offset: number; fault: string }

export function readTagged(rows: string, markup = MARKUP): Tagged {
  const page = pen()
  const turn = (style: TextStyle, on: boolean) => (on ? page.putOn(style) : page.takeOff(style))
  const say = (words: string) =>
    words.split('\n').forEach((row, index) => {
      if (index > 0) page.newRow()
      page.say(row)
    })
  let place: Place | undefined
  let read = 0
  for (const { 0: token, 1: closes, 2: tag, 3: more, index } of rows.matchAll(markup)) {
    say(rows.slice(read, index))
    read = index + token.length
    const name = tag?.toLowerCase()
    if (isStyle(name) && !more!.trim()) turn(name, !closes)
    else if (name === 'br' || token === '\\N') page.newRow()
    else if (token === '\\h') page.say('\u00a0')
    else if (name && name !== 'font')
      return {
        ok: false,
        offset: index,
        fault: `${token} is none of the tags a text may hold: <b>, <i>, <u>`,
      }
    for (const override of name ? [] : overridesIn(token)) {
      if (override.kind === 'refused')
        return { ok: false, offset: index, fault: `${token} ${override.fault}` }
      if (override.kind === 'place') place ??= override.place
      if (override.kind === 'style') turn(override.style, override.on ?? false)
    }
  }
  say(rows.slice(read))
  const text = page.written()
  return text.ok
    ? { ok: true, text: text.text, place: place ?? {} }
    : { ok: false, offset: 0, fault: `the text ${text.fault}` }
}

/** The rows of a fragment. What looks like markup and is none is parted by an empty tag. */
export const writeTagged = (text: string, markup = MARKUP): string[] =>
  styledRows(text, (letters) =>
    letters.replace(markup, (token) => `${token[0]}${NOTHING}${token.slice(1)}`),
  )

/**
 * Rows whose tags are those of the fragment, and whose letters are spelled as the format wants it.
 */
export function styledRows(text: string, spell: (letters: string) => string): string[] {
  return canonicalMarkup(text)
    .split('<br>')
    .map((row) =>
      row.replace(/<[^>]*>|[^<]+/g, (piece) =>
        piece.startsWith('<') ? piece : spell(lettersOf(piece)),
      ),
    )
}

const LETTERS: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }
const lettersOf = (escaped: string) =>
  escaped.replace(/&(?:lt|gt|amp);/g, (entity) => LETTERS[entity]!)
const isStyle = (name: string | undefined): name is TextStyle =>
  name === 'b' || name === 'i' || name === 'u'
