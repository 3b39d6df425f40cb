import { sql } from 'kysely'
import type { Tx } from '../../kernel/db/connect.ts'
import type { BatchJob } from '../../kernel/jobs/worker.ts'
import { ownerManagesStudio } from '../queries/webhook.ts'
import { RETRY_HOURS } from '../rules/retry.ts'

/**
 * Queues all new events of studios for their webhooks, in order and in one statement. A second
 * worker waits for the lock on the first event and then finds the work done, so that no later event
 * overtakes an earlier one.
 */
export const enqueueDeliveries: BatchJob = {
  batch: (tx, payloads: { studio: string }[]) =>
    enqueueForStudios(tx, [...new Set(payloads.map(({ studio }) => studio))]),
}

async function enqueueForStudios(tx: Tx, studios: readonly string[]): Promise<void> {
  await sql`
    with fresh as (
      select id, type, studio_id, created_at from event
      where studio_id = any (${studios}) and not pushed
      order by created_at, id for no key update),
    marked as (update event e set pushed = true from fresh where e.id = fresh.id)
    insert into webhook_delivery (webhook_id, event_id, type)
    select w.id, fresh.id, fresh.type
    from fresh
    join webhook w on w.studio_id = fresh.studio_id
    join viewer on viewer.id = w.from_id
    where w.active and ${ownerManagesStudio} and (w.types = '{}' or fresh.type = any (w.types))
    order by fresh.created_at, fresh.id
    on conflict (webhook_id, event_id) do nothing`.execute(tx)
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
