import { sql } from '../../kernel/db/sql.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import type { LongJob } from '../../kernel/jobs/worker.ts'
import { areDeletionsLocked } from '../../kernel/storage/deletion-lock.ts'
import type { Storage } from '../../kernel/storage/storage.ts'

/** The only place where stored bytes are deleted: those that no file and no rendition names. */
export const deleteUnusedObjects = ({ storage }: { storage: Storage }): LongJob => ({
  maxAttempts: 5,
  async work({ keys }: { keys: string[] }, { db }) {
    // A running backup may still have to copy these objects. Retry in 15 minutes.
    if (await areDeletionsLocked(db))
      return (tx) => enqueue(tx, 'delete-objects', { keys }, { inSeconds: 900 })
    const { rows } = await sql<{ key: string }>`
      select key from unnest(${keys}::text[]) key
      where not exists (select from rendition_part p where p.key = key.key)
        and not exists (select from file f where f.sha256 = key.key)`.execute(db)
    for (const { key } of rows) await storage.remove(key)
    return async () => {}
  },
  onExhausted: async () => {},
})
