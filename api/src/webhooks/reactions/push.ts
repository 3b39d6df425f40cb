import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { ownerManagesStudio } from '../queries/webhook.ts'
import { RETRY_HOURS } from '../rules/retry.ts'

/**
 * Queues all unsent events of the studios of these events for their webhooks. The caller holds the
 * lock of the sequence, so that no later event overtakes an earlier one, and marks these events as
 * pushed. The others are marked with their own jobs.
 */
export async function queueDeliveries(tx: Tx, events: readonly string[]): Promise<void> {
  await sql`
    insert into webhook_delivery (studio_id, webhook_id, event_id, type)
    select w.studio_id, w.id, unsent.id, unsent.type
    from webhook w
    join viewer on viewer.id = w.from_id
    join event unsent on unsent.studio_id = w.studio_id
    where w.studio_id in (select e.studio_id from event e where e.id = any (${events}))
      and w.active and ${ownerManagesStudio} and not unsent.pushed
      and (w.types = '{}' or unsent.type = any (w.types))
    order by unsent.created_at, unsent.id
    on conflict (studio_id, webhook_id, event_id) do nothing`.execute(tx)
}

const DAYS_TO_KEEP = 30

/** Gives up deliveries that waited for a day, and deletes old ones. */
export async function pruneDeliveries(tx: Tx): Promise<void> {
  const error = `Not delivered within ${RETRY_HOURS} hours`
  await sql`
    update webhook_delivery set status = 'failed', error = coalesce(error, ${error})
    where status = 'waiting'
      and waiting_since < now() - make_interval(hours => ${RETRY_HOURS})`.execute(tx)
  await sql`
    delete from webhook_delivery
    where status <> 'waiting'
      and created_at < now() - make_interval(days => ${DAYS_TO_KEEP})`.execute(tx)
}
