import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { enqueue } from '../jobs/enqueue.ts'

export type NewEvent = {
  type: string
  from: string
  studio: string
  workRequest?: string
  asset?: string
  project?: string
  files?: string[]
  /** Values that must stay as they were when the event happened. */
  snapshot?: Record<string, unknown>
  notify?: { users: string[]; groups: string[] }
}

/** Takes a Tx, never a Db, so an event cannot outlive a rolled-back change. */
export async function emit(tx: Tx, event: NewEvent): Promise<void> {
  const { id } = await tx
    .insertInto('event')
    .values({
      type: event.type,
      from_id: event.from,
      studio_id: event.studio,
      work_request_id: event.workRequest ?? null,
      asset_id: event.asset ?? null,
      project_id: event.project ?? null,
      files: event.files ?? [],
      told: JSON.stringify(event.snapshot ?? {}),
      // now() is the same for the whole transaction, but its events have an order.
      created_at: sql<Date>`clock_timestamp()`,
      notify_users: event.notify?.users ?? [],
      notify_groups: event.notify?.groups ?? [],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(tx, 'notify', { event: id })
  await enqueue(tx, 'enqueue-deliveries', { studio: event.studio })
}
