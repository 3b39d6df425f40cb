// Frames and the timecode of SMPTE ST 12-1. At 29.97 a clock that counts 30 frames a second runs
// 3.6 s an hour behind, so drop frame
// leaves out the numbers 00 and 01 of every minute but each tenth. It leaves out numbers, never
// pictures.
import type { FrameRate } from './cue.ts'

/** How frames are numbered. */
export type FrameCount = { rate: FrameRate; drop: boolean }

const HOURS = 24

/** '24000/1001' as a media file says it, where it says something that can be counted. */
export function parseFrameRate(said: string): FrameRate | undefined {
  const [num, den] = (/^(\d{1,9})\/(\d{1,9})$/.exec(said) ?? []).slice(1).map(Number)
  return num && den && nominalRate({ num, den }) > 0 ? { num, den } : undefined
}

/** Frames in what a clock calls a second: 24 at 23.976, 30 at 29.97. */
export const nominalRate = ({ num, den }: FrameRate): number => Math.round(num / den)

/** Only a multiple of 29.97 can be counted with drop frame. */
export const allowsDropFrame = (rate: FrameRate): boolean =>
  rate.num * 1001 === nominalRate(rate) * 1000 * rate.den && nominalRate(rate) % 30 === 0

/**
 * HH:MM:SS:FF, with a semicolon before the frames where numbers are dropped. A day later it begins
 * anew, as clocks do; so it does before midnight.
 */
export function formatSmpte(frame: number, count: FrameCount): string {
  const { second, minute, ten, dropped } = frameSizes(count)
  const day = ten * 6 * HOURS
  const within = ((frame % day) + day) % day
  const [tens, rest] = [Math.floor(within / ten), within % ten]
  const minutes = rest < second * 60 ? 0 : 1 + Math.floor((rest - second * 60) / minute)
  const number = within + dropped * (tens * 9 + minutes)
  const two = (amount: number) => String(Math.floor(amount)).padStart(2, '0')
  return `${two(number / second / 3600)}:${two((number / second / 60) % 60)}:${two((number / second) % 60)}${count.drop ? ';' : ':'}${two(number % second)}`
}

/**
 * The frame that has this timecode; nothing where no frame has: the seconds go to 59, and a dropped
 * number is nobody's.
 */
export function parseSmpte(code: string, count: FrameCount): number | undefined {
  const found = /^(\d{2}):(\d{2}):(\d{2})[:;.](\d{2,3})$/.exec(code)
  if (!found) return undefined
  const label = found.slice(1).map(Number) as [number, number, number, number]
  return label[0] >= HOURS ? undefined : labelToFrame(label, count)
}

/** The same in numbers; hours may go on beyond a day. */
export function labelToFrame(
  [hours, minutes, seconds, frames]: readonly [number, number, number, number],
  count: FrameCount,
): number | undefined {
  const { second, dropped } = frameSizes(count)
  const isDropped = minutes % 10 > 0 && seconds === 0 && frames < dropped
  if (minutes > 59 || seconds > 59 || frames >= second || isDropped) return undefined
  const passed = hours * 60 + minutes
  return (passed * 60 + seconds) * second + frames - dropped * (passed - Math.floor(passed / 10))
}

/**
 * How many frames a second, a minute and ten minutes have, and how many numbers a minute leaves
 * out: two at 29.97, four at 59.94.
 */
function frameSizes({ rate, drop }: FrameCount) {
  const second = nominalRate(rate)
  const dropped = drop ? second / 15 : 0
  return { second, minute: second * 60 - dropped, ten: second * 600 - dropped * 9, dropped }
}
