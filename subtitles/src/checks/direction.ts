import { withoutRuby, writeMarkup, type TextRow } from '../markup.ts'
import type { Rule } from './rule.ts'
import { replaceInRow } from './rows.ts'

const ISOLATES = '\u2066\u2067\u2068'
const EMBEDDINGS = '\u202a\u202b\u202d\u202e'
const [POP_ISOLATE, POP_EMBEDDING, RLM] = ['\u2069', '\u202c', '\u200f']
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/
const RTL = /[\p{Script=Hebrew}\p{Script=Arabic}]/u
/** The first strong character decides the direction of the row. */
const FIRST_STRONG = /[\p{L}\u200e\u200f\u061c]/u
/**
 * Closing punctuation before the first letter, typed for players that reversed it. Two or more dots
 * continue the sentence of the cue before.
 */
const LEADING_MARKS = /^(?!\.\.)([.!?؟،,;؛:]+) ?(?=[\p{Script=Hebrew}\p{Script=Arabic}])/u
const ENDS_WITH_MARK = /[.!?؟،,;؛:…]$/

export const direction: Rule = {
  id: 'RTL-marks',
  title: 'Direction marks are balanced, and right-to-left lines end with their punctuation',
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
          'has a direction mark that is not closed on the same line, or closes one that is not open',
        fixes: all(closeRow),
      }
    if (!rtl) return undefined
    if (plain.some((row) => LEADING_MARKS.test(row)))
      return {
        value: 'turned',
        limit: null,
        message: 'has a line that starts with its closing punctuation',
        fixes: all(moveMarksToEnd),
      }
    if (plain.some(startsLeftToRight))
      return {
        value: 'mixed',
        limit: null,
        message: 'has a right-to-left line that starts with a left-to-right word; add a mark',
        fixes: all((row, text) =>
          startsLeftToRight(text) ? [{ text: RLM, styles: [] }, ...row] : row,
        ),
      }
    return undefined
  },
}

const startsLeftToRight = (row: string) =>
  RTL.test(row) &&
  /\p{L}|\u200e/u.test(row) &&
  !/[\p{Script=Hebrew}\p{Script=Arabic}\u200f\u061c]/u.test(FIRST_STRONG.exec(row)?.[0] ?? RLM)

/** The closing characters to add, or undefined if a closer has no opener. */
function missingClosers(row: string): string | undefined {
  const open: string[] = []
  for (const mark of row) {
    if (ISOLATES.includes(mark)) open.push(POP_ISOLATE)
    else if (EMBEDDINGS.includes(mark)) open.push(POP_EMBEDDING)
    else if ((mark === POP_ISOLATE || mark === POP_EMBEDDING) && open.pop() !== mark)
      return undefined
  }
  return open.toReversed().join('')
}

const closeRow = (row: TextRow, text: string): TextRow => [
  ...row,
  { text: missingClosers(text) ?? '', styles: withoutRuby(row.at(-1)?.styles ?? []) },
]

function moveMarksToEnd(row: TextRow, text: string): TextRow {
  const marks = LEADING_MARKS.exec(text)?.[1]
  return marks === undefined || ENDS_WITH_MARK.test(text)
    ? row
    : [
        ...replaceInRow(row, new RegExp(LEADING_MARKS, 'gu'), () => ''),
        { text: marks, styles: withoutRuby(row.at(-1)?.styles ?? []) },
      ]
}
