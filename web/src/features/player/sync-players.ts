// Plays two films in sync. The first leads; the second follows with an offset in frames.
import type { PlayerController } from './player-controller.ts'
import { frameAt, timeOfFrame } from './timecode.ts'

export type Correction = { seek: true } | { seek: false; speed: number }

/** A larger drift is corrected by seeking, a smaller one by a change of speed nobody notices. */
const SEEK_THRESHOLD_SECONDS = 0.35
const SPEED_ADJUSTMENT = 0.08

/** How the follower corrects being `drift` seconds ahead. */
export function planCorrection(drift: number, rate: number): Correction {
  if (Math.abs(drift) > SEEK_THRESHOLD_SECONDS) return { seek: true }
  const isInSync = Math.abs(drift) < 0.5 / rate
  const slowerOrFaster = drift > 0 ? 1 - SPEED_ADJUSTMENT : 1 + SPEED_ADJUSTMENT
  return { seek: false, speed: isInSync ? 1 : slowerOrFaster }
}

/** Two paused films this close show the same frame. */
const SAME_FRAME_SECONDS = 0.001

/** Makes `follow` seek, play and pause with a film that is controlled elsewhere. */
export function followPlayer({
  lead,
  follow,
  rate,
}: {
  lead: SyncedPlayer
  follow: SyncedPlayer
  rate: number
}) {
  const leadTime = lead.controller.currentTime()
  const drift = follow.controller.currentTime() - leadTime
  if (lead.media.paused) {
    if (!follow.media.paused) follow.controller.pause()
    if (Math.abs(drift) > SAME_FRAME_SECONDS && !follow.media.seeking)
      follow.controller.seek(leadTime)
    return
  }
  const correction = planCorrection(drift, rate)
  if (correction.seek && !follow.media.seeking) follow.controller.seek(leadTime)
  follow.media.playbackRate = lead.media.playbackRate * (correction.seek ? 1 : correction.speed)
  if (follow.media.paused && !follow.media.ended)
    void follow.controller.play(lead.media.playbackRate)
}

type SyncedPlayer = { controller: PlayerController; media: HTMLMediaElement }
type Options = {
  lead: SyncedPlayer
  follow: SyncedPlayer
  /** By how many frames the follower is ahead. */
  offset: () => number
  rate: () => number
}

/** One controller for two players. */
export function syncControllers({
  lead,
  follow,
  offset,
  rate,
}: Options): PlayerController & { align: () => void } {
  const playback = createSyncedPlayback({ lead, follow, offset, rate })
  const { play, pause, stop, seek, align } = playback
  return {
    currentTime: lead.controller.currentTime,
    readyUntil: lead.controller.readyUntil,
    isWaiting: lead.controller.isWaiting,
    align,
    pause,
    play: (speed) => Promise.resolve(play(speed)),
    seek,
    toggle() {
      if (lead.media.paused && !playback.isStarting()) play()
      else pause()
    },
    step(frames) {
      pause()
      const frame = frameAt(lead.controller.currentTime(), rate()) + frames
      seek(timeOfFrame(Math.max(0, frame), rate()))
    },
    shuttle(direction) {
      if (direction > 0) {
        play(lead.media.paused ? 1 : Math.min(4, lead.media.playbackRate * 2))
        return
      }
      stop()
      lead.controller.shuttle(-1)
      follow.controller.shuttle(-1)
    },
    setSpeed(speed) {
      lead.controller.setSpeed(speed)
      follow.controller.setSpeed(speed)
    },
    retry() {
      play()
    },
    close: stop,
  }
}

function createSyncedPlayback({ lead, follow, offset, rate }: Options) {
  let frame = 0
  /** The speed to start at as soon as both films can play; null otherwise. */
  let startingSpeed: number | null = null
  const players = [lead, follow]
  const offsetSeconds = () => offset() / rate()
  const align = () =>
    follow.controller.seek(Math.max(0, lead.controller.currentTime() + offsetSeconds()))

  function seek(seconds: number) {
    lead.controller.seek(seconds)
    follow.controller.seek(Math.max(0, seconds + offsetSeconds()))
  }

  /** Waits until both films can play: a follower that seeks while playing arrives late again. */
  function play(speed = 1) {
    players.forEach(({ media }) => media.pause())
    seek(lead.media.ended ? 0 : lead.controller.currentTime())
    startingSpeed = speed
    startWhenReady()
  }

  function startWhenReady() {
    cancelAnimationFrame(frame)
    if (startingSpeed === null) return
    if (!players.every(isReady)) {
      frame = requestAnimationFrame(startWhenReady)
      return
    }
    const speed = startingSpeed
    startingSpeed = null
    void Promise.all(players.map(({ controller }) => controller.play(speed))).then(keepInSync)
  }

  function keepInSync() {
    cancelAnimationFrame(frame)
    if (lead.media.paused) return
    const expectedTime = lead.media.currentTime + offsetSeconds()
    const correction = planCorrection(follow.media.currentTime - expectedTime, rate())
    // A follower that has ended, or has not begun yet, has no position to hold.
    if (expectedTime >= 0 && !follow.media.ended) {
      if (correction.seek || follow.media.paused) return play(lead.media.playbackRate)
      follow.media.playbackRate = lead.media.playbackRate * correction.speed
    }
    frame = requestAnimationFrame(keepInSync)
  }

  function stop() {
    cancelAnimationFrame(frame)
    startingSpeed = null
  }

  function pause() {
    stop()
    players.forEach(({ controller }) => controller.pause())
    align()
  }

  return { align, seek, play, pause, stop, isStarting: () => startingSpeed !== null }
}

const isReady = ({ media }: SyncedPlayer) =>
  media.ended || (!media.seeking && media.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA)
