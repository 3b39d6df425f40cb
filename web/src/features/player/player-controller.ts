// Transport commands (play, pause, seek, step, shuttle) for one media element.
// Nothing is fetched until the first command.
import { createMediaSource, ignoreReported, type MediaSourceOptions } from './media-source.ts'
import { frameAt, timeOfFrame } from './timecode.ts'

export type PlayerController = ReturnType<typeof createPlayerController>
type Options = MediaSourceOptions & {
  /** Frames per second, or null if unknown. */
  rate: () => number | null
}

/** J and L: each press goes to the next speed. */
const SHUTTLE_SPEEDS = [1, 2, 4]
const DEFAULT_FRAME_RATE = 25

export function createPlayerController(
  media: HTMLMediaElement,
  { getUrl, onError, rate }: Options,
) {
  const source = createMediaSource(media, { getUrl, onError })
  const reverse = createReversePlayback(media)
  const { currentTime, readyUntil, isWaiting } = source

  /** The speed to play at, unless J or L give another. */
  let chosenSpeed = 1

  async function play(speed = chosenSpeed) {
    reverse.stop()
    if (media.ended) media.currentTime = 0
    try {
      await source.load()
      media.playbackRate = speed
      await source.play()
    } catch {
      // Already reported, or paused before playback began.
    }
  }

  function pause() {
    reverse.stop()
    source.pause()
    media.playbackRate = chosenSpeed
  }

  function seek(seconds: number) {
    reverse.stop()
    source.seek(Math.max(0, seconds))
  }

  return {
    currentTime,
    readyUntil,
    isWaiting,
    play,
    pause,
    seek,
    toggle() {
      if (source.isPaused() && !reverse.speed()) void play()
      else pause()
    },
    step(frames: number) {
      pause()
      const perSecond = rate() ?? DEFAULT_FRAME_RATE
      seek(timeOfFrame(frameAt(currentTime(), perSecond) + frames, perSecond))
    },
    /** L plays forwards and J backwards; pressing again is faster. */
    shuttle(direction: 1 | -1) {
      const forwardSpeed = media.paused ? 0 : media.playbackRate
      const current = direction > 0 ? forwardSpeed : reverse.speed()
      const speed = SHUTTLE_SPEEDS.find((faster) => faster > current) ?? SHUTTLE_SPEEDS.at(-1)!
      if (direction > 0) void play(speed)
      else source.load().then(() => reverse.start(speed), ignoreReported)
    },
    setSpeed(speed: number) {
      chosenSpeed = speed
      media.playbackRate = speed
    },
    retry: () => void play(),
    close() {
      reverse.stop()
      source.close()
    },
  }
}

/** Browsers cannot play backwards: seeks to earlier frames as fast as they can be shown. */
function createReversePlayback(media: HTMLMediaElement) {
  let running: { speed: number; frame: number } | undefined

  function stop() {
    if (running) cancelAnimationFrame(running.frame)
    running = undefined
  }

  function start(speed: number) {
    media.pause()
    let last = performance.now()
    const step = (now: number) => {
      if (!media.seeking) {
        media.currentTime = Math.max(0, media.currentTime - ((now - last) / 1000) * speed)
        last = now
      }
      if (media.currentTime > 0) running = { speed, frame: requestAnimationFrame(step) }
      else stop()
    }
    stop()
    running = { speed, frame: requestAnimationFrame(step) }
  }

  return { start, stop, speed: () => running?.speed ?? 0 }
}
