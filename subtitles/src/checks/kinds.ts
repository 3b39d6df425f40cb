// Rules for cues of one kind: lyrics, and texts in the picture.
import { toStyles, writeMarkup, type TextRow } from '../markup.ts'
import type { CheckedCue } from './checked-cue.ts'
import type { Rule, RuleResult } from './rule.ts'

const NOTE = '♪'

export const lyric: Rule = {
  id: 'LYRIC',
  title: 'Lyrics have ♪ at both ends or italics, as the profile asks for',
  kinds: ['subtitles'],
  about: 'text',
  find: (line, { profile: { style } }) => {
    if (line.text.includes(NOTE)) return oneNote(line)
    if (line.cue.kind !== 'lyric' || !/\p{L}/u.test(line.text)) return undefined
    if (style.lyrics === 'notes')
      return {
        value: 0,
        limit: NOTE,
        message: 'is a lyric without ♪ at both ends',
        fixes: () => [{ text: withNotes(line.rows, true, true) }],
      }
    if (style.lyrics !== 'italics' || !style.italics || isItalic(line.rows)) return undefined
    return {
      value: 0,
      limit: 'italics',
      message: 'is a lyric that is not in italics',
      fixes: () => [{ text: writeMarkup(line.rows.map(toItalics)) }],
    }
  },
}

/** A note at one end only. A note alone is music without words. */
function oneNote({ text, rows }: CheckedCue): RuleResult | undefined {
  const [starts, ends] = [text.startsWith(NOTE), text.endsWith(NOTE)]
  if (starts === ends || !/\p{L}/u.test(text)) return undefined
  return {
    value: 1,
    limit: NOTE,
    message: 'has ♪ at one end only',
    fixes: () => [{ text: withNotes(rows, !starts, !ends) }],
  }
}

function withNotes(rows: readonly TextRow[], first: boolean, last: boolean): string {
  const plain = toStyles(() => false)
  return writeMarkup(
    rows.map((row, at): TextRow => [
      ...(first && at === 0 ? [{ text: `${NOTE} `, styles: plain }] : []),
      ...row,
      ...(last && at === rows.length - 1 ? [{ text: ` ${NOTE}`, styles: plain }] : []),
    ]),
  )
}

const isItalic = (rows: readonly TextRow[]) =>
  rows.every((row) => row.every(({ text, styles }) => styles.includes('i') || !text.trim()))
const toItalics = (row: TextRow): TextRow =>
  row.map(({ text, styles }) => {
    const [ruby, others] = [
      styles.filter((style) => style.startsWith('ruby:')),
      styles.filter((style) => !style.startsWith('ruby:')),
    ]
    const tags = toStyles((tag) => tag === 'i' || others.includes(tag))
    const colour = others.filter((style) => style.startsWith('#'))
    return { text, styles: [...tags, ...colour, ...ruby] }
  })

/** A longer text is a passage to read, which has sentence case. */
const MAX_TITLE = 80

export const forcedCase: Rule = {
  id: 'FORCED',
  title: 'Short texts in the picture are in capitals',
  kinds: ['subtitles'],
  about: 'text',
  find: ({ cue: { kind }, text }) => {
    if ((kind !== 'forced' && kind !== 'onscreen') || text.length > MAX_TITLE) return undefined
    // A sentence is said, not shown.
    if (!/(?!\p{Script=Georgian})\p{Ll}/u.test(text) || /[.!?…]["'”“’»]*$/.test(text))
      return undefined
    return {
      value: text.replaceAll('\n', ' '),
      limit: null,
      message: 'is a text in the picture that is not in capitals',
    }
  },
}
