// SubRip has no specification. Read as ffmpeg and VLC read it, and rejected where they would guess.
import { formatTimecode, type Cue } from '../cue.ts'
import { reducedTo } from './features.ts'
import type { FileError, Format, ReadResult } from './format.ts'
import { MAX_CUES } from './limits.ts'
import { keepingOriginal, locateLines, spanOfLines, type TextSpan } from './original.ts'
import { TOO_MANY_CUES, readResult, readTextFile, writeResult, type Loss } from './results.ts'
import { toNumpad } from './position.ts'
import { EMPTY_TAG, readTaggedText, writeTaggedText } from './tagged-text.ts'
import { NO_DURATION, clockToMs, findTimeError, withDuration } from './times.ts'

const NUMBER = /^\s*(\d+)\s*$/
const BLANK = /^[ \t]*$/
/** Looks like cue times, valid or not. */
const TIMING = /^\s*-?\d+\s*:\s*\d[^<]*?(?:->|–>|—>|→)\s*-?\d/
const TIME = /^(?:(\d{1,2}):)?(\d{1,2}):(\d{1,2})(?:[,.](\d{1,3}))?$/
/** Old files give the position in pixels after the times. */
const PIXEL_POSITION = /^(?:[XY][12]:\d+\s*)+$/i
const lostAfterTimes = (rest: string) =>
  PIXEL_POSITION.test(rest)
    ? 'The position in pixels'
    : `The text after the times: ${rest.slice(0, 60)}`

export const srt: Format = {
  name: 'srt',
  title: 'SubRip',
  mime: 'application/x-subrip',
  read: (bytes, { language }) => readTextFile(bytes, language, readSrt),
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

function locateCues(text: string): TextSpan[] {
  const located = locateLines(text)
  const { lines } = located
  const heads = lines.flatMap((line, index) => (TIMING.test(line) ? [index] : []))
  const firsts = heads.map((head, index) =>
    head - 1 > (heads[index - 1] ?? -1) && NUMBER.test(lines[head - 1]!) ? head - 1 : head,
  )
  return firsts.map((first, index) =>
    spanOfLines(located, first, firsts[index + 1] ?? lines.length),
  )
}

function readSrt(lines: string[]): ReadResult {
  const heads = lines.flatMap((line, index) => (TIMING.test(line) ? [index] : []))
  if (heads.length > MAX_CUES) return TOO_MANY_CUES
  const [first] = heads
  if (first === undefined || lines[0]!.startsWith('WEBVTT'))
    return { ok: false, errors: [noCues(lines)] }
  const errors: FileError[] = []
  const losses = findStrayText(lines, first)
  const cues = heads.flatMap((head, index) => {
    const read = readCue(lines, head, heads[index + 1] ?? lines.length)
    if (read.ok) {
      for (const lost of read.losses) losses.push({ cue: read.cue, lost })
      return [read.cue]
    }
    errors.push(read.error)
    return []
  })
  return readResult(cues, errors, losses)
}

function noCues(lines: string[]): FileError {
  const stray = lines.findIndex((line) => !BLANK.test(line))
  const message =
    stray < 0
      ? 'The file is empty'
      : 'Expected a cue number or cue times (00:00:01,000 --> 00:00:02,000)'
  return { line: Math.max(0, stray) + 1, column: 1, message }
}

/** Only a number should precede the first times. */
function findStrayText(lines: string[], head: number): Loss[] {
  const stray = lines.findIndex(
    (line, index) =>
      index < head && !BLANK.test(line) && !(index === head - 1 && NUMBER.test(line)),
  )
  return stray < 0
    ? []
    : [{ cue: null, lost: `The text before the first cue: ${lines[stray]!.trim().slice(0, 60)}` }]
}

type ReadCue = { ok: true; cue: Cue; losses: string[] } | { ok: false; error: FileError }

function readCue(lines: string[], head: number, next: number): ReadCue {
  const times = readTimes(lines[head]!)
  if (!times.ok) return fail(head, times.column, times.error)
  const end =
    next < lines.length && next - 1 > head && NUMBER.test(lines[next - 1]!) ? next - 1 : next
  const lost = findMissingTimes(lines, head, end)
  if (lost) return lost
  // As in ffmpeg, a blank line inside a cue is neither a row nor the end of the cue.
  const body: number[] = []
  for (let line = head + 1; line < end; line++) if (!BLANK.test(lines[line]!)) body.push(line)
  const text = body.map((line) => lines[line]).join('\n')
  const read = readTaggedText(text, 'subrip')
  if (read.ok)
    return {
      ok: true,
      cue: { start: times.start, stop: times.stop, text: read.text, ...read.place },
      losses: [...times.losses, ...read.losses],
    }
  const above = text.slice(0, read.offset).split('\n')
  return fail(body[above.length - 1]!, above.at(-1)!.length + 1, read.error)
}

/**
 * The next number after a blank line without times: the times are missing, and the text would be
 * read as part of this cue.
 */
function findMissingTimes(lines: string[], head: number, end: number): ReadCue | undefined {
  if (head + 2 >= end) return undefined
  const number = Number(NUMBER.exec(lines[head - 1] ?? '')?.[1])
  for (let line = head + 2; line < end; line++) {
    if (Number(NUMBER.exec(lines[line]!)?.[1]) === number + 1 && BLANK.test(lines[line - 1]!))
      return fail(line, 1, `cue ${number + 1} has no times`)
  }
  return undefined
}

type TimesResult =
  | { ok: true; start: number; stop: number; losses: string[] }
  | { ok: false; column: number; error: string }

function readTimes(line: string): TimesResult {
  const arrow = line.indexOf('-->')
  if (arrow < 0) return { ok: false, column: 1, error: 'cue times must be separated by -->' }
  const after = line.slice(arrow + 3).trimStart()
  const [word = ''] = after.split(/\s/, 1)
  const [first, second] = [line.search(/\S/) + 1, line.length - after.length + 1]
  const [start, stop] = [readTime(line.slice(0, arrow).trim()), readTime(word)]
  if (start === undefined)
    return { ok: false, column: first, error: 'a time must be written as 00:00:01,000' }
  if (stop === undefined)
    return { ok: false, column: second, error: 'a time must be written as 00:00:01,000' }
  const rest = after.slice(word.length).trim()
  const error = findTimeError({ start, stop: withDuration(start, stop) })
  if (error) return { ok: false, column: second, error: `the cue ${error}` }
  const losses = [
    ...(stop === start ? [NO_DURATION] : []),
    ...(rest === '' ? [] : [lostAfterTimes(rest)]),
  ]
  return { ok: true, start, stop: withDuration(start, stop), losses }
}

/** Digits after the comma are milliseconds, not a fraction: every player reads `,5` as 5 ms. */
function readTime(written: string): number | undefined {
  const [, hours = 0, minutes, seconds, thousandths = 0] = TIME.exec(written) ?? []
  return minutes === undefined
    ? undefined
    : clockToMs(Number(hours), Number(minutes), Number(seconds), Number(thousandths))
}

const fail = (index: number, column: number, message: string): ReadCue => ({
  ok: false,
  error: { line: index + 1, column, message },
})

function writeRows(cue: Cue): string[] {
  if (cue.text === '') return toNumpad(cue) === 2 ? [] : [positionTag(cue)]
  const rows = writeTaggedText(cue.text, 'subrip').map((row) =>
    BLANK.test(row) || TIMING.test(row) ? `${EMPTY_TAG}${row}` : row,
  )
  return rows.map((row, index) => (index === 0 ? `${positionTag(cue)}${row}` : row))
}

const positionTag = (cue: Cue) => (toNumpad(cue) === 2 ? '' : `{\\an${toNumpad(cue)}}`)
