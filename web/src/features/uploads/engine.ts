// Sends bytes by tus, through Uppy. Loaded with the first file that is sent (31 kB gzip).
import Uppy from '@uppy/core'
import Tus, { type TusOptions } from '@uppy/tus'
import { t } from '../../i18n/i18n.ts'

type Meta = { key: string; file: string; name: string; relativePath: string }
type Body = Record<string, never>

export type Tell = {
  progress: (sent: number) => void
  /** The service does not answer; it is tried again. */
  away: () => void
  done: () => void
  failed: (why: string) => void
  /** The service has dropped what it had of the bytes. */
  dropped: () => void
}
/** `at` is the address of an upload that was begun before. */
export type Sending = { key: string; data: File; file: string; at?: string; tell: Tell }
export type Engine = ReturnType<typeof createEngine>

/**
 * Outlasts a restart, a lunch without network not: then one presses `Try again`. Counted anew
 * whenever bytes got through.
 */
export const DELAYS = [0, 500, 1000, 2000, 3000, ...Array.from({ length: 20 }, () => 5000)]
/**
 * The end of each piece is acknowledged, so a service that dies loses at most so much; one that
 * only loses its line loses nothing.
 */
const PIECE = 16 * 2 ** 20

export function createEngine({
  endpoint,
  headers,
  atOnce,
}: {
  endpoint: string
  headers: () => Record<string, string>
  atOnce: number
}) {
  const telling = new Map<string, Tell>()
  const wishes = new Map<string, boolean>()
  const silent = { debug() {}, warn() {}, error() {} }
  const uppy = new Uppy<Meta, Body>({ autoProceed: true, logger: silent })
  uppy.use(Tus, {
    endpoint,
    limit: atOnce,
    chunkSize: PIECE,
    retryDelays: DELAYS,
    allowedMetaFields: ['file', 'name'],
    // Which uploads are unfinished is known by the service, also in another browser.
    storeFingerprintForResuming: false,
    onBeforeRequest: (request) =>
      Object.entries(headers()).forEach(([name, value]) => request.setHeader(name, value)),
  })
  uppy.on(
    'upload-progress',
    (file, { bytesUploaded }) => file && telling.get(file.meta.key)?.progress(bytesUploaded),
  )
  uppy.on('upload-success', (file) => file && telling.get(file.meta.key)?.done())
  uppy.on(
    'upload-error',
    (file, error, response) => file && telling.get(file.meta.key)?.failed(wordsOf(error, response)),
  )

  const idOf = (key: string) => uppy.getFiles().find(({ meta }) => meta.key === key)?.id
  const withId = (key: string, act: (id: string) => void) => {
    const id = idOf(key)
    if (id) act(id)
  }

  /** Uppy never starts what was paused before it was begun, so the wish waits for that. */
  function applyWish(key: string) {
    const [id, paused] = [idOf(key), wishes.get(key)]
    if (!id || paused === undefined) return
    const { progress, isPaused = false } = uppy.getFile(id)
    if (!progress.uploadStarted) {
      setTimeout(applyWish, 50, key)
      return
    }
    wishes.delete(key)
    if (isPaused !== paused) uppy.pauseResume(id)
  }

  return {
    send({ key, data, file, at, tell }: Sending) {
      telling.set(key, tell)
      // The path makes it another file to Uppy than the same one for another asset.
      const id = uppy.addFile({
        name: data.name,
        type: data.type,
        data,
        meta: { key, file, name: data.name, relativePath: key },
      })
      const tus: TusOptions<Meta, Body> = {
        ...(at && { uploadUrl: at }),
        onShouldRetry: (error, _attempt, _options, next) => {
          const again = next(error)
          if (again) tell.away()
          return again
        },
        onAfterResponse: (request) => {
          if (request.getMethod() === 'DELETE') tell.dropped()
        },
      }
      uppy.setFileState(id, { tus })
    },
    knows: (key: string) => idOf(key) !== undefined,
    pause(key: string, paused: boolean) {
      wishes.set(key, paused)
      applyWish(key)
    },
    again: (key: string) => withId(key, (id) => void uppy.retryUpload(id)),
    /** Says whether the service had anything of it, and is now asked to drop it. */
    drop(key: string): boolean {
      const id = idOf(key)
      const begun = Boolean(id && uppy.getFile(id).tus?.uploadUrl)
      if (id) uppy.removeFile(id)
      return begun
    },
    forget: (key: string) => withId(key, (id) => uppy.removeFile(id)),
    /** What was sent stays with the service, for who goes on with it. */
    stop() {
      telling.clear()
      uppy.pauseAll()
    },
  }
}

type Answered = { body?: { xhr?: XMLHttpRequest } }

function wordsOf(error: { message: string }, response: unknown): string {
  const text = (response as Answered | undefined)?.body?.xhr?.responseText
  try {
    const { detail } = JSON.parse(text ?? '') as { detail?: string }
    if (detail) return detail
  } catch {
    /* No answer of the service, or none that it meant to be read. */
  }
  return text === undefined ? t('uploads:awayLong') : t('uploads:stopped', { why: error.message })
}
