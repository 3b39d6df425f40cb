import { sql } from 'kysely'
import type { LongJob } from '../kernel/jobs/worker.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import { finishUpload, type UploadStores } from './commands/finish.ts'

type Tools = Omit<UploadStores, 'db'>
const A_DAY = 86_400

/** Uploads whose bytes were all there when the service died before it could say so. */
export const finishUploads = (tools: Tools): LongJob => ({
  maxAttempts: 8,
  async work(_payload, { db }) {
    const { rows } = await sql<{ id: string }>`
      select id from upload where published_at is null and fault is null and (stored ->> 'length')::bigint = length and (leased_until is null or leased_until < now()) and created_at < now() - interval '1 minute' limit 100`.execute(
      db,
    )
    for (const { id } of rows)
      await finishUpload({ db, ...tools }, id).catch(() => {
        /* Why is in the upload, or it is tried again the next time. */
      })
    return async () => {}
  },
  onExhausted: async () => {},
})

/**
 * What nobody went on with is dropped, and so is what was left behind by who was killed while bytes
 * came in one go.
 */
export const expireUploads = ({ storage }: { storage: Storage }): LongJob => ({
  maxAttempts: 8,
  async work(_payload, { db }) {
    const { rows } = await sql<{
      id: string
    }>`delete from upload where expires_at < now() and (leased_until is null or leased_until < now()) returning id`.execute(
      db,
    )
    for (const { id } of rows) await storage.discard(id)
    const left = await storage.listAbandoned(A_DAY)
    const { rows: known } = await sql<{
      id: string
    }>`select id from upload where id = any (${left}) and published_at is null and fault is null`.execute(
      db,
    )
    const living = new Set(known.map((row) => row.id))
    for (const id of left) if (!living.has(id)) await storage.discard(id)
    return async () => {}
  },
  onExhausted: async () => {},
})
