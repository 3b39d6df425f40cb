import { writeMarkup, type TextRow } from '../markup.ts'
import type { Rule, RuleResult } from './rule.ts'
import type { CheckedCue } from './checked-cue.ts'
import { replaceInRow } from './rows.ts'

const BOTH_KINDS = ['subtitles', 'graphics'] as const
const rewriteFix =
  ({ rows }: CheckedCue, change: (row: TextRow, index: number) => TextRow) =>
  () => [{ text: writeMarkup(rows.map(change)) }]

/** Three dots or more, also with spaces, and two ellipses. Chinese writes two on purpose. */
const DOTS = /\.{3,}|(?<!\.)\.(?: \.){2,}|‥+|(?<=[\p{Script=Latin}\p{Script=Cyrillic}])…{2,}/gu

export const ellipsis: Rule = {
  id: 'ELLIPSIS',
  title: 'The ellipsis follows the profile',
  kinds: BOTH_KINDS,
  about: 'text',
  find: (
    line,
    {
      profile: {
        style: { ellipsis: expected },
      },
    },
  ) => {
    const pattern = expected === '…' ? DOTS : /…+/g
    const found = line.text.match(pattern)?.[0]
    return found === undefined
      ? undefined
      : {
          value: found,
          limit: expected,
          message: `has ${found}; write ${expected}`,
          fixes: rewriteFix(line, (row) => replaceInRow(row, pattern, () => expected)),
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
        style: { dash: expected },
      },
    },
  ) => {
    if (!expected || line.plain.length < 2) return undefined
    if (!line.plain.slice(1).some(isDialogueRow)) return firstRowOnly(line)
    const mark = expected.space ? '- ' : '-'
    const speakers = expected.rows === 'both' ? 'both' : 'the second only'
    const isCorrect = (row: string, index: number) => {
      const dashed = LEADING_DASH.exec(row)
      if (index === 0 && expected.rows === 'second') return !dashed
      return dashed ? `${dashed[2]}${dashed[3]}` === mark : index > 0
    }
    if (line.plain.every(isCorrect)) return undefined
    const fixRow = (row: TextRow, index: number) => {
      if (index === 0 && expected.rows === 'second')
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

/** Either the second speaker has lost the dash, or there is only one. */
function firstRowOnly({ plain }: CheckedCue): RuleResult | undefined {
  const [first = ''] = plain
  return isDialogueRow(first) && first.startsWith('-')
    ? { value: 1, limit: '-', message: 'has a dash on the first line only' }
    : undefined
}

export const italic: Rule = {
  id: 'ITALIC',
  title: 'No italics in scripts without italics',
  kinds: BOTH_KINDS,
  about: 'text',
  find: (line, { profile: { style } }) => {
    if (style.italics || !line.rows.some((row) => row.some(({ styles }) => styles.includes('i'))))
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
