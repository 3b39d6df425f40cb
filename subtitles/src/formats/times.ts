import type { Cue } from '../cue.ts'
import { MAX_TIME } from './limits.ts'
import type { ReadCode } from './read-codes.ts'
import { leftOut, type Place, type ReadReport } from './report.ts'

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
const NO_DURATION = 'The cue has no duration; it lasts 1 ms now'
/** The end of a cue that has none. The report replaces it. */
export const OPEN_END = NaN
export const UNTIL_NEXT = 'it lasts until the next one, 4 s at most'

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

/**
 * Repairs the times of a cue. Returns false if it is never on screen and is left out. A cue whose
 * end is unknown was reported by its reader.
 */
export function repairTimes(
  cue: Cue,
  report: ReadReport,
  place: Place,
  subject = 'the cue',
): boolean {
  const { start, stop } = cue
  if (start >= 0 && start < stop && stop <= MAX_TIME) return true
  const fault = (code: ReadCode, message: string, repair: string) =>
    report.fault({ code, ...place, message: `${subject} ${message}`, repair, cue })
  if (start >= MAX_TIME || (start < 0 && stop <= 0)) {
    fault(
      'out-of-range',
      start < 0 ? 'is before the start of the film' : 'ends after 99:59:59',
      leftOut([cue.speaker, cue.text.replace(/<[^<>]*>/g, ' ')].filter(Boolean).join(': ')),
    )
    return false
  }
  if (start < 0) {
    cue.start = 0
    fault('out-of-range', 'starts before the film', 'it starts at 0 now')
  }
  if (stop > MAX_TIME) {
    cue.stop = MAX_TIME
    fault('out-of-range', 'ends after 99:59:59', 'it ends there now')
  } else if (stop < start) {
    cue.stop = OPEN_END
    fault('inverted', 'ends before it starts', UNTIL_NEXT)
  } else if (stop === start) {
    cue.stop++
    report.lose('no-duration', cue, NO_DURATION)
  }
  return true
}
