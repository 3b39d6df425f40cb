import { sql } from '../kernel/db/sql.ts'
import type { LongJob } from '../kernel/jobs/worker.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import { finishUpload, type UploadStores } from './commands/finish.ts'

type FinishTools = Omit<UploadStores, 'db'>
const ABANDONED_SECONDS = 86_400
/** After a jump of the clock, the bytes of a request in progress look a day old too. */
const SEEN_TWICE_MS = 10 * 60_000

/** Finishes complete uploads that a crash left unfinished. */
export const finishUploads = (tools: FinishTools): LongJob => ({
  maxAttempts: 8,
  async work(_payload, { db }) {
    const { rows } = await sql<{ id: string }>`
      select id from upload
      where published_at is null and error is null
        and (saved_bytes ->> 'length')::bigint = length
        and (leased_until is null or leased_until < now())
        and created_at < now() - interval '1 minute'
      limit 100`.execute(db)
    for (const { id } of rows)
      await finishUpload({ db, ...tools }, id).catch(() => {
        // The upload stores a final error; any other is retried by the next run.
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
