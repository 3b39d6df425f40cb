// Ends downloads whose share was revoked or has expired, or whose file is under embargo since.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../kernel/db/connect.ts'
import { listEndedDownloads } from '../queries/shared.ts'

/** Another process may revoke a share, so the database is asked this often while bytes flow. */
const INTERVAL_MS = 250

type Download = { id: string; share: string; files: readonly string[]; controller: AbortController }

export type RunningDownloads = ReturnType<typeof createRunningDownloads>

export function createRunningDownloads(
  db: Db,
  log: { error: (about: object, message: string) => void },
) {
  const running = new Map<string, Download>()

  const check = async () => {
    if (running.size === 0) return
    // Without an answer nobody knows whether the bytes may be sent, so they are not.
    const ended = await listEndedDownloads(db, [...running.values()]).catch((error: unknown) => {
      log.error({ err: error }, 'downloads of shares could not be checked, so they end')
      return [...running.keys()]
    })
    for (const id of ended) running.get(id)?.controller.abort(new Error('The share has ended'))
  }
  const repeat = async () => {
    while (running.size > 0) {
      await sleep(INTERVAL_MS, undefined, { ref: false })
      await check()
    }
  }
  let repeating: Promise<void> | undefined
  const schedule = () => {
    repeating ??= repeat().finally(() => {
      repeating = undefined
    })
  }

  return {
    /** Call this after a share was revoked here, before the response. */
    check,
    /** Runs `send` with a signal that aborts when the guest may no longer have these files. */
    async run<T>(
      download: Pick<Download, 'share' | 'files'>,
      send: (signal: AbortSignal) => Promise<T>,
    ): Promise<T> {
      const id = randomUUID()
      const controller = new AbortController()
      running.set(id, { id, ...download, controller })
      schedule()
      try {
        return await send(controller.signal)
      } finally {
        running.delete(id)
      }
    },
  }
}
