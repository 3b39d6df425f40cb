import type { Tx } from '../db/connect.ts'
import { sql } from '../db/sql.ts'

export type NewEvent = {
  type: string
  from: string
  studio: string
  workRequest?: string
  asset?: string
  project?: string
  files?: string[]
  /** Values that must stay as they were when the event happened. */
  details?: Record<string, unknown>
  notify?: { users: string[]; groups: string[] }
}

/**
 * Takes a Tx, never a Db, so an event cannot outlive a rolled-back change. Its job `notify` is
 * inserted with it. now() is the same for the whole transaction, but its events have an order.
 */
export async function emit(tx: Tx, event: NewEvent): Promise<void> {
  const { users = [], groups = [] } = event.notify ?? {}
  await sql`
    with new_event as (
      insert into event (type, from_id, studio_id, work_request_id, asset_id, project_id, files,
        details, notify_users, notify_groups, created_at)
      values (${event.type}, ${event.from}, ${event.studio}, ${event.workRequest ?? null},
        ${event.asset ?? null}, ${event.project ?? null}, ${event.files ?? []},
        ${JSON.stringify(event.details ?? {})}, ${users}, ${groups}, clock_timestamp())
      returning id)
    insert into job (kind, payload)
    select 'notify', jsonb_build_object('event', id) from new_event`.execute(tx)
}
