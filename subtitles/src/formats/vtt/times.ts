import { formatTimecode } from '../../cue.ts'
import { clockTime } from '../times.ts'

const TIME = /[ \t\f]*(?:(\d+):)?(\d\d):(\d\d)\.(\d{3})(?!\d)/y
const ARROW = /[ \t\f]*-->[ \t\f]*/y

/** `column` is where the fault is, or where the second time stands. */
export type Times =
  | { ok: true; start: number; stop: number; column: number; settings: string }
  | { ok: false; column: number }

export function readTimes(line: string): Times {
  const start = timeAt(line, 0)
  if (!start) return { ok: false, column: 1 }
  ARROW.lastIndex = start.end
  if (!ARROW.test(line)) return { ok: false, column: start.end + 1 }
  const column = ARROW.lastIndex + 1
  const stop = timeAt(line, ARROW.lastIndex)
  return stop
    ? { ok: true, start: start.time, stop: stop.time, column, settings: line.slice(stop.end) }
    : { ok: false, column }
}

export const writeTime = (milliseconds: number): string =>
  formatTimecode(milliseconds).replace(',', '.')

function timeAt(line: string, from: number): { time: number; end: number } | undefined {
  TIME.lastIndex = from
  const [, hours = 0, minutes, seconds, thousandths] = TIME.exec(line) ?? []
  const time =
    minutes === undefined
      ? undefined
      : clockTime(Number(hours), Number(minutes), Number(seconds), Number(thousandths))
  return time === undefined ? undefined : { time, end: TIME.lastIndex }
}
