// The keys of a tape machine on a media element. Nothing is fetched until one of them is pressed.
import { attachHls, type AttachedMedia } from './attach-hls.ts'
import { frameAt, timeOfFrame } from './timecode.ts'

export type PlayerController = ReturnType<typeof createPlayerController>
type Options = {
  /** A signed address; `renew` where the last one was refused. */
  getUrl: (renew: boolean) => Promise<string>
  /** Null when there is no error any more. */
  onError: (error: Error | null) => void
  rate: () => number | null
}

/** As shuttle keys have it: each press is faster. */
const SHUTTLE_SPEEDS = [1, 2, 4]
/** Where no frame rate is known. */
const DEFAULT_FRAME_RATE = 25

export function createPlayerController(
  media: HTMLMediaElement,
  { getUrl, onError, rate }: Options,
) {
  let film: Promise<AttachedMedia> | undefined
  let isClosed = false
  /** Where to be once the film is there. */
  let wanted: number | undefined
  let backwards: { speed: number; frame: number } | undefined
  let renewedAt = -Infinity

  const now = () => wanted ?? media.currentTime
  const open = (renew = false) => (film ??= thread(renew))
  /** What the element would say if it knew. */
  const say = (type: 'timeupdate' | 'waiting' | 'emptied') => media.dispatchEvent(new Event(type))

  async function thread(renew: boolean): Promise<AttachedMedia> {
    try {
      onError(null)
      const at = now()
      wanted = at
      say('waiting')
      const threaded = await attachHls(media, {
        at,
        address: await getUrl(renew),
        onExpired: () => void renew(),
        onError: fail,
      })
      media.addEventListener(
        'loadedmetadata',
        () => {
          if (wanted !== undefined) media.currentTime = wanted
          wanted = undefined
        },
        { once: true },
      )
      if (isClosed) threaded.detach()
      return threaded
    } catch (error) {
      fail(error as Error)
      throw error
    }
  }

  function fail(error: Error) {
    onError(error)
    say('emptied')
    void unthread()
  }

  async function unthread() {
    const threaded = film
    film = undefined
    ;(await threaded?.catch(() => undefined))?.detach()
  }

  /** A link that is refused although it is new will be refused again. */
  async function renew() {
    if (performance.now() - renewedAt < 10_000) return
    renewedAt = performance.now()
    const wasPlaying = !media.paused
    wanted = media.currentTime
    await unthread()
    await open(true)
      .then(() => (wasPlaying ? media.play() : undefined))
      .catch(() => {
        /* Told already. */
      })
  }

  function stopBackwards() {
    if (backwards) cancelAnimationFrame(backwards.frame)
    backwards = undefined
  }

  /**
   * Browsers do not play backwards, so one looks at earlier and earlier frames, as quickly as they
   * can be shown.
   */
  function runBackwards(speed: number) {
    media.pause()
    let last = performance.now()
    const step = (at: number) => {
      if (!media.seeking) {
        media.currentTime = Math.max(0, media.currentTime - ((at - last) / 1000) * speed)
        last = at
      }
      if (media.currentTime > 0) backwards = { speed, frame: requestAnimationFrame(step) }
      else stopBackwards()
    }
    stopBackwards()
    backwards = { speed, frame: requestAnimationFrame(step) }
  }

  async function play(speed = 1) {
    stopBackwards()
    if (media.ended) media.currentTime = 0
    await open()
      .then(() => {
        media.playbackRate = speed
        return media.play()
      })
      .catch(() => {
        /* Told already, or pressed away before it began. */
      })
  }

  function pause() {
    stopBackwards()
    media.pause()
    media.playbackRate = 1
  }

  function seek(seconds: number) {
    stopBackwards()
    const to = Math.max(0, seconds)
    if (film && wanted === undefined) media.currentTime = to
    else {
      wanted = to
      say('timeupdate')
      void open().catch(() => {
        /* Told already. */
      })
    }
  }

  return {
    now,
    play,
    pause,
    seek,
    toggle: () => void (media.paused && !backwards ? play() : pause()),
    step(frames: number) {
      pause()
      const perSecond = rate() ?? DEFAULT_FRAME_RATE
      seek(timeOfFrame(frameAt(now(), perSecond) + frames, perSecond))
    },
    /** L: forwards, J: backwards; again: faster. */
    shuttle(direction: 1 | -1) {
      const current =
        direction > 0 ? (media.paused ? 0 : media.playbackRate) : (backwards?.speed ?? 0)
      const speed = SHUTTLE_SPEEDS.find((faster) => faster > current) ?? SHUTTLE_SPEEDS.at(-1)!
      if (direction > 0) void play(speed)
      else
        void open().then(
          () => runBackwards(speed),
          () => {
            /* Told already. */
          },
        )
    },
    again: () => void play(),
    close() {
      isClosed = true
      stopBackwards()
      void unthread()
    },
  }
}
