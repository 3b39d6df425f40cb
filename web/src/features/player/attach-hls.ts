// Loads a film into a media element with hls.js, which is fetched with the first film played.
// Falls back to the browser's own HLS where hls.js cannot run (iPhones).
import { ApiError } from '@reelay/client'
import type Hls from 'hls.js'
import { t } from '../../i18n/i18n.ts'
import type { ErrorData } from 'hls.js'
import { throttle } from './throttle.ts'

const RECOVER_INTERVAL_MS = 5_000

export type AttachedMedia = { detach: () => void }
/** How far a film can be played, in seconds. This grows until it is complete. */
export type Encoded = { until: number; isComplete: boolean }
type Options = {
  /** In seconds. */
  startTime: number
  url: string
  /** The URL has expired: a new one is needed. */
  onExpired: () => void
  /** How far the film is encoded, whenever its playlist was read. */
  onEncoded: (encoded: Encoded) => void
  onError: (error: Error) => void
}

export async function attachHls(media: HTMLMediaElement, options: Options): Promise<AttachedMedia> {
  const { url, onExpired, onEncoded, onError } = options
  const { default: Player } = await import('hls.js/light')
  if (!Player.isSupported()) return attachNative(media, options)
  // Our segments are already fMP4, so a worker would have nothing to do, and the CSP allows none.
  // Always start at the first segment: hls.js sets its clock by the first segment it reads, from
  // the earlier of sound and picture. Only in the first segment do both begin together; from a
  // later one every picture would be up to two frames late (measured: 53 ms).
  const hls: Hls = new Player({ enableWorker: false, startPosition: 0 })
  const recover = throttle(() => hls.recoverMediaError(), RECOVER_INTERVAL_MS)
  hls.on(Player.Events.ERROR, (_event, data: ErrorData) => {
    // A rendition that could not be encoded to its end has gone. There may be another one.
    const isGone =
      data.details === Player.ErrorDetails.LEVEL_LOAD_ERROR && data.response?.code === 404
    if (isGone || data.response?.code === 403) return onExpired()
    if (!data.fatal) return undefined
    if (data.type === Player.ErrorTypes.MEDIA_ERROR && recover()) return undefined
    hls.stopLoad()
    return void findPlaybackError(url, data).then((error) =>
      error === 'not-ready' ? setTimeout(() => hls.loadSource(url), RETRY_MS) : onError(error),
    )
  })
  hls.on(Player.Events.LEVEL_UPDATED, (_event, { details }) =>
    onEncoded({ until: details.edge, isComplete: !details.live }),
  )
  hls.loadSource(url)
  hls.attachMedia(media)
  return { detach: () => hls.destroy() }
}

function attachNative(
  media: HTMLMediaElement,
  { startTime, url, onError }: Options,
): AttachedMedia {
  const controller = new AbortController()
  const seekToStart = () => {
    media.currentTime = startTime
  }
  const reportError = async () => {
    const error = await findPlaybackError(url, media.error ?? undefined)
    if (error !== 'not-ready') onError(error)
  }
  media.addEventListener('loadedmetadata', seekToStart, { signal: controller.signal })
  media.addEventListener('error', () => void reportError(), { signal: controller.signal })
  media.src = url
  return {
    detach: () => {
      controller.abort()
      media.removeAttribute('src')
      media.load()
    },
  }
}

const RETRY_MS = 2_000

/** The server's reason; `not-ready` while a watermarked film is still being rendered. */
async function findPlaybackError(url: string, cause: unknown): Promise<Error | 'not-ready'> {
  try {
    const response = await fetch(url)
    if (response.ok) return decodeError(cause)
    const error = await ApiError.from(response)
    return error.code === 'preview.processing' ? 'not-ready' : error
  } catch (error) {
    return error as Error
  }
}

const decodeError = (cause: unknown) =>
  Object.assign(new Error(t('player:unplayable'), { cause }), { name: 'Unplayable' })
