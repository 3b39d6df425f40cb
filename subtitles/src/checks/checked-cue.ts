// What the rules look at: a cue read once, between its neighbours.
import type { Fix } from './finding.ts'
import { msToFrame, type Cue } from '../cue.ts'
import { plainText, readMarkup, type ParsedMarkup, type TextRow } from '../markup.ts'
import type { CheckContext } from './context.ts'
import { countCharacters } from './measure.ts'
import { findTerms, type ListedTerm } from './term-index.ts'

type CueFrames = { startFrame: number; stopFrame: number }
type CueText = {
  /** Why the text cannot be read; then there are no rows, and no rule about text is options. */
  error: string | undefined
  rows: readonly TextRow[]
  /** The rows without tags. */
  plain: readonly string[]
  text: string
  /** What the speed of reading is reckoned by. */
  length: number
}
export type CheckedCue = CueFrames &
  CueText & {
    number: number
    cue: Cue
    source: string
    /** What the original says that the project has a word for. */
    terms: readonly ListedTerm[]
    /** Those listed above and below it, wherever on the picture they stand. */
    above: CheckedCue | undefined
    below: CheckedCue | undefined
    /** Those that come before and after it at the same place on the picture. */
    before: CheckedCue | undefined
    after: CheckedCue | undefined
  }

export function toCheckedCues(cues: readonly Cue[], context: CheckContext): CheckedCue[] {
  const lines = cues.map((cue, index) => toCheckedCue(cue, index + 1, context))
  const last = new Map<string, CheckedCue>()
  for (const [index, line] of lines.entries()) {
    line.above = lines[index - 1]
    line.below = lines[index + 1]
    line.before = last.get(screenArea(line.cue))
    if (line.before) line.before.after = line
    last.set(screenArea(line.cue), line)
  }
  return lines
}

/** The line as it would be. */
export function withFix(line: CheckedCue, fix: Fix, context: CheckContext): CheckedCue {
  const cue = { ...line.cue, ...fix }
  return fix.text === undefined
    ? { ...line, cue, ...toFrames(cue, context) }
    : { ...line, cue, ...toFrames(cue, context), ...readText(fix.text, context) }
}

function toCheckedCue(cue: Cue, number: number, context: CheckContext): CheckedCue {
  const source = cue.source ? readPlain(cue.source) : ''
  return {
    number,
    cue,
    ...toFrames(cue, context),
    ...readText(cue.text, context),
    source,
    terms: findTerms(context.termIndex, source),
    above: undefined,
    below: undefined,
    before: undefined,
    after: undefined,
  }
}

const toFrames = ({ start, stop }: Cue, { rate }: CheckContext): CueFrames => ({
  startFrame: msToFrame(start, rate),
  stopFrame: msToFrame(stop, rate),
})

function readText(written: string, { profile: { manner } }: CheckContext): CueText {
  const read = readRows(written)
  const rows = read.ok ? read.rows : []
  const plain = rows.map((row) => row.map((run) => run.text).join(''))
  const counted = manner.spacesCount ? plain : plain.map((row) => row.replace(/\s/g, ''))
  return {
    error: read.ok ? undefined : read.error,
    rows,
    plain,
    text: plain.join('\n'),
    length: counted.reduce((sum, row) => sum + countCharacters(row, manner.counting), 0),
  }
}

/** Most lines have no tags, and need no reader of tags. */
const TAGLESS = /^[^<>&\u0000-\u001f\u007f]*$/
const readRows = (written: string): ParsedMarkup =>
  TAGLESS.test(written)
    ? { ok: true, rows: [[{ text: written.normalize('NFC'), styles: [] }]] }
    : readMarkup(written)
const readPlain = (written: string) =>
  TAGLESS.test(written) ? written.normalize('NFC') : plainText(written)

/** Where on the picture a cue stands: two can be seen at once when one is above and one below. */
export const screenArea = ({ alignment = 'bottom' }: Pick<Cue, 'alignment'>): string => alignment
