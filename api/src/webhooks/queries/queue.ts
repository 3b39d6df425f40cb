// The delivery queues of the webhooks. All state is in the database, so that nodes share it.
import { callerColumns } from '../../access/queries/visibility.ts'
import { callerFrom, type StoredCaller } from '../../access/rules.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { SecretColumn } from '../../kernel/db/encryption/seal-secret.ts'
import type { WebhookFormat } from '../contract.ts'
import { ownerManagesStudio } from './webhook.ts'

export const WEBHOOK_SECRET: SecretColumn = { table: 'webhook', column: 'secret', id: 'id' }

/** The first delivery in the queue of a webhook, leased by one sender. */
export type LeasedDelivery = {
  webhook: string
  fence: number
  url: string
  format: WebhookFormat
  /** Sealed (WEBHOOK_SECRET). */
  secret: string
  failures: number
  from: Caller
  delivery: { id: string; type: string; event: string | null; created: number }
}
/** The result of an attempt. `withheld`: not sent, because the event is no longer visible. */
export type DeliveryOutcome =
  | { status: 'delivered'; code: number }
  | { status: 'withheld' }
  | { status: 'waiting'; code: number | null; error: string; wait: number }

type Row = Omit<LeasedDelivery, 'from'> & { from: StoredCaller }

/** Over `webhook w`. */
const isWaiting = sql`
  (w.leased_until is null or w.leased_until <= now())
  and (w.resume_at is null or w.resume_at <= now())
  and exists (select from webhook_delivery d
    where d.studio_id = w.studio_id and d.webhook_id = w.id and d.status = 'waiting')`

/** Whether a sender would find something to send. */
export const deliveryIsDue = sql`exists (select from webhook w where w.active and ${isWaiting})`

/**
 * Leases the target that has waited longest, healthy targets first. `healthyOnly` skips failing
 * ones. The lease is longer than an attempt; a sender that returns later finds another fence.
 */
export async function leaseNextDelivery(
  db: Db,
  { leaseSeconds, healthyOnly }: { leaseSeconds: number; healthyOnly: boolean },
): Promise<LeasedDelivery | undefined> {
  const { rows } = await sql<Row>`
    with due as (
      select w.id from webhook w join viewer on viewer.id = w.from_id
      where w.active and ${ownerManagesStudio}
        and ${isWaiting} and (w.failures = 0 or not ${healthyOnly})
      order by w.failures > 0, w.leased_until nulls first, w.id
      limit 1 for update of w skip locked),
    leased as (
      update webhook w
      set leased_until = now() + make_interval(secs => ${leaseSeconds}), fence = fence + 1
      from due where w.id = due.id returning w.*)
    select w.id as webhook, w.fence, w.url, w.format, w.secret, w.failures,
      json_build_object(
        'id', d.id, 'type', d.type, 'event', d.event_id,
        'created', seconds(d.created_at)) as delivery,
      (select to_json(owner) from (
        select ${callerColumns}, '' as token, false as "secondFactor") owner) as "from"
    from leased w
    join viewer on viewer.id = w.from_id
    cross join lateral (
      select * from webhook_delivery d
      where d.webhook_id = w.id and d.status = 'waiting'
      order by d.number limit 1) d`.execute(db)
  return rows[0] && { ...rows[0], from: callerWithoutBypass(rows[0].from) }
}

/** Embargoed content never leaves the installation, even if the owner could see it. */
function callerWithoutBypass(owner: StoredCaller): Caller {
  const caller = callerFrom(owner)
  const withoutBypass = (permissions: ReadonlySet<string>) =>
    permissions.difference(new Set(['embargo.bypass']))
  return {
    ...caller,
    installationPermissions: withoutBypass(caller.installationPermissions),
    memberships: caller.memberships.map((membership) => ({
      ...membership,
      permissions: withoutBypass(membership.permissions),
    })),
  }
}

/**
 * Saves the outcome and releases the target, if the sender still holds the fence. A delivery that
 * was given up meanwhile stays failed, unless it arrived.
 */
export async function finishDelivery(
  db: Db,
  { webhook, fence, delivery }: Pick<LeasedDelivery, 'webhook' | 'fence' | 'delivery'>,
  outcome: DeliveryOutcome,
): Promise<void> {
  const { status, code, error, wait } = { code: null, error: null, wait: null, ...outcome }
  const isDelivered = status === 'delivered'
  const target = {
    delivered: sql`failures = 0, resume_at = null`,
    withheld: sql`failures = failures`,
    waiting: sql`
      failures = failures + 1, resume_at = now() + make_interval(secs => ${wait}),
      failed_at = now(), failed_code = ${code}, failed_error = ${error}`,
  }[status]
  await sql`
    with ours as (
      update webhook set leased_until = now(), ${target}
      where id = ${webhook} and fence = ${fence} returning id)
    update webhook_delivery d
    set status = ${status}, attempts = attempts + ${status === 'withheld' ? 0 : 1},
      code = ${code}, error = ${error}, delivered_at = case when ${isDelivered} then now() end
    from ours
    where d.id = ${delivery.id} and d.webhook_id = ours.id
      and (d.status = 'waiting' or ${isDelivered})`.execute(db)
}
