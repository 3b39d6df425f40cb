// The film in the element: hls.js, which comes with the first film that is played, or the browser's
// own HLS where that cannot run (iPhones).
import { Refusal } from '@reelay/client'
import type Hls from 'hls.js'
import { t } from '../../wording.ts'
import type { ErrorData } from 'hls.js'

export type Film = { detach: () => void }
type Parts = {
  /** Where to begin, in seconds. */
  at: number
  address: string
  /** The address is no longer taken: a new one is needed. */
  onExpired: () => void
  onTrouble: (error: Error) => void
}

export async function attach(
  media: HTMLMediaElement,
  { at, address, onExpired, onTrouble }: Parts,
): Promise<Film> {
  const { default: Player } = await import('hls.js/light')
  if (!Player.isSupported()) return attachNative(media, { at, address, onExpired, onTrouble })
  // Our segments are fMP4 already: there is nothing for a worker to do, and the page allows none.
  // Always from the first segment, wherever one goes from there: hls.js sets its clock by the first
  // that it reads, taking the earlier of sound and picture for the segment's
  // beginning. Of all segments only in the first do both begin at once; by a later one every
  // picture would come up to two frames late (measured: 53 ms).
  const hls: Hls = new Player({ enableWorker: false, startPosition: 0 })
  const recover = onceInAWhile(() => hls.recoverMediaError())
  hls.on(Player.Events.ERROR, (_event, data: ErrorData) => {
    if (data.response?.code === 403) return onExpired()
    if (!data.fatal) return undefined
    if (data.type === Player.ErrorTypes.MEDIA_ERROR && recover()) return undefined
    hls.stopLoad()
    return void whyNot(address, data).then((error) =>
      error === 'soon' ? setTimeout(() => hls.loadSource(address), SOON_MS) : onTrouble(error),
    )
  })
  hls.loadSource(address)
  hls.attachMedia(media)
  return { detach: () => hls.destroy() }
}

function attachNative(media: HTMLMediaElement, { at, address, onTrouble }: Parts): Film {
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
      void whyNot(address, media.error ?? undefined).then(
        (error) => error !== 'soon' && onTrouble(error),
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

const SOON_MS = 2_000

/** What the service says about it; `soon` while a film is still being made for this viewer. */
async function whyNot(address: string, cause: unknown): Promise<Error | 'soon'> {
  try {
    const answer = await fetch(address)
    if (answer.ok) return unplayable(cause)
    const refusal = await Refusal.from(answer)
    return refusal.code === 'preview.making' ? 'soon' : refusal
  } catch (error) {
    return error as Error
  }
}

const unplayable = (cause: unknown) =>
  Object.assign(new Error(t('player:unplayable'), { cause }), { name: 'Unplayable' })

const A_WHILE_MS = 5_000
function onceInAWhile(act: () => void): () => boolean {
  let last = -Infinity
  return () => {
    if (performance.now() - last < A_WHILE_MS) return false
    last = performance.now()
    act()
    return true
  }
}
