// Plays the film on the stage with that of the leader.
import type { reviewsessions } from '@reelay/api/contract'
import { planCorrection } from '../player/sync-players.ts'
import { stage, type StageFilm } from '../player/stage.ts'
import { isSameFrame, positionAt } from './playback.ts'

type Playback = reviewsessions.SessionPlayback

const INTERVAL_MS = 100
const LONGEST_SEEK_SECONDS = 1
/** A film that does not start is tried again after this time. */
const RETRY_MS = 2_000

type Options = {
  /** The leader's playback, or undefined while the stage shows something else. */
  playback: () => Playback | undefined
  /** The clock of the service. */
  now: () => number
  /** The browser refuses to play sound before the person has used the page. */
  onMuted: () => void
}

/** Follows until the returned function is called. */
export function followPlayback({ playback: current, now, onMuted }: Options): {
  update: () => void
  stop: () => void
} {
  let starting: Promise<void> | undefined
  /** How long a seek takes: the film is aimed at where the leader will be then. */
  let seekSeconds = 0
  let isAfterSeek = false
  let retryAt = -Infinity

  function update() {
    const film = stage.film()
    const playback = current()
    if (film && playback) stage.runForLeader(() => apply(film, playback))
  }

  function apply({ media: { current: media }, controller, clock }: StageFilm, playback: Playback) {
    if (!media || !controller || media.seeking || starting) return
    const target = positionAt(playback, now())
    if (!playback.isPlaying) {
      if (!media.paused) controller.pause()
      if (!isSameFrame(controller.currentTime(), target)) controller.seek(target)
      return
    }
    const drift = controller.currentTime() - target
    if (isAfterSeek && !media.paused) {
      seekSeconds = Math.min(LONGEST_SEEK_SECONDS, Math.max(0, seekSeconds - drift))
      isAfterSeek = false
    }
    const correction = planCorrection(drift, clock.rate)
    if (Number.isFinite(media.duration) && target >= media.duration) {
      if (!media.paused) controller.pause()
    } else if (correction.seek) {
      controller.seek(target + seekSeconds * playback.speed)
      isAfterSeek = true
      if (media.paused) start(media, () => controller.play(playback.speed))
    } else if (media.paused) start(media, () => controller.play(playback.speed))
    else media.playbackRate = playback.speed * correction.speed
  }

  function start(media: HTMLMediaElement, play: () => Promise<void>) {
    if (performance.now() >= retryAt) starting = startPlaying(media, play)
  }

  async function startPlaying(media: HTMLMediaElement, play: () => Promise<void>) {
    await play()
    starting = undefined
    if (!media.paused) return
    retryAt = performance.now() + RETRY_MS
    if (media.muted || navigator.userActivation?.hasBeenActive) return
    media.muted = true
    retryAt = -Infinity
    onMuted()
  }

  update()
  const timer = setInterval(update, INTERVAL_MS)
  return { update, stop: () => clearInterval(timer) }
}
