import { sql } from 'kysely'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { conflict } from '../../kernel/http/contract/problem.ts'
import { getDelivery } from '../queries/delivery.ts'
import { getWebhook, lockWebhook } from '../queries/webhook.ts'
import type { StoredDelivery } from '../rules/present.ts'

/** At most one waits, however often it is asked for. */
export async function ping(
  tx: Tx,
  { webhook, by }: { webhook: string; by: Caller },
): Promise<StoredDelivery> {
  await resumeTarget(tx, webhook, by)
  const waiting = await tx
    .selectFrom('webhook_delivery')
    .select('id')
    .where('webhook_id', '=', webhook)
    .where('type', '=', 'ping')
    .where('status', '=', 'waiting')
    .executeTakeFirst()
  const { id } =
    waiting ??
    (await tx
      .insertInto('webhook_delivery')
      .values({ webhook_id: webhook, type: 'ping' })
      .returning('id')
      .executeTakeFirstOrThrow())
  return getDelivery(tx, by, { webhook, id })
}

/**
 * What has ended goes to the end of the line, since what came after it has gone; what waits keeps
 * its place, and is tried now.
 */
export async function redeliver(
  tx: Tx,
  { webhook, id, by }: { webhook: string; id: string; by: Caller },
): Promise<StoredDelivery> {
  await resumeTarget(tx, webhook, by)
  await getDelivery(tx, by, { webhook, id })
  await sql`
    update webhook_delivery set status = 'waiting', number = default, waiting_since = now(), delivered_at = null
    where id = ${id} and webhook_id = ${webhook} and status <> 'waiting'`.execute(tx)
  return getDelivery(tx, by, { webhook, id })
}

/**
 * Who asks for it by hand has seen to the target, or wants to know: it is tried without waiting for
 * its time.
 */
async function resumeTarget(tx: Tx, webhook: string, by: Caller): Promise<void> {
  await lockWebhook(tx, webhook)
  const { active, asleep } = await getWebhook(tx, by, webhook)
  if (!active)
    throw conflict('webhook.inactive', 'This webhook is switched off. Set active to true first.')
  if (asleep)
    throw conflict(
      'webhook.asleep',
      'Whoever gave this webhook its address no longer manages the studio, so it sends nothing. Make one of your own.',
    )
  await tx.updateTable('webhook').where('id', '=', webhook).set({ resume_at: null }).execute()
}
