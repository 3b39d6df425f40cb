import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { enqueue } from '../jobs/enqueue.ts'

export type NewEvent = {
  type: string
  from: string
  studio: string
  workRequest?: string
  asset?: string
  files?: string[]
  /** What must stay as it was when it happened. */
  snapshot?: Record<string, unknown>
  notify?: { users: string[]; groups: string[] }
}

/** Takes a Tx, never a Db: an event that outlives a rolled-back change is a lie. */
export async function emit(tx: Tx, event: NewEvent): Promise<void> {
  const { id } = await tx
    .insertInto('event')
    .values({
      type: event.type,
      from_id: event.from,
      studio_id: event.studio,
      work_request_id: event.workRequest ?? null,
      asset_id: event.asset ?? null,
      files: event.files ?? [],
      told: JSON.stringify(event.snapshot ?? {}),
      // What happens in one transaction happens in an order: now() would give it all one time.
      created_at: sql<Date>`clock_timestamp()`,
      notify_users: event.notify?.users ?? [],
      notify_groups: event.notify?.groups ?? [],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(tx, 'notify', { event: id })
  await enqueue(tx, 'enqueue-deliveries', { studio: event.studio })
}
