// Attaches a film to a media element on first use, and again with a new URL when the signed one
// expires.
import { attachHls, type AttachedMedia } from './attach-hls.ts'
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
  let isClosed = false
  const position = createPosition(media)
  const load = (renew = false) => (attached ??= attach(renew))

  async function attach(renew: boolean): Promise<AttachedMedia> {
    try {
      onError(null)
      const startTime = position.hold()
      dispatch(media, 'waiting')
      const url = await getUrl(renew)
      const loaded = await attachHls(media, { startTime, url, onExpired, onError: fail })
      media.addEventListener('loadedmetadata', position.restore, { once: true })
      if (isClosed) loaded.detach()
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
    const wasPlaying = !media.paused
    position.set(media.currentTime)
    await detach()
    await load(true)
      .then(() => (wasPlaying ? media.play() : undefined))
      .catch(ignoreReported)
  }

  function seek(seconds: number) {
    if (attached && !position.isPending()) {
      media.currentTime = seconds
      return
    }
    position.set(seconds)
    dispatch(media, 'timeupdate')
    load().catch(ignoreReported)
  }

  function close() {
    isClosed = true
    void detach()
  }

  return { currentTime: position.current, load, seek, close }
}

/** For errors that `fail` has already passed to `onError`. */
export const ignoreReported = (_error: unknown) => undefined

/** Fires the event that the element itself cannot fire before it has media. */
const dispatch = (media: HTMLMediaElement, type: 'timeupdate' | 'waiting' | 'emptied') =>
  media.dispatchEvent(new Event(type))

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
