import { seesStudio, viewerOf } from '../../access/queries/visibility.ts'
import { anyViewer } from '../../access/queries/viewers.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { lockRow } from '../../kernel/db/lock-row.ts'
import { desc } from '../../kernel/db/order.ts'
import { allOf, findOne, listPage } from '../../kernel/db/page.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Page, Range } from '../../kernel/http/contract/range.ts'
import { notFound, unknownReference } from '../../kernel/http/contract/problem.ts'
import { idOf, type SlugRef } from '../../kernel/http/contract/schema.ts'
import type { StoredWebhook } from '../rules/present.ts'

/** Over `webhook w` and its owner `viewer`. Without this the webhook is asleep. */
export const ownerManagesStudio = sql`(
  viewer.active and ${anyViewer.hasPermission(sql`w.studio_id`, 'studio.manage')})`

/** A manager sees the webhook of an owner who has left the studio. */
const from = sql`webhook w left join viewer on viewer.id = w.from_id`
const columns = sql`
  w.id as "_id", w.studio_id as studio, w.from_id as "from", w.url, w.types, w.format,
  w.active,
  ${ownerManagesStudio} is not true as asleep, w.failures,
  case when w.failed_at is not null then json_build_object(
    'at', seconds(w.failed_at), 'code', w.failed_code,
    'error', w.failed_error) end as "lastFailure",
  seconds(w.resume_at) as resumes, seconds(w.created_at) as created`

/** Over `webhook w`: managers see all webhooks of their studio. The route checks the permission. */
export const seesWebhook = (person: Caller) => seesStudio(viewerOf(person), sql`w.studio_id`)

export const listWebhooks = (
  db: Db,
  person: Caller,
  range: Range,
  filter: { studio?: string },
): Promise<Page<StoredWebhook>> =>
  listPage(db, range, {
    columns,
    from,
    key: sql`w.id`,
    order: desc(sql`w.created_at`, sql`w.id`),
    where: allOf(
      seesWebhook(person),
      filter.studio
        ? sql`exists (
            select from studio s
            where s.id = w.studio_id and ${filter.studio} in (s.id, s.slug))`
        : sql`true`,
    ),
  })

export async function getWebhook(db: Db, person: Caller, id: string): Promise<StoredWebhook> {
  const webhook = await findOne<StoredWebhook>(db, {
    columns,
    from,
    where: allOf(sql`w.id = ${id}`, seesWebhook(person)),
  })
  if (!webhook) throw notFound('webhook')
  return webhook
}

export const lockWebhook = (tx: Tx, id: string) => lockRow(tx, 'webhook', id)

/** Locks the studio of a new webhook, so that concurrent calls count correctly. */
export async function lockStudio(
  tx: Tx,
  person: Caller,
  ref: SlugRef,
): Promise<{ id: string; webhooks: number }> {
  const { rows } = await sql<{ id: string }>`
    select s.id from studio s
    where ${idOf(ref)} in (s.id, s.slug) and ${seesStudio(viewerOf(person), sql`s.id`)}
    for no key update`.execute(tx)
  const studio = rows[0]
  if (!studio) throw unknownReference('/studio', 'studio')
  const { rows: counted } = await sql<{ webhooks: number }>`
    select count(*) as webhooks from webhook where studio_id = ${studio.id}`.execute(tx)
  return { id: studio.id, webhooks: counted[0]!.webhooks }
}
