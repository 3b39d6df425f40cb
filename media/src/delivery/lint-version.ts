// Checks of a complete version against the original of the asset.
import type { Probe } from '../types.ts'
import type { DeliveryContext, LintResult } from './lint-types.ts'
import { formatSeconds, framesPerSecond } from './lint-values.ts'
import { DURATION_TOLERANCE } from './targets.ts'

type Probed = { probe: Probe }

export function noPicture({ probe }: Probed, { original }: DeliveryContext): LintResult {
  return !probe.video && (!original || original.video)
    ? { message: 'The file has no picture, but a version with a picture was ordered.' }
    : undefined
}

export function noSound({ probe }: Probed, { original }: DeliveryContext): LintResult {
  return probe.audio.length === 0 && (!original || original.audio.length)
    ? { message: 'The file has no sound track, but the version has sound.' }
    : undefined
}

export function duration({ probe }: Probed, { original }: DeliveryContext): LintResult {
  if (!probe.duration || !original?.duration) return undefined
  const limit = Math.max(DURATION_TOLERANCE.seconds, original.duration * DURATION_TOLERANCE.share)
  if (difference(probe, original) <= limit) return undefined
  const [actual, expected] = [formatSeconds(probe.duration), formatSeconds(original.duration)]
  return {
    message: `The file is ${actual} long; the original is ${expected}.`,
    value: actual,
    limit: `${expected} ± ${formatSeconds(limit)}`,
  }
}

/** A film played at a television rate runs up to 5 % faster, which is not an error. */
function difference(probe: Probe, original: Probe): number {
  const speed =
    probe.video && original.video
      ? framesPerSecond(original.video.frameRate) / framesPerSecond(probe.video.frameRate)
      : 1
  const factors = Math.abs(speed - 1) < 0.05 ? [1, speed] : [1]
  return Math.min(
    ...factors.map((factor) => Math.abs(probe.duration! - original.duration! * factor)),
  )
}
