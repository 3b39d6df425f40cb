import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { conflict } from '../../kernel/http/contract/problem.ts'
import { getDelivery } from '../queries/delivery.ts'
import { getWebhook, lockWebhook } from '../queries/webhook.ts'
import type { StoredDelivery } from '../rules/present.ts'

/** At most one ping is queued at a time. */
export async function ping(
  tx: Tx,
  { webhook, by }: { webhook: string; by: Caller },
): Promise<StoredDelivery> {
  await resumeTarget(tx, webhook, by)
  const { rows: waiting } = await sql<{ id: string }>`
    select id from webhook_delivery
    where webhook_id = ${webhook} and type = 'ping' and status = 'waiting'`.execute(tx)
  if (waiting[0]) return getDelivery(tx, by, { webhook, id: waiting[0].id })
  const { rows } = await sql<{ id: string }>`
    insert into webhook_delivery (studio_id, webhook_id, type)
    select studio_id, id, 'ping' from webhook where id = ${webhook} returning id`.execute(tx)
  return getDelivery(tx, by, { webhook, id: rows[0]!.id })
}

/** A finished delivery goes to the end of the queue; a waiting one keeps its position. */
export async function redeliver(
  tx: Tx,
  { webhook, id, by }: { webhook: string; id: string; by: Caller },
): Promise<StoredDelivery> {
  await resumeTarget(tx, webhook, by)
  await getDelivery(tx, by, { webhook, id })
  await sql`
    update webhook_delivery
    set status = 'waiting', number = default, waiting_since = now(), delivered_at = null
    where id = ${id} and webhook_id = ${webhook} and status <> 'waiting'`.execute(tx)
  return getDelivery(tx, by, { webhook, id })
}

/** A manual request skips the retry delay. */
async function resumeTarget(tx: Tx, webhook: string, by: Caller): Promise<void> {
  await lockWebhook(tx, webhook)
  const { active, asleep } = await getWebhook(tx, by, webhook)
  if (!active)
    throw conflict('webhook.inactive', 'This webhook is inactive. Set active to true first.')
  if (asleep)
    throw conflict(
      'webhook.paused',
      'The owner of this webhook no longer manages the studio. Create a new webhook.',
    )
  await sql`update webhook set resume_at = null where id = ${webhook}`.execute(tx)
}
