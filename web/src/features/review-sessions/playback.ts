import type { reviewsessions } from '@reelay/api/contract'

type Playback = reviewsessions.SessionPlayback

/** The position of the leader's film at a time on the clock of the service. */
export const positionAt = ({ isPlaying, seconds, speed, at }: Playback, now: number): number =>
  isPlaying ? Math.max(0, seconds + ((now - at) / 1000) * speed) : seconds

/** Members correct a smaller difference by themselves. */
const DRIFT_SECONDS = 0.06
/** Two positions of a film that stands still are the same frame. */
const SAME_FRAME_SECONDS = 0.001

/** Whether the members must hear about this position of the leader. */
export function differs(sent: Playback, current: Playback): boolean {
  if (sent.isPlaying !== current.isPlaying || sent.speed !== current.speed) return true
  const expected = positionAt(sent, current.at)
  const limit = current.isPlaying ? DRIFT_SECONDS : SAME_FRAME_SECONDS
  return Math.abs(expected - current.seconds) > limit
}

export const isSameFrame = (one: number, other: number): boolean =>
  Math.abs(one - other) <= SAME_FRAME_SECONDS
