// A cue prepared for the rules: parsed once and linked to its neighbours.
import type { Fix } from './finding.ts'
import { msToFrame, type Cue } from '../cue.ts'
import { plainText, readMarkup, type ParsedMarkup, type TextRow } from '../markup.ts'
import type { CheckContext } from './context.ts'
import { countCharacters } from './measure.ts'
import { findTerms, type ListedTerm } from './term-index.ts'

type CueFrames = { startFrame: number; stopFrame: number }
type CueText = {
  /** Why the markup is invalid. In that case there are no rows, and text rules do not run. */
  error: string | undefined
  rows: readonly TextRow[]
  /** The rows without tags. */
  plain: readonly string[]
  text: string
  /** Character count for the reading speed. */
  length: number
}
export type CheckedCue = CueFrames &
  CueText & {
    number: number
    cue: Cue
    source: string
    /** Project terms that occur in the source. */
    terms: readonly ListedTerm[]
    /** Neighbours in the list, anywhere on screen. */
    above: CheckedCue | undefined
    below: CheckedCue | undefined
    /** Neighbours in the same area of the screen. */
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

function readText(written: string, { profile: { style } }: CheckContext): CueText {
  const read = readRows(written)
  const rows = read.ok ? read.rows : []
  const plain = rows.map((row) => row.map((run) => run.text).join(''))
  const counted = style.spacesCount ? plain : plain.map((row) => row.replace(/\s/g, ''))
  return {
    error: read.ok ? undefined : read.error,
    rows,
    plain,
    text: plain.join('\n'),
    length: counted.reduce((sum, row) => sum + countCharacters(row, style.counting), 0),
  }
}

/** Most texts have no tags, so they skip the markup parser. */
const TAGLESS = /^[^<>&\u0000-\u001f\u007f]*$/
const readRows = (written: string): ParsedMarkup =>
  TAGLESS.test(written)
    ? { ok: true, rows: [[{ text: written.normalize('NFC'), styles: [] }]] }
    : readMarkup(written)
const readPlain = (written: string) =>
  TAGLESS.test(written) ? written.normalize('NFC') : plainText(written)

/** Cues in different areas may be on screen at the same time. */
export const screenArea = ({ alignment = 'bottom' }: Pick<Cue, 'alignment'>): string => alignment
