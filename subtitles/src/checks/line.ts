// What the rules look at: a cue read once, between its neighbours.
import type { Fix } from './finding.ts'
import { msToFrame, type Cue } from '../cue.ts'
import { plainText, readMarkup, type ParsedMarkup, type TextRow } from '../markup.ts'
import type { CheckContext } from './context.ts'
import { countCharacters } from './measure.ts'
import { findTerms, type ListedTerm } from './term-index.ts'

type Times = { startFrame: number; stopFrame: number }
type Words = {
  /** Why the text cannot be read; then there are no rows, and no rule about text is asked. */
  fault: string | undefined
  rows: readonly TextRow[]
  /** The rows without tags. */
  plain: readonly string[]
  text: string
  /** What the speed of reading is reckoned by. */
  length: number
}
export type Line = Times &
  Words & {
    number: number
    cue: Cue
    source: string
    /** What the original says that the project has a word for. */
    terms: readonly ListedTerm[]
    /** Those listed above and below it, wherever on the picture they stand. */
    above: Line | undefined
    below: Line | undefined
    /** Those that come before and after it at the same place on the picture. */
    before: Line | undefined
    after: Line | undefined
  }

export function linesOf(cues: readonly Cue[], given: CheckContext): Line[] {
  const lines = cues.map((cue, index) => lineOf(cue, index + 1, given))
  const last = new Map<string, Line>()
  for (const [index, line] of lines.entries()) {
    line.above = lines[index - 1]
    line.below = lines[index + 1]
    line.before = last.get(placeOf(line.cue))
    if (line.before) line.before.after = line
    last.set(placeOf(line.cue), line)
  }
  return lines
}

/** The line as it would be. */
export function mendedLine(line: Line, fix: Fix, given: CheckContext): Line {
  const cue = { ...line.cue, ...fix }
  return fix.text === undefined
    ? { ...line, cue, ...timesOf(cue, given) }
    : { ...line, cue, ...timesOf(cue, given), ...wordsOf(fix.text, given) }
}

function lineOf(cue: Cue, number: number, given: CheckContext): Line {
  const source = cue.source ? wordsIn(cue.source) : ''
  return {
    number,
    cue,
    ...timesOf(cue, given),
    ...wordsOf(cue.text, given),
    source,
    terms: findTerms(given.wording, source),
    above: undefined,
    below: undefined,
    before: undefined,
    after: undefined,
  }
}

const timesOf = ({ start, stop }: Cue, { rate }: CheckContext): Times => ({
  startFrame: msToFrame(start, rate),
  stopFrame: msToFrame(stop, rate),
})

function wordsOf(written: string, { profile: { manner } }: CheckContext): Words {
  const read = rowsIn(written)
  const rows = read.ok ? read.rows : []
  const plain = rows.map((row) => row.map((run) => run.text).join(''))
  const counted = manner.spacesCount ? plain : plain.map((row) => row.replace(/\s/g, ''))
  return {
    fault: read.ok ? undefined : read.fault,
    rows,
    plain,
    text: plain.join('\n'),
    length: counted.reduce((sum, row) => sum + countCharacters(row, manner.counting), 0),
  }
}

/** Most lines have no tags, and need no reader of tags. */
const TAGLESS = /^[^<>&\u0000-\u001f\u007f]*$/
const rowsIn = (written: string): ParsedMarkup =>
  TAGLESS.test(written)
    ? { ok: true, rows: [[{ text: written.normalize('NFC'), styles: [] }]] }
    : readMarkup(written)
const wordsIn = (written: string) =>
  TAGLESS.test(written) ? written.normalize('NFC') : plainText(written)

/** Where on the picture a cue stands: two can be seen at once when one is above and one below. */
export const placeOf = ({ alignment = 'bottom' }: Pick<Cue, 'alignment'>): string => alignment
