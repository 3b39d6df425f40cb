import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { desc } from '../../kernel/db/order.ts'
import { allOf, findOne, listPage } from '../../kernel/db/page.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Page, Range } from '../../kernel/http/contract/range.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'
import type { StoredDelivery } from '../rules/present.ts'
import { getWebhook, seesWebhook } from './webhook.ts'

const from = sql`webhook_delivery d
  join webhook w on w.studio_id = d.studio_id and w.id = d.webhook_id`
const columns = sql`
  d.id as "_id", d.webhook_id as webhook, d.event_id as event, d.type, d.status, d.attempts, d.code,
  d.error, seconds(d.created_at) as created, seconds(d.delivered_at) as delivered,
  case when d.status = 'waiting'
    then seconds(greatest(w.resume_at, d.waiting_since)) end as next`

export async function listDeliveries(
  db: Db,
  person: Caller,
  range: Range,
  filter: { webhook: string; status?: string },
): Promise<Page<StoredDelivery>> {
  await getWebhook(db, person, filter.webhook)
  return listPage(db, range, {
    columns,
    from,
    key: sql`d.id`,
    order: desc(sql`d.created_at`, sql`d.number`),
    where: allOf(
      sql`d.webhook_id = ${filter.webhook}`,
      seesWebhook(person),
      filter.status ? sql`d.status = ${filter.status}` : sql`true`,
    ),
  })
}

export async function getDelivery(
  db: Db,
  person: Caller,
  { webhook, id }: { webhook: string; id: string },
): Promise<StoredDelivery> {
  await getWebhook(db, person, webhook)
  const delivery = await findOne<StoredDelivery>(db, {
    columns,
    from,
    where: allOf(sql`d.id = ${id} and d.webhook_id = ${webhook}`, seesWebhook(person)),
  })
  if (!delivery) throw notFound('delivery')
  return delivery
}
