import { formatTimecode } from '../../cue.ts'
import { clockToMs } from '../times.ts'

const TIME = /[ \t\f]*(?:(\d+):)?(\d\d):(\d\d)\.(\d{3})(?!\d)/y
const ARROW = /[ \t\f]*-->[ \t\f]*/y

/** `column` locates the error, or the second time. */
export type CueTimesResult =
  | { ok: true; start: number; stop: number; column: number; settings: string }
  | { ok: false; column: number }

export function readTimes(line: string): CueTimesResult {
  const start = parseTimeAt(line, 0)
  if (!start) return { ok: false, column: 1 }
  ARROW.lastIndex = start.end
  if (!ARROW.test(line)) return { ok: false, column: start.end + 1 }
  const column = ARROW.lastIndex + 1
  const stop = parseTimeAt(line, ARROW.lastIndex)
  return stop
    ? { ok: true, start: start.time, stop: stop.time, column, settings: line.slice(stop.end) }
    : { ok: false, column }
}

export const formatTime = (milliseconds: number): string =>
  formatTimecode(milliseconds).replace(',', '.')

function parseTimeAt(line: string, from: number): { time: number; end: number } | undefined {
  TIME.lastIndex = from
  const [, hours = 0, minutes, seconds, thousandths] = TIME.exec(line) ?? []
  const time =
    minutes === undefined
      ? undefined
      : clockToMs(Number(hours), Number(minutes), Number(seconds), Number(thousandths))
  return time === undefined ? undefined : { time, end: TIME.lastIndex }
}
