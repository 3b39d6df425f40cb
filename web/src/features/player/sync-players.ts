// Two films that run as one. The first leads; the second follows it at a distance of so many
// seconds.
import type { PlayerController } from './player-controller.ts'
import { frameAt, timeOfFrame } from './timecode.ts'

export type Correction = { seek: true } | { seek: false; speed: number }

/**
 * Further apart than this it jumps; nearer it runs a little faster or slower, which nobody sees or
 * hears.
 */
const SEEK_THRESHOLD_SECONDS = 0.35
const SPEED_ADJUSTMENT = 0.08

/** What the follower does about being `drift` seconds ahead of its place. */
export function planCorrection(drift: number, rate: number): Correction {
  if (Math.abs(drift) > SEEK_THRESHOLD_SECONDS) return { seek: true }
  return {
    seek: false,
    speed:
      Math.abs(drift) < 0.5 / rate ? 1 : drift > 0 ? 1 - SPEED_ADJUSTMENT : 1 + SPEED_ADJUSTMENT,
  }
}

/** Nearer than this, two that stand still show the same frame. */
const SAME_FRAME_SECONDS = 0.001

/**
 * One that follows a film which somebody else steers: it is put beside it, and runs and rests with
 * it.
 */
export function followPlayer({
  lead,
  follow,
  rate,
}: {
  lead: SyncedPlayer
  follow: SyncedPlayer
  rate: number
}) {
  const drift = follow.controller.now() - lead.controller.now()
  if (lead.media.paused) {
    if (!follow.media.paused) follow.controller.pause()
    if (Math.abs(drift) > SAME_FRAME_SECONDS && !follow.media.seeking)
      follow.controller.seek(lead.controller.now())
    return
  }
  const correction = planCorrection(drift, rate)
  if (correction.seek && !follow.media.seeking) follow.controller.seek(lead.controller.now())
  follow.media.playbackRate = lead.media.playbackRate * (correction.seek ? 1 : correction.speed)
  if (follow.media.paused && !follow.media.ended)
    void follow.controller.play(lead.media.playbackRate)
}

type SyncedPlayer = { controller: PlayerController; media: HTMLMediaElement }
type Options = {
  lead: SyncedPlayer
  follow: SyncedPlayer
  /** By how many frames the follower is ahead. */ offset: () => number
  rate: () => number
}

/** The keys of one controller that work two. */
export function syncControllers({
  lead,
  follow,
  offset,
  rate,
}: Options): PlayerController & { align: () => void } {
  let frame = 0
  /** At which speed both shall run as soon as both can; null while they rest. */
  let starting: number | null = null
  const films = [lead, follow]
  const ahead = () => offset() / rate()
  const place = (seconds: number) => {
    lead.controller.seek(seconds)
    follow.controller.seek(Math.max(0, seconds + ahead()))
  }
  const align = () => follow.controller.seek(Math.max(0, lead.controller.now() + ahead()))

  function keepInStep() {
    cancelAnimationFrame(frame)
    if (lead.media.paused) return
    const correction = planCorrection(
      follow.media.currentTime - lead.media.currentTime - ahead(),
      rate(),
    )
    // One that has ended, or has not begun, has no place to keep.
    const isBeside = lead.media.currentTime + ahead() >= 0 && !follow.media.ended
    if (isBeside && (correction.seek || follow.media.paused)) play(lead.media.playbackRate)
    else {
      if (isBeside && !correction.seek)
        follow.media.playbackRate = lead.media.playbackRate * correction.speed
      frame = requestAnimationFrame(keepInStep)
    }
  }

  /**
   * Both stand still until both can go on: one that jumps after the other while it runs is late
   * again when it arrives.
   */
  function play(speed = 1) {
    films.forEach(({ media }) => media.pause())
    place(lead.media.ended ? 0 : lead.controller.now())
    starting = speed
    startWhenReady()
  }

  function startWhenReady() {
    cancelAnimationFrame(frame)
    if (starting === null) return
    if (
      !films.every(
        ({ media }) =>
          media.ended || (!media.seeking && media.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA),
      )
    ) {
      frame = requestAnimationFrame(startWhenReady)
      return
    }
    const speed = starting
    starting = null
    void Promise.all(films.map(({ controller }) => controller.play(speed))).then(keepInStep)
  }

  function pause() {
    cancelAnimationFrame(frame)
    starting = null
    films.forEach(({ controller }) => controller.pause())
    align()
  }

  return {
    now: lead.controller.now,
    align,
    pause,
    play: (speed) => Promise.resolve(play(speed)),
    seek: place,
    toggle() {
      if (lead.media.paused && starting === null) play()
      else pause()
    },
    step(frames) {
      pause()
      place(timeOfFrame(Math.max(0, frameAt(lead.controller.now(), rate()) + frames), rate()))
    },
    shuttle(direction) {
      if (direction > 0) play(lead.media.paused ? 1 : Math.min(4, lead.media.playbackRate * 2))
      else {
        cancelAnimationFrame(frame)
        starting = null
        films.forEach(({ controller }) => controller.shuttle(-1))
      }
    },
    again() {
      play()
    },
    close() {
      cancelAnimationFrame(frame)
      starting = null
    },
  }
}
