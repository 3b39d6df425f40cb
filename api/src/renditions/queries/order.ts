import { sql } from 'kysely'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import type { Probe } from '../../media/types.ts'
import type { Asked, Order } from '../rules/lint.ts'

type Uses = { items: string[]; details: Record<string, { value: string }[] | undefined> }
type Found = Pick<Asked, 'as' | 'standard'> & {
  bundle: string | null
  uses: Uses
  dcp: { items: unknown[] }
  original: Probe | null
}

/**
 * What a file was brought for. Null for a file that no order names: then nothing was asked of it.
 */
export async function askedOf(db: Db | Tx, file: string): Promise<Asked | null> {
  const { rows } = await sql<Found>`
    with here as (select asset_id from file where id = ${file}),
    given as (
      select w.id as request, 1 as rank, 'delivery' as "as", wf.name as bundle from here join work_request w using (asset_id) join work_request_file wf on wf.work_request_id = w.id where wf.file_id = ${file}
      union all select w.id, 2, 'offline', null from here join work_request w using (asset_id) join offline o on o.work_request_id = w.id where o.file_id = ${file}
      union all select w.id, 3, 'material', null from here join work_request w using (asset_id) join material m on m.work_request_id = w.id where ${file} = any (m.files))
    select given."as", given.bundle, w.uses, w.dcp, t.standard, (${original}) as original
    from given join work_request w on w.id = given.request left join territory t on t.code = w.territory
    order by given.rank, w.created_at desc, given.bundle limit 1`.execute(db)
  const found = rows[0]
  return found
    ? { as: found.as, standard: found.standard, original: found.original, orders: ordersOf(found) }
    : null
}

/** Over `file f`: nobody brought it for a request, and nothing of a request was made into it. */
export const originalOfAsset = sql`(not exists (select from encode made where made.file_id = f.id) and not exists (select from work_request any_w where any_w.asset_id = f.asset_id and (
  any_w.audio_file_id = f.id
  or exists (select from work_request_file wf where wf.work_request_id = any_w.id and wf.file_id = f.id)
  or exists (select from offline o where o.work_request_id = any_w.id and o.file_id = f.id)
  or exists (select from material mt where mt.work_request_id = any_w.id and f.id = any (mt.files)))))`

/**
 * The newest whole picture or sound of the asset that nobody brought for a request, over
 * `work_request w`.
 */
const original = sql`
  select m.probe from file f join media m on m.file_id = f.id
  where f.asset_id = w.asset_id and f.verified_at is not null and f.removed_at is null and m.probe ->> 'kind' <> 'image'
    and ${originalOfAsset}
  order by f.received_at desc, f.id desc limit 1`

/**
 * A bundle is named after the use it is for; what lies in it need fit no other. Print shows no
 * film.
 */
function ordersOf({ uses, dcp, bundle }: Found): Order[] {
  const ordered = uses.items
    .filter((use) => use !== 'Print')
    .flatMap((use): Order[] => {
      const details = uses.details[use] ?? []
      return details.length
        ? details.map(({ value }) => ({ use, detail: value }))
        : [{ use, detail: null }]
    })
  const all = [
    ...ordered,
    ...dcp.items.flatMap((item): Order[] =>
      typeof item === 'string' ? [{ use: 'Dcp', detail: item }] : [],
    ),
  ]
  const own = all.filter(({ use }) => use.toLowerCase() === bundle?.toLowerCase())
  return own.length ? own : all
}
