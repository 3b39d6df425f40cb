// The checks of the service, where the lines are written.
import { type translations } from '@reelay/api/contract'
import { ALIGNMENTS, type Cue, TEXT_ALIGNS, parseTimecode, plainText } from '@reelay/subtitles'
import { type Finding, check, countCharacters } from '@reelay/subtitles/checks'
import type { Line } from '../model/draft.ts'

export type { Finding }
export type Findings = ReadonlyMap<string, readonly Finding[]>

export function toCue({
  startTime,
  stopTime,
  text,
  source,
  alignment,
  textAlign,
  name,
  budget,
  note,
  still,
}: Line): Cue {
  const vertical = ALIGNMENTS.find((known) => known === alignment)
  const horizontal = TEXT_ALIGNS.find((known) => known === textAlign)
  return {
    start: parseTimecode(startTime),
    stop: parseTimecode(stopTime),
    text,
    ...(vertical && { alignment: vertical }),
    ...(horizontal && { textAlign: horizontal }),
    ...(source && { source }),
    ...(name !== undefined && { name }),
    ...(budget !== undefined && { budget }),
    ...(note !== undefined && { note }),
    ...(still !== undefined && { still }),
  }
}

export function checkAll(lines: readonly Line[], rules: translations.CheckRules): Findings {
  return Map.groupBy(check(lines.map(toCue), rules), ({ line }) => lines[line - 1]!._id)
}

/**
 * How far above and below a line lies what its findings depend on. A neighbour at the same place of
 * the picture may lie further off; the check of all finds that.
 */
const CONTEXT_LINES = 3

/**
 * The findings anew for lines that changed, and for those beside them. All lines take some hundred
 * milliseconds where there are ten thousand; these take one.
 */
export function checkSome(
  findings: Findings,
  lines: readonly Line[],
  changed: ReadonlySet<string>,
  rules: translations.CheckRules,
): Findings {
  const next = new Map(findings)
  for (const [from, to] of changedRanges(lines, changed)) {
    const [first, last] = [
      Math.max(0, from - CONTEXT_LINES),
      Math.min(lines.length, to + CONTEXT_LINES),
    ]
    const found = Map.groupBy(
      check(lines.slice(first, last).map(toCue), rules),
      ({ line }) => line - 1 + first,
    )
    for (let at = from; at < to; at++) {
      const own = found.get(at)?.map((finding) => Object.assign(finding, { line: at + 1 }))
      if (own) next.set(lines[at]!._id, own)
      else next.delete(lines[at]!._id)
    }
  }
  return next
}

/** Each changed line with one above and one below, joined where they meet. */
function changedRanges(
  lines: readonly Line[],
  changed: ReadonlySet<string>,
): [from: number, to: number][] {
  const found: [number, number][] = []
  for (const [at, { _id }] of lines.entries()) {
    if (!changed.has(_id)) continue
    const [from, to] = [Math.max(0, at - 1), Math.min(lines.length, at + 2)]
    const last = found.at(-1)
    if (last && last[1] >= from) last[1] = to
    else found.push([from, to])
  }
  return found
}

export type FindingCounts = { errors: number; warnings: number }

export function countFindings(findings: Findings): FindingCounts {
  const counts = { errors: 0, warnings: 0 }
  for (const own of findings.values())
    for (const { severity } of own) counts[severity === 'error' ? 'errors' : 'warnings']++
  return counts
}

/** The fix that one key applies: of an error before that of a warning. */
export const fixFor = (findings: readonly Finding[] | undefined): Finding | undefined =>
  findings?.find(({ severity, fix }) => fix && severity === 'error') ??
  findings?.find(({ fix }) => fix)

export type ReadingMeasure = {
  speed: number
  mostSpeed: number | undefined
  rows: number[]
  mostInRow: number | undefined
  total: number
}

/** What is read of a line: characters a second and in each row, counted as the profile counts. */
export function measureReading(
  { text, startTime, stopTime }: Pick<Line, 'text' | 'startTime' | 'stopTime'>,
  { profile: { limits, manner } }: translations.CheckRules,
): ReadingMeasure {
  const rows = plainText(text).normalize('NFC').split('\n')
  const long = (row: string) => countCharacters(row, manner.counting)
  const length = rows.reduce(
    (sum, row) => sum + long(manner.spacesCount ? row : row.replace(/\s/g, '')),
    0,
  )
  const time = parseTimecode(stopTime) - parseTimecode(startTime)
  return {
    speed: time > 0 ? (length * 1000) / time : 0,
    mostSpeed: limits.charactersPerSecond,
    mostInRow: limits.charactersPerLine,
    rows: rows.map(long),
    total: rows.reduce((sum, row) => sum + long(row), 0),
  }
}
