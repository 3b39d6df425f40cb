import { studioIds } from '../access/queries/references.ts'
import { viewerOf } from '../access/queries/visibility.ts'
import type { Tx } from '../kernel/db/connect.ts'
import { studioOfRow } from '../kernel/db/lock-row.ts'
import { sql } from '../kernel/db/sql.ts'
import { callerIn, type Caller } from '../kernel/http/contract/caller.ts'
import { conflict, forbidden, notFound, unknownReference } from '../kernel/http/contract/problem.ts'
import type { ListView, ListViewChange, NewListView } from './contract.ts'
import { viewColumns } from './queries.ts'

const MAX_VIEWS = 100

export async function createView(
  tx: Tx,
  { body, by }: { body: NewListView; by: Caller },
): Promise<ListView> {
  const [studio] = await studioIds(tx, viewerOf(by), [body.studio])
  if (!studio || !by.studios.includes(studio)) throw unknownReference('/studio', 'studio')
  const { list, name, query, shared = false } = body
  const audience = shared ? await audienceOf(tx, by, studio) : NOBODY
  const { rows } = await sql<ListView>`
    with v as (
      insert into list_view (studio_id, person_id, list, name, query, shared, territory, group_id)
      select ${studio}, ${by._id}, ${list}, ${name}, ${query}, ${shared}, ${audience.territory},
        ${audience.group}
      where (select count(*) from list_view where person_id = ${by._id}) < ${MAX_VIEWS}
      returning *)
    select ${viewColumns(by)} from v`.execute(tx)
  if (!rows[0]) throw conflict('view.too-many', `You have ${MAX_VIEWS} views. Remove one first.`)
  return rows[0]
}

export async function changeView(
  tx: Tx,
  { id, body, by }: { id: string; body: ListViewChange; by: Caller },
): Promise<ListView> {
  const { rows: own } = await sql<{ studio: string; shared: boolean }>`
    select studio_id as studio, shared from list_view
    where studio_id = ${await studioOfRow(tx, 'list_view', id)} and id = ${id}
      and person_id = ${by._id}
    for update`.execute(tx)
  if (!own[0]) throw notFound('view')
  const shared = body.shared ?? own[0].shared
  const audience = shared ? await audienceOf(tx, by, own[0].studio) : NOBODY
  const { rows } = await sql<ListView>`
    with v as (
      update list_view set name = coalesce(${body.name ?? null}, name),
        query = coalesce(${body.query ?? null}, query), shared = ${shared},
        territory = ${audience.territory}, group_id = ${audience.group}
      where id = ${id} returning *)
    select ${viewColumns(by)} from v`.execute(tx)
  return rows[0]!
}

export async function removeView(tx: Tx, { id, by }: { id: string; by: Caller }) {
  const { rows } = await sql`
    delete from list_view where id = ${id} and person_id = ${by._id} returning 1`.execute(tx)
  if (!rows.length) throw notFound('view')
  return { _id: id, removed: true as const }
}

type ViewAudience = { territory: string | null; group: string | null }
const NOBODY: ViewAudience = { territory: null, group: null }

/** Neither a territory nor a vendor: the home office. */
async function audienceOf(tx: Tx, by: Caller, studio: string): Promise<ViewAudience> {
  const { roles, territory } = callerIn(by, studio)
  if (roles.includes('studio') || roles.includes('admin')) return NOBODY
  if (roles.includes('territory') && territory) return { territory, group: null }
  const { rows } = await sql<{ id: string }>`
    select g.id from people_group g join group_studio gs on gs.group_id = g.id
    where gs.studio_id = ${studio} and g.type = 'v' and g.id = any (${by.groups}::text[])
    order by g.id limit 1`.execute(tx)
  if (!rows[0])
    throw forbidden(
      'view.not-shareable',
      'Only the home office, people of a territory and people of a vendor can share views.',
    )
  return { territory: null, group: rows[0].id }
}
