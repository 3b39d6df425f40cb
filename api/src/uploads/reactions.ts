import { sql } from 'kysely'
import type { LongJob } from '../kernel/jobs/worker.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import { finishUpload, type UploadStores } from './commands/finish.ts'

type FinishTools = Omit<UploadStores, 'db'>
const ABANDONED_SECONDS = 86_400

/** Finishes complete uploads that a crash left unfinished. */
export const finishUploads = (tools: FinishTools): LongJob => ({
  maxAttempts: 8,
  async work(_payload, { db }) {
    const { rows } = await sql<{ id: string }>`
      select id from upload
      where published_at is null and fault is null
        and (stored ->> 'length')::bigint = length
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

/** Deletes expired uploads, and bytes that a crash left without an upload. */
export const expireUploads = ({ storage }: { storage: Storage }): LongJob => ({
  maxAttempts: 8,
  async work(_payload, { db }) {
    const { rows } = await sql<{ id: string }>`
      delete from upload
      where expires_at < now() and (leased_until is null or leased_until < now())
      returning id`.execute(db)
    for (const { id } of rows) await storage.discard(id)
    const abandoned = await storage.listAbandoned(ABANDONED_SECONDS)
    const { rows: known } = await sql<{ id: string }>`
      select id from upload
      where id = any (${abandoned}) and published_at is null and fault is null`.execute(db)
    const inProgress = new Set(known.map((row) => row.id))
    for (const id of abandoned) if (!inProgress.has(id)) await storage.discard(id)
    return async () => {}
  },
  onExhausted: async () => {},
})
