// Two films that run as one. The first leads; the second follows it at a distance of so many seconds.
import type { Deck } from './deck.ts'
import { frameAt, momentOf } from './timecode.ts'

export type Correction = { seek: true } | { seek: false; speed: number }

/** Further apart than this it jumps; nearer it runs a little faster or slower, which nobody sees or hears. */
const FAR = 0.35
const HASTE = 0.08

/** What the follower does about being `drift` seconds ahead of its place. */
export function correctionOf(drift: number, rate: number): Correction {
  if (Math.abs(drift) > FAR) return { seek: true }
  return { seek: false, speed: Math.abs(drift) < 0.5 / rate ? 1 : drift > 0 ? 1 - HASTE : 1 + HASTE }
}

type Film = { deck: Deck; media: HTMLMediaElement }
type Parts = { lead: Film; follow: Film; /** By how many frames the follower is ahead. */ offset: () => number; rate: () => number }

/** The keys of one deck that work two. */
export function createPair({ lead, follow, offset, rate }: Parts): Deck & { align: () => void } {
  let frame = 0
  const ahead = () => offset() / rate()
  const place = (seconds: number) => { lead.deck.seek(seconds); follow.deck.seek(Math.max(0, seconds + ahead())) }
  const align = () => follow.deck.seek(Math.max(0, lead.deck.now() + ahead()))

  function keepInStep() {
    cancelAnimationFrame(frame)
    if (lead.media.paused) return
    const isHeld = lead.media.readyState < HTMLMediaElement.HAVE_FUTURE_DATA || lead.media.currentTime + ahead() < 0
    if (isHeld) follow.media.pause()
    else if (!follow.media.seeking && follow.media.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) correct()
    frame = requestAnimationFrame(keepInStep)
  }

  function correct() {
    const correction = correctionOf(follow.media.currentTime - lead.media.currentTime - ahead(), rate())
    if (correction.seek) align()
    else follow.media.playbackRate = lead.media.playbackRate * correction.speed
    if (follow.media.paused && !follow.media.ended) void follow.deck.play(lead.media.playbackRate)
  }

  async function play(speed = 1) {
    align()
    await Promise.all([lead.deck.play(speed), follow.deck.play(speed)])
    keepInStep()
  }

  function pause() {
    cancelAnimationFrame(frame)
    follow.deck.pause()
    lead.deck.pause()
    align()
  }

  return {
    now: lead.deck.now, align, play, pause, seek: place,
    toggle: () => void (lead.media.paused ? play() : pause()),
    step(frames) {
      pause()
      place(momentOf(Math.max(0, frameAt(lead.deck.now(), rate()) + frames), rate()))
    },
    shuttle(direction) {
      lead.deck.shuttle(direction)
      follow.deck.shuttle(direction)
      if (direction > 0) setTimeout(keepInStep, 100)
    },
    again: () => void play(),
    close() {
      cancelAnimationFrame(frame)
    },
  }
}
