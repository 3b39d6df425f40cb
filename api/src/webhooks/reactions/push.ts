import { sql } from 'kysely'
import type { Tx } from '../../kernel/db/connect.ts'
import { ownerManagesStudio } from '../queries/webhook.ts'
import { RETRY_HOURS } from '../rules/retry.ts'

/**
 * Puts all that happened in a studio since the last time into the lines of its webhooks, in one
 * statement and in the order in which it happened.
 * Of two workers one waits at the first event that the other has in hand, and finds it done: no
 * later event comes to stand before an earlier one.
 */
export async function enqueueDeliveries(tx: Tx, { studio }: { studio: string }): Promise<void> {
  await sql`
    with fresh as (select id, type, studio_id, created_at from event where studio_id = ${studio} and not pushed order by created_at, id for no key update),
      marked as (update event e set pushed = true from fresh where e.id = fresh.id)
    insert into webhook_delivery (webhook_id, event_id, type)
    select w.id, fresh.id, fresh.type
    from fresh join webhook w on w.studio_id = fresh.studio_id join viewer on viewer.id = w.from_id
    where w.active and ${ownerManagesStudio} and (w.types = '{}' or fresh.type = any (w.types))
    order by fresh.created_at, fresh.id
    on conflict (webhook_id, event_id) do nothing`.execute(tx)
}

const DAYS_TO_KEEP = 30

/**
 * What waited for a day is given up, whether it was tried or stood behind another; what is long
 * over is forgotten.
 */
export async function pruneDeliveries(tx: Tx): Promise<void> {
  await sql`
    update webhook_delivery set status = 'failed', error = coalesce(error, ${`It could not be sent within ${RETRY_HOURS} hours`})
    where status = 'waiting' and waiting_since < now() - make_interval(hours => ${RETRY_HOURS})`.execute(
    tx,
  )
  await sql`delete from webhook_delivery where status <> 'waiting' and created_at < now() - make_interval(days => ${DAYS_TO_KEEP})`.execute(
    tx,
  )
}
