import { writeMarkup, type TextRow } from '../markup.ts'
import type { Rule } from './context.ts'
import { replaceInRow } from './rows.ts'

const OPENS = '\u2066\u2067\u2068'
const EMBEDS = '\u202a\u202b\u202d\u202e'
const [CLOSES, POPS, RLM] = ['\u2069', '\u202c', '\u200f']
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/
const RTL = /[\p{Script=Hebrew}\p{Script=Arabic}]/u
/** The first letter, or mark that counts as one, decides how a player lays out the row. */
const FIRST_STRONG = /[\p{L}\u200e\u200f\u061c]/u
/** What closes a sentence, before its first letter: typed for a player that turned it round. */
const TURNED = /^([.!?؟،,;؛:]+) ?(?=[\p{Script=Hebrew}\p{Script=Arabic}])/u
const CLOSED = /[.!?؟،,;؛:…]$/

export const direction: Rule = {
  id: 'RTL-marks',
  title:
    'Marks of direction are balanced, and rows from right to left begin and end at the right ends',
  kinds: ['subtitles', 'graphics'],
  about: 'text',
  find: ({ plain, rows }, { language: { rtl } }) => {
    const all = (change: (row: TextRow, text: string) => TextRow) => () => [
      { text: writeMarkup(rows.map((row, index) => change(row, plain[index]!))) },
    ]
    const controlled = plain.find((row) => CONTROLS.test(row) && missingClosers(row) !== '')
    if (controlled !== undefined)
      return {
        value: 'unbalanced',
        limit: null,
        message:
          'opens a direction and does not close it in the same row, or closes one that is not open',
        fixes: all(closed),
      }
    if (!rtl) return undefined
    if (plain.some((row) => TURNED.test(row)))
      return {
        value: 'turned',
        limit: null,
        message: 'a row begins with the mark that closes it',
        fixes: all(turnedBack),
      }
    if (plain.some(startsForeign))
      return {
        value: 'mixed',
        limit: null,
        message:
          'a row from right to left begins with a foreign word: put a right-to-left mark before it',
        fixes: all((row, text) =>
          startsForeign(text) ? [{ text: RLM, styles: [] }, ...row] : row,
        ),
      }
    return undefined
  },
}

const startsForeign = (row: string) =>
  RTL.test(row) &&
  /\p{L}|\u200e/u.test(row) &&
  !/[\p{Script=Hebrew}\p{Script=Arabic}\u200f\u061c]/u.test(FIRST_STRONG.exec(row)?.[0] ?? RLM)

/**
 * What has to be added so that all is closed; undefined when something is closed that is not open.
 */
function missingClosers(row: string): string | undefined {
  const open: string[] = []
  for (const mark of row) {
    if (OPENS.includes(mark)) open.push(CLOSES)
    else if (EMBEDS.includes(mark)) open.push(POPS)
    else if ((mark === CLOSES || mark === POPS) && open.pop() !== mark) return undefined
  }
  return open.toReversed().join('')
}

const closed = (row: TextRow, text: string): TextRow => [
  ...row,
  { text: missingClosers(text) ?? '', styles: row.at(-1)?.styles ?? [] },
]

function turnedBack(row: TextRow, text: string): TextRow {
  const marks = TURNED.exec(text)?.[1]
  return marks === undefined || CLOSED.test(text)
    ? row
    : [
        ...replaceInRow(row, new RegExp(TURNED, 'gu'), () => ''),
        { text: marks, styles: row.at(-1)?.styles ?? [] },
      ]
}
