// Frames and the labels people read them by. A rate of 29.97 may leave out labels (never frames) to keep up with the clock.
import type { Rate } from '../cue.ts'

export const NTSC: Rate = { num: 30_000, den: 1001 }
/** How many labels a second has: 24 for 23.976. */
export const labelsPerSecond = ({ num, den }: Rate): number => Math.round(num / den)
const PER_MINUTE = 1798
const PER_TEN_MINUTES = 17_982

/** HH:MM:SS:FF of a frame, parted by a semicolon where labels are dropped. */
export function labelOf(frame: number, perSecond: number, drop = false): string {
  const label = drop ? frame + dropped(frame) : frame
  const two = (amount: number) => String(Math.floor(amount)).padStart(2, '0')
  return `${two(label / perSecond / 3600)}:${two(label / perSecond / 60 % 60)}:${two(label / perSecond % 60)}${drop ? ';' : ':'}${two(label % perSecond)}`
}

/** Which frame a label stands on; none where it names a label that does not exist. */
export function frameAt([hours, minutes, seconds, frames]: readonly number[], perSecond: number, drop = false): number | undefined {
  if (minutes! > 59 || seconds! > 59 || frames! >= perSecond || drop && frames! < 2 && seconds === 0 && minutes! % 10 !== 0) return undefined
  const all = hours! * 60 + minutes!
  return (all * 60 + seconds!) * perSecond + frames! - (drop ? 2 * (all - Math.floor(all / 10)) : 0)
}

/** Two labels are left out at each minute but every tenth. */
function dropped(frame: number): number {
  const rest = frame % PER_TEN_MINUTES
  return 18 * Math.floor(frame / PER_TEN_MINUTES) + (rest < 1800 ? 0 : 2 * (1 + Math.floor((rest - 1800) / PER_MINUTE)))
}
