// Sends the bytes of files, a limited number at a time.
import type { Client } from '@reelay/client'

export type TransferRequest = {
  key: string
  source: File
  file: string
  upload: string | undefined
  onProgress: (progress: { sent: number; upload: string | undefined }) => void
  /** The client retries automatically. */
  onRetry: (error: unknown) => void
  onDone: () => void
  onError: (error: Error) => void
}
export type Transfers = ReturnType<typeof createTransfers>

export function createTransfers(client: Pick<Client, 'upload'>, maxParallel: number) {
  const acquireSlot = createSlots(maxParallel)
  const controllers = new Map<string, AbortController>()

  async function run(request: TransferRequest, { signal }: AbortController) {
    const { source, file, upload, onProgress, onRetry, onDone, onError } = request
    const releaseSlot = await acquireSlot()
    try {
      if (signal.aborted) return
      await client.upload({
        source,
        file,
        upload,
        signal,
        // A request that is being aborted may still report progress.
        onProgress: (progress) => {
          if (!signal.aborted) onProgress(progress)
        },
        onRetry: ({ error }) => {
          if (!signal.aborted) onRetry(error)
        },
      })
      if (!signal.aborted) onDone()
    } catch (error) {
      if (!signal.aborted) onError(error as Error)
    } finally {
      releaseSlot()
    }
  }

  const stop = (key: string) => {
    controllers.get(key)?.abort()
    controllers.delete(key)
  }
  return {
    start(request: TransferRequest) {
      stop(request.key)
      const controller = new AbortController()
      controllers.set(request.key, controller)
      void run(request, controller)
    },
    /** The service keeps the bytes it has, so a later start resumes. */
    stop,
    stopAll: () => [...controllers.keys()].forEach(stop),
  }
}

/** First come, first served. The returned function waits for a free slot. */
function createSlots(count: number) {
  const waiting: (() => void)[] = []
  let free = count
  const release = () => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  return async (): Promise<() => void> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    return release
  }
}
