// Lines with two times and an arrow, as in SubRip, also damaged ones.
import { formatTimecode, frameToMs, type FrameRate } from '../cue.ts'
import { nominalRate } from '../smpte.ts'
import { readDigits } from './digits.ts'
import { MAX_TIME } from './limits.ts'
import { OPEN_END, UNTIL_NEXT, clockToMs } from './times.ts'

const ARROW = String.raw`(?:-{1,4}[ \t]?>|\u2013{1,4}>|\u2014{1,4}>|={1,4}>|\u2192)`
/** A tag ends with > as well. */
const HEAD_OF_ARROW = /[-=\u2013\u2014\uff0d][ \t]?(?:[>\uff1e]|&gt;)|\u2192/
/** Times as players read them, valid or not. */
const TIMING = /^\s*-?\d+\s*:\s*\d[^<]*?(?:->|–>|—>|→)\s*-?\d/
/** The same with letters for digits, and times of which one is not a time at all. */
const DAMAGED = new RegExp(
  String.raw`^\s{0,40}[-\u2212]?[\dOoIl|]{1,4}\s{0,8}[:.]\s{0,8}[-\u2212]?[\dOoIl|][^<]{0,80}?${ARROW}\s{0,40}[-\u2212]?[\dOoIl|]|^[^<]{0,40}-->\s{0,40}\d{1,2}:\d\d:\d\d[,.]\d{1,3}\s*$`,
)
const USUAL_LENGTH = '00:00:01,000 --> 00:00:02,000'.length
const USUAL_ARROW = ' --> '

/** Nearly all lines have no arrow, and the other patterns read all of it. */
export const looksTimed = (line: string): boolean =>
  (line.length === USUAL_LENGTH && line.startsWith(USUAL_ARROW, 12)) ||
  (HEAD_OF_ARROW.test(line) && (TIMING.test(line) || DAMAGED.test(toUsualSigns(line))))

const UNUSUAL = /[^\x20-\x7e]|&gt;|^\s*(?:\d+[ \t.)]|[[(])/
const MARKS = /\p{Cf}/gu
const FULL_WIDTH = /[\uff0c-\uff1e]/g
const OTHER_DIGITS = /(?!\d)\p{Nd}/gu
/** A number or a bracket before the times on the same line. */
const BEFORE = /^\s{0,40}(?:\d{1,6}[ \t.)]{1,4}(?=\d{1,3}:\d\d:\d)|[[(]\s{0,8}(?=[-\d]))/

/** Invisible marks, digits of other scripts, HTML, and a number or a bracket before the times. */
function toUsualSigns(line: string): string {
  if (!UNUSUAL.test(line)) return line
  return line
    .replaceAll('&gt;', '>')
    .replace(MARKS, '')
    .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(OTHER_DIGITS, toDigit)
    .replace(BEFORE, '')
}

/** The digits of each script follow one another, from zero on. */
function toDigit(digit: string): string {
  let zero = digit.codePointAt(0)!
  const code = zero
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String(code - zero)
}

/**
 * `column` is that of the fault, `second` that of the second time. Without a start that can be read,
 * the times are lost.
 */
export type CueTimes = {
  start: number
  stop: number
  column: number
  second: number
  rest?: string
  fault?: { message: string; repair: string }
  isLost?: true
}

const MALFORMED = 'a time must be written as 00:00:01,000'
const NO_ARROW = 'cue times must be separated by -->'

/** `rate` is that of times which end with frames. */
export function readTimes(
  line: string,
  { isStrict, rate }: { isStrict: boolean; rate: FrameRate },
): CueTimes {
  const times: CueTimes = readUsualTimes(line) ?? readStrictTimes(line)
  return times.isLost && !isStrict ? repair(toUsualSigns(line), times, rate) : times
}

/** As nearly all files have them, without a pattern. */
export function readUsualTimes(
  line: string,
): { start: number; stop: number; column: number; second: number } | undefined {
  if (line.length !== USUAL_LENGTH || !line.startsWith(' --> ', 12)) return undefined
  const start = readUsualTime(line, 0)
  const stop = start < 0 ? -1 : readUsualTime(line, 17)
  return start < 0 || stop < 0 ? undefined : { start, stop, column: 1, second: 18 }
}

const [COLON, COMMA] = [0x3a, 0x2c]
/** Or -1. */
function readUsualTime(line: string, at: number): number {
  if (line.charCodeAt(at + 2) !== COLON || line.charCodeAt(at + 5) !== COLON) return -1
  if (line.charCodeAt(at + 8) !== COMMA) return -1
  const hours = readDigits(line, at, at + 2)
  const minutes = readDigits(line, at + 3, at + 5)
  const seconds = readDigits(line, at + 6, at + 8)
  const thousandths = readDigits(line, at + 9, at + 12)
  if (hours < 0 || minutes < 0 || seconds < 0 || thousandths < 0) return -1
  return clockToMs(hours, minutes, seconds, thousandths) ?? -1
}

function readStrictTimes(line: string): CueTimes {
  const lost = (column: number, message: string): CueTimes => ({
    start: 0,
    stop: 0,
    column,
    second: column,
    fault: { message, repair: '' },
    isLost: true,
  })
  const arrow = line.indexOf('-->')
  if (arrow < 0) return lost(1, NO_ARROW)
  const after = line.slice(arrow + 3).trimStart()
  const [word = ''] = after.split(/\s/, 1)
  const [first, second] = [line.search(/\S/) + 1, line.length - after.length + 1]
  const [start, stop] = [readTime(line.slice(0, arrow).trim()), readTime(word)]
  if (start === undefined) return lost(first, MALFORMED)
  if (stop === undefined) return lost(second, MALFORMED)
  return { start, stop, column: first, second, rest: after.slice(word.length).trim() }
}

const TIME = /^(?:(\d{1,2}):)?(\d{1,2}):(\d{1,2})(?:[,.](\d{1,3}))?$/
/** Digits after the comma are milliseconds, not a fraction: every player reads `,5` as 5 ms. */
function readTime(written: string): number | undefined {
  const [, hours = 0, minutes, seconds, thousandths = 0] = TIME.exec(written) ?? []
  return minutes === undefined
    ? undefined
    : clockToMs(Number(hours), Number(minutes), Number(seconds), Number(thousandths))
}

const ANY_ARROW = new RegExp(ARROW)
const DAMAGED_TIME =
  /^\s{0,40}(?:([-−]?\d{1,4})\s{0,8}[:.]\s{0,8})?([-−]?\d{1,3})\s{0,8}[:.]\s{0,8}([-−]?\d{1,2})(?:\s{0,8}([,.:;])\s{0,8}([-−]?\d{1,3})\d{0,9})?(?=[\s\])]|$)/

/** Reads what has one meaning only. */
function repair(line: string, times: CueTimes, rate: FrameRate): CueTimes {
  const arrow = ANY_ARROW.exec(line)
  const [before, after] = arrow
    ? [line.slice(0, arrow.index), line.slice(arrow.index + arrow[0].length)]
    : [line, '']
  const [first, second] = [readDamagedTime(before, rate), readDamagedTime(after, rate)]
  const startsTooLate = !second && first && first.time >= MAX_TIME
  if (!first || first.rest.trim() || startsTooLate) return times
  const { isLost: _, ...found } = times
  const fault = { ...times.fault!, repair: UNTIL_NEXT }
  if (!second) return { ...found, start: first.time, stop: OPEN_END, rest: after.trim(), fault }
  fault.repair = `read as ${formatTime(first.time)} --> ${formatTime(second.time)}`
  return {
    ...found,
    start: first.time,
    stop: second.time,
    second: line.length - after.trimStart().length + 1,
    rest: second.rest.replace(/^[\s\])]+/, '').trim(),
    fault,
  }
}

const formatTime = (time: number) => (time < 0 ? '-' : '') + formatTimecode(Math.abs(time))
const MINUS = /[-−]/

/** A letter that looks like a digit, more than 59 seconds, three digits of hours, or a minus. */
function readDamagedTime(
  written: string,
  rate: FrameRate,
): { time: number; rest: string } | undefined {
  const digits = written.slice(0, 24).replace(/[Oo]/g, '0').replace(/[Il|]/g, '1')
  const [whole, ...parts] = DAMAGED_TIME.exec(digits) ?? []
  if (whole === undefined) return undefined
  const sign = parts[3]
  const [hours, minutes, seconds, last] = [0, 1, 2, 4].map((at) =>
    Number(parts[at]?.replace(MINUS, '') ?? 0),
  ) as [number, number, number, number]
  // 00:00:01:12 are frames, as in all timecode.
  const isFrame =
    (sign === ':' || sign === ';') && parts[4]?.length === 2 && last < nominalRate(rate)
  const time =
    ((hours * 60 + minutes) * 60 + seconds) * 1000 + (isFrame ? frameToMs(last, rate) : last)
  const isNegative = parts.some((part) => part !== undefined && MINUS.test(part))
  return { time: isNegative ? -time : time, rest: written.slice(whole.length) }
}
