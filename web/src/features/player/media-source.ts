// Attaches a film to a media element on first use, and again with a new URL when the signed one
// expires.
import { attachHls, type AttachedMedia, type Encoded } from './attach-hls.ts'
import { throttle } from './throttle.ts'

export type MediaSourceOptions = {
  /** Returns a signed URL; `renew` after the last one was rejected. */
  getUrl: (renew: boolean) => Promise<string>
  /** Called with null when playback recovers. */
  onError: (error: Error | null) => void
}

const RENEW_INTERVAL_MS = 10_000

export function createMediaSource(
  media: HTMLMediaElement,
  { getUrl, onError }: MediaSourceOptions,
) {
  let attached: Promise<AttachedMedia> | undefined
  let encoded: Encoded = { until: 0, isComplete: true }
  /** Whether playback goes on when the position is ready. */
  let resumes = false
  const controller = new AbortController()
  const position = createPosition(media)
  const load = (renew = false) => (attached ??= attach(renew))

  async function attach(renew: boolean): Promise<AttachedMedia> {
    try {
      onError(null)
      const startTime = position.hold()
      dispatch(media, 'waiting')
      const url = await getUrl(renew)
      const loaded = await attachHls(media, { startTime, url, onExpired, onEncoded, onError: fail })
      if (controller.signal.aborted) loaded.detach()
      return loaded
    } catch (error) {
      fail(error as Error)
      throw error
    }
  }

  function fail(error: Error) {
    onError(error)
    dispatch(media, 'emptied')
    void detach()
  }

  async function detach() {
    const loaded = attached
    attached = undefined
    ;(await loaded?.catch(() => undefined))?.detach()
  }

  /** Throttled: a URL that is rejected right after it was issued would be rejected again. */
  const onExpired = throttle(() => void renewUrl(), RENEW_INTERVAL_MS)
  async function renewUrl() {
    const wasPlaying = !isPaused()
    position.set(position.current())
    await detach()
    await load(true)
      .then(() => (wasPlaying ? media.play() : undefined))
      .catch(ignoreReported)
  }

  function onEncoded(now: Encoded) {
    encoded = now
    // Also when the length stays the same and the film is complete now.
    dispatch(media, 'durationchange')
  }

  /** hls.js extends the length of the element a little later than the playlist grows. */
  function isAhead(seconds: number): boolean {
    const { until, isComplete } = encoded
    if (!isComplete) return seconds >= Math.min(until, media.duration)
    return media.duration < until - 1 && seconds >= media.duration
  }

  const hasMetadata = () => media.readyState >= HTMLMediaElement.HAVE_METADATA
  /** Somebody has gone to a part that is not encoded yet. */
  const isWaiting = () => hasMetadata() && position.isPending()
  const isPaused = () => media.paused && !resumes

  /** Goes to the pending position as soon as it can be shown. */
  function restore() {
    if (!isWaiting() || isAhead(position.current())) return
    position.restore()
    if (resumes) void media.play().catch(ignoreReported)
    resumes = false
  }
  media.addEventListener('loadedmetadata', restore, { signal: controller.signal })
  media.addEventListener('durationchange', restore, { signal: controller.signal })

  function seek(seconds: number) {
    position.set(seconds)
    restore()
    if (!position.isPending()) return
    if (isWaiting() && !media.paused) {
      resumes = true
      media.pause()
    }
    dispatch(media, 'timeupdate')
    load().catch(ignoreReported)
  }

  async function play() {
    if (isWaiting()) resumes = true
    else await media.play()
  }

  function pause() {
    resumes = false
    media.pause()
  }

  function close() {
    controller.abort()
    void detach()
  }

  return {
    currentTime: position.current,
    /** Null for a complete film. */
    readyUntil: () => (encoded.isComplete ? null : encoded.until),
    isWaiting,
    isPaused,
    load,
    play,
    pause,
    seek,
    close,
  }
}

/** For errors that `fail` has already passed to `onError`. */
export const ignoreReported = (_error: unknown) => undefined

/** Fires an event that the element itself cannot fire, for example before it has media. */
const dispatch = (
  media: HTMLMediaElement,
  type: 'timeupdate' | 'waiting' | 'emptied' | 'durationchange',
) => media.dispatchEvent(new Event(type))

/** The position in the film; pending until there is media to seek in. */
function createPosition(media: HTMLMediaElement) {
  let pending: number | undefined
  const current = () => pending ?? media.currentTime
  return {
    current,
    isPending: () => pending !== undefined,
    set(seconds: number) {
      pending = seconds
    },
    hold: () => (pending = current()),
    restore() {
      if (pending !== undefined) media.currentTime = pending
      pending = undefined
    },
  }
}
