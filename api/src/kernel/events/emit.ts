import type { Tx } from '../db/connect.ts'
import { addRow } from '../db/pending-rows.ts'

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

/**
 * Takes a Tx, never a Db, so an event cannot outlive a rolled-back change. Its job `notify` is
 * inserted with it.
 */
export const emit = (tx: Tx, event: NewEvent): Promise<void> =>
  addRow(tx, 'event', {
    type: event.type,
    from_id: event.from,
    studio_id: event.studio,
    work_request_id: event.workRequest ?? null,
    asset_id: event.asset ?? null,
    project_id: event.project ?? null,
    files: event.files ?? [],
    told: event.snapshot ?? {},
    notify_users: event.notify?.users ?? [],
    notify_groups: event.notify?.groups ?? [],
  })
