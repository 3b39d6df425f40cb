import { sql } from '../kernel/db/sql.ts'
import type { LongJob } from '../kernel/jobs/worker.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import { finishUpload, isRejection, type UploadStores } from './commands/finish.ts'

type FinishTools = Omit<UploadStores, 'db'>
const ABANDONED_SECONDS = 86_400
/** After a jump of the clock, the bytes of a request in progress look a day old too. */
const SEEN_TWICE_MS = 10 * 60_000

/** An hour lies between the later attempts, so this is longer than an unfinished upload is kept. */
const MAX_ATTEMPTS = 200

/** Finishes a complete upload that a crash or an outage of the storage left unfinished. */
export const finishUploadLater = (tools: FinishTools): LongJob => ({
  maxAttempts: MAX_ATTEMPTS,
  async work({ upload }: { upload: string }, { db }) {
    await finishUpload({ db, ...tools }, upload).catch((error: unknown) => {
      if (!isRejection(error)) throw error
    })
    return async () => {}
  },
  onExhausted: async () => {},
})

/**
 * Deletes expired uploads, and bytes that a crash left without an upload. These must be found twice.
 * Only tests change `seenTwiceMs`.
 */
export function expireUploads({
  storage,
  seenTwiceMs = SEEN_TWICE_MS,
}: {
  storage: Storage
  seenTwiceMs?: number
}): LongJob {
  const firstSeen = new Map<string, number>()
  return {
    maxAttempts: 8,
    async work(_payload, { db }) {
      const { rows } = await sql<{ id: string }>`
        delete from upload
        where expires_at < now() and (leased_until is null or leased_until < now())
        returning id`.execute(db)
      for (const { id } of rows) await storage.discard(id)
      const abandoned = new Set(await storage.listAbandoned(ABANDONED_SECONDS))
      for (const id of firstSeen.keys()) if (!abandoned.has(id)) firstSeen.delete(id)
      const { rows: uploads } = await sql<{ id: string }>`
        select id from upload
        where id = any (${[...abandoned]}) and published_at is null and error is null`.execute(db)
      for (const { id } of uploads) abandoned.delete(id)
      for (const id of abandoned) {
        const seen = firstSeen.get(id)
        if (seen === undefined) firstSeen.set(id, performance.now())
        else if (performance.now() - seen >= seenTwiceMs) await storage.discard(id)
      }
      return async () => {}
    },
    onExhausted: async () => {},
  }
}
