import { writeMarkup, type TextRow } from '../markup.ts'
import type { Rule } from './context.ts'
import type { CheckedCue } from './checked-cue.ts'
import { replaceInRow } from './rows.ts'

const both = ['subtitles', 'graphics'] as const
const rewriteFix =
  ({ rows }: CheckedCue, change: (row: TextRow, index: number) => TextRow) =>
  () => [{ text: writeMarkup(rows.map(change)) }]

export const ellipsis: Rule = {
  id: 'ELLIPSIS',
  title: 'The ellipsis follows the profile',
  kinds: both,
  about: 'text',
  find: (
    line,
    {
      profile: {
        manner: { ellipsis: wanted },
      },
    },
  ) => {
    const wrong = wanted === '…' ? /\.{3,}/g : /…/g
    const found = line.text.match(wrong)?.[0]
    return found === undefined
      ? undefined
      : {
          value: found,
          limit: wanted,
          message: `has ${found}; write ${wanted}`,
          fixes: rewriteFix(line, (row) => replaceInRow(row, wrong, () => wanted)),
        }
  },
}

/** A dash at the start of a row, after direction marks. Before a digit it is a minus sign. */
const LEADING_DASH = /^([\u200e\u200f\u202a-\u202e\u2066-\u2069]*)([-‐‑–—])( *)(?![-‐‑–—\d ])/
const LEADING_DASHES = new RegExp(LEADING_DASH, 'g')
export const isDialogueRow = (row: string): boolean => LEADING_DASH.test(row)

export const dash: Rule = {
  id: 'DASH',
  title: 'Dashes for two speakers follow the profile',
  kinds: ['subtitles'],
  about: 'text',
  find: (
    line,
    {
      profile: {
        manner: { dash: wanted },
      },
    },
  ) => {
    if (!wanted || line.plain.length < 2 || !line.plain.slice(1).some(isDialogueRow))
      return undefined
    const mark = wanted.space ? '- ' : '-'
    const speakers = wanted.rows === 'both' ? 'both' : 'the second only'
    const right = (row: string, index: number) => {
      const dashed = LEADING_DASH.exec(row)
      if (index === 0 && wanted.rows === 'second') return !dashed
      return dashed ? `${dashed[2]}${dashed[3]}` === mark : index > 0
    }
    if (line.plain.every(right)) return undefined
    const fixRow = (row: TextRow, index: number) => {
      if (index === 0 && wanted.rows === 'second')
        return replaceInRow(row, LEADING_DASHES, ([, marks]) => marks!)
      return replaceInRow(
        row,
        line.plain[index] && (isDialogueRow(line.plain[index]) || index > 0)
          ? LEADING_DASHES
          : /^/g,
        (match) => `${match[1] ?? ''}${mark}`,
      )
    }
    return {
      value: line.plain.filter(isDialogueRow).length,
      limit: mark,
      message: `has two speakers; write “${mark}” before ${speakers}`,
      fixes: rewriteFix(line, fixRow),
    }
  },
}

export const italic: Rule = {
  id: 'ITALIC',
  title: 'No italics in scripts without italics',
  kinds: both,
  about: 'text',
  find: (line, { profile: { manner } }) => {
    if (manner.italics || !line.rows.some((row) => row.some(({ styles }) => styles.includes('i'))))
      return undefined
    return {
      value: 'italics',
      limit: null,
      message: 'has italics, which this language does not use',
      fixes: rewriteFix(line, (row) =>
        row.map((run) => ({ ...run, styles: run.styles.filter((style) => style !== 'i') })),
      ),
    }
  },
}
