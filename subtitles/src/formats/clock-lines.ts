// Lines with two times and an arrow, as in SubRip, also damaged ones.
import { formatTimecode } from '../cue.ts'
import { readDigits } from './digits.ts'
import { MAX_TIME } from './limits.ts'
import { OPEN_END, UNTIL_NEXT, clockToMs } from './times.ts'

const ARROW = String.raw`(?:-{1,4}[ \t]?>|\u2013{1,4}>|\u2014{1,4}>|={1,4}>|\u2192)`
/** Looks like cue times, valid or not. */
export const TIMING = /^\s*-?\d+\s*:\s*\d[^<]*?(?:->|–>|—>|→)\s*-?\d/
/** The same with letters for digits, and times of which one is not a time at all. */
const DAMAGED = new RegExp(
  String.raw`^\s{0,40}[-\u2212]?[\dOoIl|]{1,4}\s{0,8}[:.]\s{0,8}[\dOoIl|][^<]{0,80}?${ARROW}\s{0,40}[-\u2212]?[\dOoIl|]|^[^<]{0,40}-->\s{0,40}\d{1,2}:\d\d:\d\d[,.]\d{1,3}\s*$`,
)
/** Nearly no line has an arrow, and patterns read all of it. */
export const looksTimed = (line: string): boolean =>
  (line.includes('>') || line.includes('→')) && (TIMING.test(line) || DAMAGED.test(line))

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
const USUAL_LENGTH = '00:00:01,000 --> 00:00:02,000'.length

export function readTimes(line: string, isStrict: boolean): CueTimes {
  return readUsualTimes(line) ?? readStrictTimes(line, isStrict)
}

/** As nearly all files have them, without a pattern. */
function readUsualTimes(line: string): CueTimes | undefined {
  if (line.length !== USUAL_LENGTH || !line.startsWith(' --> ', 12)) return undefined
  const [start, stop] = [readUsualTime(line, 0), readUsualTime(line, 17)]
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

function readStrictTimes(line: string, isStrict: boolean): CueTimes {
  const lost = (column: number, message: string): CueTimes => {
    const times = { start: 0, stop: 0, column, second: column }
    const fault = { message, repair: '' }
    return isStrict ? { ...times, fault, isLost: true } : repair(line, { ...times, fault })
  }
  const arrow = line.indexOf('-->')
  if (arrow < 0) return lost(1, 'cue times must be separated by -->')
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
  /^\s{0,40}([-−])?\s{0,8}(?:(\d{1,4})\s{0,8}[:.]\s{0,8})?(\d{1,3})\s{0,8}[:.]\s{0,8}(\d{1,3})(?:\s{0,8}[,.:;]\s{0,8}(\d{1,3})\d{0,9})?(?=\s|$)/

/** Reads what has one meaning only. */
function repair(line: string, times: CueTimes): CueTimes {
  const arrow = ANY_ARROW.exec(line)
  const [before, after] = arrow
    ? [line.slice(0, arrow.index), line.slice(arrow.index + arrow[0].length)]
    : [line, '']
  const [first, second] = [readDamagedTime(before), readDamagedTime(after)]
  const startsTooLate = !second && first && first.time >= MAX_TIME
  if (!first || first.rest.trim() || startsTooLate) return { ...times, isLost: true }
  const fault = { ...times.fault!, repair: UNTIL_NEXT }
  if (!second) return { ...times, start: first.time, stop: OPEN_END, rest: after.trim(), fault }
  fault.repair = `read as ${formatTime(first.time)} --> ${formatTime(second.time)}`
  return {
    ...times,
    start: first.time,
    stop: second.time,
    second: line.length - after.trimStart().length + 1,
    rest: second.rest.trim(),
    fault,
  }
}

const formatTime = (time: number) => (time < 0 ? '-' : '') + formatTimecode(Math.abs(time))

/** A letter that looks like a digit, more than 59 seconds, three digits of hours, or a minus. */
function readDamagedTime(written: string): { time: number; rest: string } | undefined {
  const digits = written.slice(0, 20).replace(/[Oo]/g, '0').replace(/[Il|]/g, '1')
  const [whole, minus, hours = 0, minutes, seconds, thousandths = 0] =
    DAMAGED_TIME.exec(digits) ?? []
  if (whole === undefined) return undefined
  const time =
    ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(thousandths)
  return { time: minus ? -time : time, rest: written.slice(whole.length) }
}
