import { millisecondsOf, type Rate } from '../../cue.ts'
import { clockTime } from '../times.ts'

const CLOCK = /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?$/
const FRAMES = /^(\d{1,2}):(\d\d):(\d\d)([:;])(\d\d)$/
const SECONDS = /^\d+(?:[.,]\d+)?$/

export type Time = { ok: true; time: number } | { ok: false; fault: string }

/** What a spreadsheet makes of times: what stands after the point is a fraction, and .5 is half a second. */
export function readTime(cell: string, rate: Rate): Time {
  const said = cell.trim()
  if (SECONDS.test(said)) return { ok: true, time: Math.round(Number(said.replace(',', '.')) * 1000) }
  const frames = FRAMES.exec(said)
  if (frames) return readFrames(frames, rate)
  const [, hours, minutes, seconds, fraction = ''] = CLOCK.exec(said) ?? []
  const time = hours === undefined ? undefined : clockTime(Number(hours), Number(minutes), Number(seconds), Number(fraction.padEnd(3, '0')))
  return time === undefined ? { ok: false, fault: 'a time is written 00:00:01,000 or 00:00:01:00, or is a number of seconds' } : { ok: true, time }
}

/** With a semicolon numbers are dropped to keep up with the clock: two (at 59.94 four) at each minute that is no tenth. */
function readFrames([, hours, minutes, seconds, sign, frames]: string[], rate: Rate): Time {
  const [fps, frame, minute] = [Math.round(rate.num / rate.den), Number(frames), Number(hours) * 60 + Number(minutes)]
  if (Number(minutes) > 59 || Number(seconds) > 59 || frame >= fps) return { ok: false, fault: `there is no such time at ${fps} frames a second` }
  const count = (minute * 60 + Number(seconds)) * fps + frame
  if (sign === ':') return { ok: true, time: millisecondsOf(count, rate) }
  const dropped = fps / 15
  if (rate.den !== 1001 || fps % 30 !== 0) return { ok: false, fault: 'only 29.97 and 59.94 frames a second drop numbers, which the semicolon says' }
  if (frame < dropped && seconds === '00' && minute % 10 !== 0) return { ok: false, fault: 'this number is dropped, and there is no such frame' }
  return { ok: true, time: millisecondsOf(count - dropped * (minute - Math.floor(minute / 10)), rate) }
}
