// SubRip has no specification. Read as ffmpeg and VLC read it; in strict mode it is rejected where
// they would guess.
import { formatTimecode, type Cue } from '../cue.ts'
import { reducedTo } from './features.ts'
import type { Format, ReadResult } from './format.ts'
import { MAX_CUES } from './limits.ts'
import { keepingOriginal, locateLines, spanOfLines, type TextSpan } from './original.ts'
import { toNumpad } from './position.ts'
import { excerpt, leftOut, refuse, TOO_MANY_CUES, type ReadReport } from './report.ts'
import { addText, readTextFile, writeResult } from './results.ts'
import { looksTimed, readTimes, TIMING } from './clock-lines.ts'
import { EMPTY_TAG, readTaggedText, writeTaggedText } from './tagged-text.ts'
import { repairTimes } from './times.ts'

const NUMBER = /^\s*(\d+)\s*$/
const BLANK = /^[ \t]*$/
/** Old files give the position in pixels after the times. */
const PIXEL_POSITION = /^(?:[XY][12]:\d+\s*)+$/i
const lostAfterTimes = (rest: string) =>
  PIXEL_POSITION.test(rest)
    ? `The position in pixels: ${excerpt(rest)}`
    : `The text after the times: ${excerpt(rest)}`

export const srt: Format = {
  name: 'srt',
  title: 'SubRip',
  mime: 'application/x-subrip',
  read: (bytes, options) => readTextFile(bytes, options, readSrt),
  write: reducedTo(
    ['b', 'i', 'u', 'colour'],
    keepingOriginal(
      'srt',
      (cues) =>
        writeResult(cues, () => cues.map((cue, index) => `${writeBlock(cue, index)}\n`).join('\n')),
      { locate: locateCues, writeBlock, separator: '\n\n' },
    ),
  ),
}

function writeBlock(cue: Cue, index: number): string {
  const times = `${formatTimecode(cue.start)} --> ${formatTimecode(cue.stop)}`
  return [index + 1, times, ...writeRows(cue)].join('\n')
}

function findHeads(lines: readonly string[], isHead: (line: string) => boolean): number[] {
  const heads: number[] = []
  for (let line = 0; line < lines.length; line++) if (isHead(lines[line]!)) heads.push(line)
  return heads
}

const isStrictHead = (line: string) => TIMING.test(line)

function locateCues(text: string): TextSpan[] {
  const located = locateLines(text)
  const { lines } = located
  const heads = findHeads(lines, isStrictHead)
  const firsts = heads.map((head, index) =>
    head - 1 > (heads[index - 1] ?? -1) && NUMBER.test(lines[head - 1]!) ? head - 1 : head,
  )
  return firsts.map((first, index) =>
    spanOfLines(located, first, firsts[index + 1] ?? lines.length),
  )
}

function readSrt(lines: string[], report: ReadReport): ReadResult {
  const heads = findHeads(lines, report.isStrict ? isStrictHead : looksTimed)
  if (heads.length > MAX_CUES) return TOO_MANY_CUES
  const [first] = heads
  if (first === undefined || lines[0]!.startsWith('WEBVTT')) return noCues(lines)
  reportStrayText(lines, first, report)
  const cues: Cue[] = []
  for (const [index, head] of heads.entries()) {
    const cue = readCue(lines, { head, next: heads[index + 1] ?? lines.length }, report)
    if (cue) cues.push(cue)
  }
  return report.finish(cues)
}

function noCues(lines: string[]): ReadResult {
  const stray = lines.findIndex((line) => !BLANK.test(line))
  return refuse(
    stray < 0
      ? 'The file is empty'
      : 'Expected a cue number or cue times (00:00:01,000 --> 00:00:02,000)',
    { line: Math.max(0, stray) + 1, column: 1 },
  )
}

/** Only a number should precede the first times. */
function reportStrayText(lines: string[], head: number, report: ReadReport) {
  for (let line = 0; line < head; line++) {
    const text = lines[line]!
    if (!BLANK.test(text) && !(line === head - 1 && NUMBER.test(text)))
      report.lose(null, `The text before the first cue: ${excerpt(text)}`, {
        line: line + 1,
        column: 1,
      })
  }
}

/** `head` is the line with the times, `next` that of the next cue. */
function readCue(
  lines: string[],
  { head, next }: { head: number; next: number },
  report: ReadReport,
): Cue | undefined {
  const last =
    next < lines.length && next - 1 > head && NUMBER.test(lines[next - 1]!) ? next - 1 : next
  const end = findMissingTimes(lines, { head, end: last }, report)
  // As in ffmpeg, a blank line inside a cue is neither a row nor the end of the cue.
  let [text, rows] = ['', [] as number[]]
  for (let line = head + 1; line < end; line++) {
    if (BLANK.test(lines[line]!)) continue
    text = rows.length > 0 ? `${text}\n${lines[line]!}` : lines[line]!
    rows.push(line)
  }
  const times = readTimes(lines[head]!, report.isStrict)
  const place = { line: head + 1, column: times.column }
  const cue: Cue = { start: times.start, stop: times.stop, text: '' }
  const read = readTaggedText(text, 'subrip')
  const textPlace = { line: (rows[0] ?? head) + 1, column: 1 }
  if (times.isLost)
    report.fault({
      ...place,
      message: times.fault!.message,
      repair: leftOut(`${lines[head]!.trim()} ${text}`),
    })
  else if (times.fault) report.fault({ ...place, ...times.fault, cue })
  if (times.isLost || !addText(cue, read, { report, place: textPlace, text })) return undefined
  if (read.ok) Object.assign(cue, read.place)
  if (times.rest) report.lose(cue, lostAfterTimes(times.rest))
  const isOpen = Number.isNaN(cue.stop)
  return isOpen || repairTimes(cue, report, { ...place, column: times.second }) ? cue : undefined
}

/**
 * Where the text of the cue ends: at the next number after a blank line without times, whose text
 * would be read as part of this cue.
 */
function findMissingTimes(
  lines: string[],
  { head, end }: { head: number; end: number },
  report: ReadReport,
): number {
  if (head + 2 >= end) return end
  const next = Number(NUMBER.exec(lines[head - 1] ?? '')?.[1]) + 1
  let found = end
  for (let line = end - 1; line >= head + 2; line--) {
    if (Number(NUMBER.exec(lines[line]!)?.[1]) !== next || !BLANK.test(lines[line - 1]!)) continue
    found = line
  }
  if (found < end)
    report.fault({
      line: found + 1,
      column: 1,
      message: `cue ${next} has no times`,
      repair: leftOut(lines.slice(found + 1, end).join('\n')),
    })
  return found
}

function writeRows(cue: Cue): string[] {
  if (cue.text === '') return toNumpad(cue) === 2 ? [] : [positionTag(cue)]
  const rows = writeTaggedText(cue.text, 'subrip').map((row) =>
    BLANK.test(row) || looksTimed(row) ? `${EMPTY_TAG}${row}` : row,
  )
  return rows.map((row, index) => (index === 0 ? `${positionTag(cue)}${row}` : row))
}

const positionTag = (cue: Cue) => (toNumpad(cue) === 2 ? '' : `{\\an${toNumpad(cue)}}`)
