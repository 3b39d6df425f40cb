// Runs the server's checks in the browser.
import { type translations } from '@reelay/api/contract'
import { ALIGNMENTS, type Cue, TEXT_ALIGNS, parseTimecode, plainText } from '@reelay/subtitles'
import { type Finding, check, countCharacters, roundSpeed } from '@reelay/subtitles/checks'
import type { EditorLine } from '../model/draft.ts'

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
  x,
  y,
  writingMode,
  direction,
  speaker,
  kind,
  machine,
}: EditorLine): Cue {
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
    ...(x !== undefined && { x }),
    ...(y !== undefined && { y }),
    ...(writingMode && { writingMode }),
    ...(direction && { direction }),
    ...(speaker && { speaker }),
    ...(kind && { kind }),
    ...(machine && { machine }),
  }
}

export function checkAll(lines: readonly EditorLine[], rules: translations.CheckRules): Findings {
  return Map.groupBy(check(lines.map(toCue), rules), ({ line }) => lines[line - 1]!._id)
}

/**
 * The findings of a line depend on this many lines before and after it. A neighbour with the same
 * alignment may be further away; checking all lines finds that.
 */
const CONTEXT_LINES = 3

/**
 * Checks the changed lines and their neighbours again. Ten thousand lines take some hundred
 * milliseconds, these take one.
 */
export function checkSome(
  findings: Findings,
  lines: readonly EditorLine[],
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
    for (let index = from; index < to; index++) {
      const own = found.get(index)?.map((finding) => Object.assign(finding, { line: index + 1 }))
      if (own) next.set(lines[index]!._id, own)
      else next.delete(lines[index]!._id)
    }
  }
  return next
}

/** Each changed line with its neighbours, merged where they touch. */
function changedRanges(
  lines: readonly EditorLine[],
  changed: ReadonlySet<string>,
): [from: number, to: number][] {
  const ranges: [number, number][] = []
  for (const [index, { _id }] of lines.entries()) {
    if (!changed.has(_id)) continue
    const [from, to] = [Math.max(0, index - 1), Math.min(lines.length, index + 2)]
    const last = ranges.at(-1)
    if (last && last[1] >= from) last[1] = to
    else ranges.push([from, to])
  }
  return ranges
}

export type FindingCounts = { errors: number; warnings: number }

export function countFindings(findings: Findings): FindingCounts {
  const counts = { errors: 0, warnings: 0 }
  for (const own of findings.values())
    for (const { severity } of own) counts[severity === 'error' ? 'errors' : 'warnings']++
  return counts
}

/** The finding whose fix the shortcut applies: errors before warnings. */
export const fixFor = (findings: readonly Finding[] | undefined): Finding | undefined =>
  findings?.find(({ severity, fix }) => fix && severity === 'error') ??
  findings?.find(({ fix }) => fix)

export type ReadingMeasure = {
  speed: number
  maxSpeed: number | undefined
  rows: number[]
  maxPerRow: number | undefined
  total: number
}

/** Characters per second and per row, counted by the rules of the profile. */
export function measureReading(
  { text, startTime, stopTime }: Pick<EditorLine, 'text' | 'startTime' | 'stopTime'>,
  { profile: { limits, style } }: translations.CheckRules,
): ReadingMeasure {
  const rows = plainText(text).normalize('NFC').split('\n')
  const lengthOf = (row: string) => countCharacters(row, style.counting)
  const length = rows.reduce(
    (sum, row) => sum + lengthOf(style.spacesCount ? row : row.replace(/\s/g, '')),
    0,
  )
  const durationMs = parseTimecode(stopTime) - parseTimecode(startTime)
  return {
    speed: durationMs > 0 ? roundSpeed((length * 1000) / durationMs) : 0,
    maxSpeed: limits.charactersPerSecond,
    maxPerRow: limits.charactersPerLine,
    rows: rows.map(lengthOf),
    total: rows.reduce((sum, row) => sum + lengthOf(row), 0),
  }
}
