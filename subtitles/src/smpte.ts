// SMPTE ST 12-1 timecode. At 29.97 fps, counting 30 frames a second falls 3.6 s an hour behind.
// Drop frame therefore skips labels 00 and 01 of every minute except each tenth. It skips labels,
// never frames.
import type { FrameRate } from './cue.ts'

/** How frames are labelled. */
export type FrameCount = { rate: FrameRate; drop: boolean }

const HOURS = 24

/** Parses a rate as ffprobe prints it, such as `24000/1001`. */
export function parseFrameRate(text: string): FrameRate | undefined {
  const [num, den] = (/^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? []).slice(1).map(Number)
  return num && den && nominalRate({ num, den }) > 0 ? { num, den } : undefined
}

/** Frames per labelled second: 24 at 23.976, 30 at 29.97. */
export const nominalRate = ({ num, den }: FrameRate): number => Math.round(num / den)

/** Drop frame exists only for multiples of 29.97. */
export const allowsDropFrame = (rate: FrameRate): boolean =>
  rate.num * 1001 === nominalRate(rate) * 1000 * rate.den && nominalRate(rate) % 30 === 0

/**
 * HH:MM:SS:FF, with a semicolon before the frames for drop frame. Wraps after 24 hours; negative
 * frames count back from midnight.
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

/** The frame with this timecode, or undefined if no frame has it. */
export function parseSmpte(code: string, count: FrameCount): number | undefined {
  const found = /^(\d{2}):(\d{2}):(\d{2})[:;.](\d{2,3})$/.exec(code)
  if (!found) return undefined
  const label = found.slice(1).map(Number) as [number, number, number, number]
  return label[0] >= HOURS ? undefined : labelToFrame(label, count)
}

/** The same from numbers. Hours may exceed 23. */
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

/** For a label that drop frame skips, the frame that follows; undefined for any other label. */
export function nextLabelledFrame(
  [hours, minutes, seconds, frames]: readonly [number, number, number, number],
  count: FrameCount,
): number | undefined {
  const { dropped } = frameSizes(count)
  return frames < dropped ? labelToFrame([hours, minutes, seconds, dropped], count) : undefined
}

/**
 * Frames per second, per minute and per ten minutes, and labels dropped per minute: 2 at 29.97, 4
 * at 59.94.
 */
function frameSizes({ rate, drop }: FrameCount) {
  const second = nominalRate(rate)
  const dropped = drop ? second / 15 : 0
  return { second, minute: second * 60 - dropped, ten: second * 600 - dropped * 9, dropped }
}
