// Two films that run as one. The first leads; the second follows it at a distance of so many
// seconds.
import type { PlayerController } from './player-controller.ts'
import { frameAt, momentOf } from './timecode.ts'

export type Correction = { seek: true } | { seek: false; speed: number }

/**
 * Further apart than this it jumps; nearer it runs a little faster or slower, which nobody sees or
 * hears.
 */
const FAR = 0.35
const HASTE = 0.08

/** What the follower does about being `drift` seconds ahead of its place. */
export function correctionOf(drift: number, rate: number): Correction {
  if (Math.abs(drift) > FAR) return { seek: true }
  return {
    seek: false,
    speed: Math.abs(drift) < 0.5 / rate ? 1 : drift > 0 ? 1 - HASTE : 1 + HASTE,
  }
}

/** Nearer than this, two that stand still show the same frame. */
const STILL = 0.001

/**
 * One that follows a film which somebody else steers: it is put beside it, and runs and rests with
 * it.
 */
export function keepUp({ lead, follow, rate }: { lead: Film; follow: Film; rate: number }) {
  const drift = follow.deck.now() - lead.deck.now()
  if (lead.media.paused) {
    if (!follow.media.paused) follow.deck.pause()
    if (Math.abs(drift) > STILL && !follow.media.seeking) follow.deck.seek(lead.deck.now())
    return
  }
  const correction = correctionOf(drift, rate)
  if (correction.seek && !follow.media.seeking) follow.deck.seek(lead.deck.now())
  follow.media.playbackRate = lead.media.playbackRate * (correction.seek ? 1 : correction.speed)
  if (follow.media.paused && !follow.media.ended) void follow.deck.play(lead.media.playbackRate)
}

type Film = { deck: PlayerController; media: HTMLMediaElement }
type Parts = {
  lead: Film
  follow: Film
  /** By how many frames the follower is ahead. */ offset: () => number
  rate: () => number
}

/** The keys of one deck that work two. */
export function syncControllers({
  lead,
  follow,
  offset,
  rate,
}: Parts): PlayerController & { align: () => void } {
  let frame = 0
  /** At which speed both shall run as soon as both can; null while they rest. */
  let starting: number | null = null
  const films = [lead, follow]
  const ahead = () => offset() / rate()
  const place = (seconds: number) => {
    lead.deck.seek(seconds)
    follow.deck.seek(Math.max(0, seconds + ahead()))
  }
  const align = () => follow.deck.seek(Math.max(0, lead.deck.now() + ahead()))

  function keepInStep() {
    cancelAnimationFrame(frame)
    if (lead.media.paused) return
    const correction = correctionOf(
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
    place(lead.media.ended ? 0 : lead.deck.now())
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
    void Promise.all(films.map(({ deck }) => deck.play(speed))).then(keepInStep)
  }

  function pause() {
    cancelAnimationFrame(frame)
    starting = null
    films.forEach(({ deck }) => deck.pause())
    align()
  }

  return {
    now: lead.deck.now,
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
      place(momentOf(Math.max(0, frameAt(lead.deck.now(), rate()) + frames), rate()))
    },
    shuttle(direction) {
      if (direction > 0) play(lead.media.paused ? 1 : Math.min(4, lead.media.playbackRate * 2))
      else {
        cancelAnimationFrame(frame)
        starting = null
        films.forEach(({ deck }) => deck.shuttle(-1))
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
