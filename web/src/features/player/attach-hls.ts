// The film in the element: hls.js, which comes with the first film that is played, or the browser's
// own HLS where that cannot run (iPhones).
import { Refusal } from '@reelay/client'
import type Hls from 'hls.js'
import { t } from '../../i18n/i18n.ts'
import type { ErrorData } from 'hls.js'

export type AttachedMedia = { detach: () => void }
type Options = {
  /** Where to begin, in seconds. */
  at: number
  address: string
  /** The address is no longer taken: a new one is needed. */
  onExpired: () => void
  onError: (error: Error) => void
}

export async function attachHls(
  media: HTMLMediaElement,
  { at, address, onExpired, onError }: Options,
): Promise<AttachedMedia> {
  const { default: Player } = await import('hls.js/light')
  if (!Player.isSupported()) return attachNative(media, { at, address, onExpired, onError })
  // Our segments are fMP4 already: there is nothing for a worker to do, and the page allows none.
  // Always from the first segment, wherever one goes from there: hls.js sets its clock by the first
  // that it reads, taking the earlier of sound and picture for the segment's
  // beginning. Of all segments only in the first do both begin at once; by a later one every
  // picture would come up to two frames late (measured: 53 ms).
  const hls: Hls = new Player({ enableWorker: false, startPosition: 0 })
  const recover = throttle(() => hls.recoverMediaError())
  hls.on(Player.Events.ERROR, (_event, data: ErrorData) => {
    if (data.response?.code === 403) return onExpired()
    if (!data.fatal) return undefined
    if (data.type === Player.ErrorTypes.MEDIA_ERROR && recover()) return undefined
    hls.stopLoad()
    return void findPlaybackError(address, data).then((error) =>
      error === 'soon' ? setTimeout(() => hls.loadSource(address), RETRY_MS) : onError(error),
    )
  })
  hls.loadSource(address)
  hls.attachMedia(media)
  return { detach: () => hls.destroy() }
}

function attachNative(media: HTMLMediaElement, { at, address, onError }: Options): AttachedMedia {
  const listening = new AbortController()
  media.addEventListener(
    'loadedmetadata',
    () => {
      media.currentTime = at
    },
    listening,
  )
  media.addEventListener(
    'error',
    () =>
      void findPlaybackError(address, media.error ?? undefined).then(
        (error) => error !== 'soon' && onError(error),
      ),
    listening,
  )
  media.src = address
  return {
    detach: () => {
      listening.abort()
      media.removeAttribute('src')
      media.load()
    },
  }
}

const RETRY_MS = 2_000

/** What the service says about it; `soon` while a film is still being made for this viewer. */
async function findPlaybackError(address: string, cause: unknown): Promise<Error | 'soon'> {
  try {
    const answer = await fetch(address)
    if (answer.ok) return decodeError(cause)
    const refusal = await Refusal.from(answer)
    return refusal.code === 'preview.making' ? 'soon' : refusal
  } catch (error) {
    return error as Error
  }
}

const decodeError = (cause: unknown) =>
  Object.assign(new Error(t('player:unplayable'), { cause }), { name: 'Unplayable' })

const RECOVER_INTERVAL_MS = 5_000
function throttle(act: () => void): () => boolean {
  let last = -Infinity
  return () => {
    if (performance.now() - last < RECOVER_INTERVAL_MS) return false
    last = performance.now()
    act()
    return true
  }
}
