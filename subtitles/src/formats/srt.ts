// SubRip has no specification. Read as ffmpeg and VLC read it; in strict mode it is rejected where
// they would guess.
import { formatTimecode, type Cue, type FrameRate } from '../cue.ts'
import { reducedTo } from './features.ts'
import type { Format, ReadResult } from './format.ts'
import { MAX_CUES } from './limits.ts'
import { plainMarkup } from './markup-builder.ts'
import { keepingOriginal, locateLines, spanOfLines, type TextSpan } from './original.ts'
import { toNumpad } from './position.ts'
import { excerpt, leftOut, refuse, TOO_MANY_CUES, type ReadReport } from './report.ts'
import { addText, readTextFile, writeResult } from './results.ts'
import { looksTimed, readTimes, readUsualTimes } from './clock-lines.ts'
import { EMPTY_TAG, readTaggedText, writeTaggedText } from './tagged-text.ts'
import { repairTimes } from './times.ts'

const NUMBER = /^\s*(\d+)\s*$/
const BLANK = /^[ \t]*$/
/** Old files give the position in pixels after the times. */
const PIXEL_POSITION = /^(?:[XY][12]:\d+\s*)+$/i
const lostAfterTimes = (rest: string) =>
  PIXEL_POSITION.test(rest)
    ? (['position', `The position in pixels: ${excerpt(rest)}`] as const)
    : (['outside', `The text after the times: ${excerpt(rest)}`] as const)

export const srt: Format = {
  name: 'srt',
  title: 'SubRip',
  mime: 'application/x-subrip',
  read: (bytes, options) =>
    readTextFile(bytes, options, (lines, report) => readSrt(lines, options.rate, report)),
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

/** The lines with times. */
function findHeads(lines: readonly string[]): number[] {
  const heads: number[] = []
  for (let line = 0; line < lines.length; line++) if (looksTimed(lines[line]!)) heads.push(line)
  return heads
}

function locateCues(text: string): TextSpan[] {
  const located = locateLines(text)
  const { lines } = located
  const heads = findHeads(lines)
  const firsts = heads.map((head, index) => findFirst(lines, head, heads[index - 1] ?? -1))
  return firsts.map((first, index) =>
    spanOfLines(located, first, firsts[index + 1] ?? lines.length),
  )
}

/** The line with the number above the times, or else the times. `above` are those of the cue before. */
const findFirst = (lines: readonly string[], head: number, above: number): number =>
  head - 1 > above && isNumber(lines[head - 1]!) ? head - 1 : head

function readSrt(lines: string[], rate: FrameRate, report: ReadReport): ReadResult {
  const heads = findHeads(lines)
  if (heads.length > MAX_CUES) return TOO_MANY_CUES
  const [first] = heads
  if (first === undefined || lines[0]!.startsWith('WEBVTT')) return noCues(lines)
  reportStrayText(lines, findStrayNumber(lines, { head: first, above: -1 }, report), report)
  const cues: Cue[] = []
  for (let index = 0; index < heads.length; index++) {
    const head = heads[index]!
    const next = heads[index + 1]
    const end =
      next === undefined
        ? lines.length
        : findStrayNumber(lines, { head: next, above: head }, report)
    const cue = readCue(lines, { head, end, rate }, report)
    if (cue) cues.push(cue)
  }
  return report.finish(cues)
}

/**
 * Where what is before these times ends: at their number. Of files with too many line ends, blank
 * lines are between both.
 */
function findStrayNumber(
  lines: readonly string[],
  { head, above }: { head: number; above: number },
  report: ReadReport,
): number {
  const first = findFirst(lines, head, above)
  if (first < head || !BLANK.test(lines[head - 1] ?? 'x')) return first
  let at = head - 1
  while (at > above && BLANK.test(lines[at]!)) at--
  const isNext = at > above && NUMBER.test(lines[at]!) && isNumbered(lines, at, above)
  if (!isNext) return head
  const message = 'a blank line is between the number and the times of a cue'
  report.fault({ code: 'syntax', line: at + 2, column: 1, message, repair: 'it is ignored' })
  return at
}

/** Whether the number in this line follows that of the cue before. */
function isNumbered(lines: readonly string[], at: number, above: number): boolean {
  const isAlone = at - 1 <= above || BLANK.test(lines[at - 1]!)
  if (!isAlone || above < 0) return isAlone
  let number = above - 1
  while (number >= 0 && BLANK.test(lines[number]!)) number--
  return numberOf(lines[at]) === numberOf(lines[number]) + 1
}

/** Most lines are none, and the pattern takes longer. */
const isNumber = (line: string): boolean => line.length < MAX_NUMBER && NUMBER.test(line)
const MAX_NUMBER = 20
const numberOf = (line = '') => Number(NUMBER.exec(line)?.[1])

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
function reportStrayText(lines: string[], end: number, report: ReadReport) {
  for (let line = 0; line < end; line++) {
    const text = lines[line]!
    if (!BLANK.test(text))
      report.lose('outside', null, `The text before the first cue: ${excerpt(text)}`, {
        line: line + 1,
        column: 1,
      })
  }
}

/** `head` is the line with the times, `end` the one after the text. */
function readCue(
  lines: string[],
  { head, end: last, rate }: { head: number; end: number; rate: FrameRate },
  report: ReadReport,
): Cue | undefined {
  const end = findMissingTimes(lines, { head, end: last }, report)
  const rows = joinRows(lines, head + 1, end)
  const usual = readUsualCue(lines[head]!, rows.text)
  if (usual) return usual
  const times = readTimes(lines[head]!, { isStrict: report.isStrict, rate })
  const isBeside = rows.text === '' && isText(times.rest) && !Number.isNaN(times.stop)
  const text = isBeside ? times.rest! : rows.text
  const place = { line: head + 1, column: times.column }
  const cue: Cue = { start: times.start, stop: times.stop, text: '' }
  const read = readTaggedText(text, 'subrip')
  const textPlace = { line: isBeside ? head + 1 : rows.first + 1, column: 1 }
  const { fault } = times
  if (times.isLost) {
    const repair = leftOut(`${lines[head]!.trim()} ${text}`)
    report.fault({ code: 'time', ...place, message: fault!.message, repair })
  } else if (fault) report.fault({ code: 'time', ...place, ...fault, cue })
  if (times.isLost || !addText(cue, read, { report, place: textPlace, text })) return undefined
  if (read.ok) Object.assign(cue, read.place)
  if (isBeside) report.fault({ code: 'syntax', ...place, ...TEXT_BESIDE, cue })
  else if (times.rest) {
    const [code, lost] = lostAfterTimes(times.rest)
    report.lose(code, cue, lost, place)
  }
  const isOpen = Number.isNaN(cue.stop)
  return isOpen || repairTimes(cue, report, { ...place, column: times.second }) ? cue : undefined
}

/** Nearly all cues have nothing to report. */
function readUsualCue(head: string, rows: string): Cue | undefined {
  const times = readUsualTimes(head)
  const text = times && times.start < times.stop ? plainMarkup(rows) : undefined
  return text === undefined ? undefined : { start: times!.start, stop: times!.stop, text }
}

const TEXT_BESIDE = {
  message: 'the text is on the line of the times',
  repair: 'read as the text of the cue',
}
const isText = (rest = '') => /\p{L}/u.test(rest) && !PIXEL_POSITION.test(rest)

/** As in ffmpeg, a blank line inside a cue is neither a row nor the end of the cue. */
function joinRows(lines: readonly string[], from: number, end: number) {
  let text = ''
  let first = -1
  for (let line = from; line < end; line++) {
    const row = lines[line]!
    if (row === '' || BLANK.test(row)) continue
    text = first < 0 ? row : `${text}\n${row}`
    if (first < 0) first = line
  }
  return { text, first: first < 0 ? from - 1 : first }
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
  let found = end
  let next = 0
  for (let line = end - 1; line >= head + 2; line--) {
    if (lines[line] === '' || !isNumber(lines[line]!) || !BLANK.test(lines[line - 1]!)) continue
    next ||= numberOf(lines[head - 1]) + 1
    if (numberOf(lines[line]) === next) found = line
  }
  if (found < end)
    report.fault({
      code: 'time',
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
