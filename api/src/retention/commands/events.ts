import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'

type Batch = { studio: string; before: string; limit: number }

/**
 * Deletes the oldest events of a studio with their notifications and deliveries. An event that is
 * still to be processed or delivered stays.
 */
export async function deleteOldEvents(
  tx: Tx,
  { studio, before, limit }: Batch,
): Promise<{ deleted: number; notifications: number }> {
  const { rows: events } = await sql<{ id: string }>`
    select e.id from event e
    where e.studio_id = ${studio} and e.created_at < ${before}::timestamptz
      and e.processed and e.pushed and not exists (
        select from webhook_delivery d
          where d.studio_id = e.studio_id and d.event_id = e.id and d.status = 'waiting')
    order by e.created_at, e.id
    limit ${limit}
    for update skip locked`.execute(tx)
  if (events.length === 0) return { deleted: 0, notifications: 0 }
  const ids = events.map(({ id }) => id)
  await sql`delete from webhook_delivery where event_id = any (${ids})`.execute(tx)
  // The counts of notifications read their events, so the notifications go first.
  const { rowCount } = await sql`
    delete from notification where event_id = any (${ids})`.execute(tx)
  await sql`delete from event where id = any (${ids})`.execute(tx)
  return { deleted: ids.length, notifications: rowCount ?? 0 }
}

export async function deleteOldNotifications(
  tx: Tx,
  { studio, before, limit }: Batch,
): Promise<number> {
  const { rowCount } = await sql`
    delete from notification where id in (
      select id from notification
      where studio_id = ${studio} and created_at < ${before}::timestamptz
      order by created_at limit ${limit})`.execute(tx)
  return rowCount ?? 0
}
