/** The largest time that HH:MM:SS can express. */
const MAX_TIME = 99 * 3_600_000 + 59 * 60_000 + 59_999

/** Milliseconds, or undefined if minutes or seconds exceed 59. */
export function clockToMs(
  hours: number,
  minutes: number,
  seconds: number,
  thousandths: number,
): number | undefined {
  return minutes < 60 && seconds < 60
    ? ((hours * 60 + minutes) * 60 + seconds) * 1000 + thousandths
    : undefined
}

/** A cue without duration gets the shortest one, so that its text is not lost. */
export const NO_DURATION = 'The cue has no duration; it lasts 1 ms now'
export const withDuration = (start: number, stop: number): number =>
  stop === start ? stop + 1 : stop

/** Why the times are invalid, or undefined. */
export function findTimeError({
  start,
  stop,
}: {
  start: number
  stop: number
}): string | undefined {
  if (stop <= start) return 'ends before it starts'
  return stop > MAX_TIME ? 'ends after 99:59:59' : undefined
}
