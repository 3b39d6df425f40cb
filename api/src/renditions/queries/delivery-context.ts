import { sql } from 'kysely'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import type { Probe } from '../../media/types.ts'
import type { DeliveryContext, OrderedUse } from '../rules/lint-types.ts'

type Uses = { items: string[]; details: Record<string, { value: string }[] | undefined> }
type Row = Pick<DeliveryContext, 'as' | 'standard'> & {
  bundle: string | null
  uses: Uses
  dcp: { items: unknown[] }
  original: Probe | null
}

/** What a file was uploaded for; null for a file that no work request names. */
export async function findDeliveryContext(
  db: Db | Tx,
  file: string,
): Promise<DeliveryContext | null> {
  const { rows } = await sql<Row>`
    with here as (select asset_id from file where id = ${file}),
    given as (
      select w.id as request, 1 as rank, 'delivery' as "as", wf.name as bundle
      from here join work_request w using (asset_id)
        join work_request_file wf on wf.work_request_id = w.id
      where wf.file_id = ${file}
      union all
      select w.id, 2, 'offline', null
      from here join work_request w using (asset_id) join offline o on o.work_request_id = w.id
      where o.file_id = ${file}
      union all
      select w.id, 3, 'material', null
      from here join work_request w using (asset_id) join material m on m.work_request_id = w.id
      where ${file} = any (m.files)
    )
    select given."as", given.bundle, w.uses, w.dcp, t.standard, (${newestOriginal}) as original
    from given join work_request w on w.id = given.request
      left join territory t on t.code = w.territory
    order by given.rank, w.created_at desc, given.bundle limit 1`.execute(db)
  const row = rows[0]
  if (!row) return null
  const { as, standard, original } = row
  return { as, standard, original, orders: orderedUses(row) }
}

/** Over `file f`: it was not uploaded for a work request, nor rendered for one. */
export const isOriginalOfAsset = sql`(
  not exists (select from encode e where e.file_id = f.id)
  and not exists (
    select from work_request any_w where any_w.asset_id = f.asset_id and (
      any_w.audio_file_id = f.id
      or exists (
        select from work_request_file wf
        where wf.work_request_id = any_w.id and wf.file_id = f.id
      )
      or exists (select from offline o where o.work_request_id = any_w.id and o.file_id = f.id)
      or exists (
        select from material mt where mt.work_request_id = any_w.id and f.id = any (mt.files)
      )
    )
  )
)`

/** Over `work_request w`: the probe of the asset's newest original film or sound. */
const newestOriginal = sql`
  select m.probe from file f join media m on m.file_id = f.id
  where f.asset_id = w.asset_id and f.verified_at is not null and f.removed_at is null
    and m.probe ->> 'kind' <> 'image' and ${isOriginalOfAsset}
  order by f.received_at desc, f.id desc limit 1`

/**
 * A bundle is named after a use, and its files only have to match that use. Print has no film, so
 * it sets no limits.
 */
function orderedUses({ uses, dcp, bundle }: Row): OrderedUse[] {
  const filmUses = uses.items
    .filter((use) => use !== 'Print')
    .flatMap((use): OrderedUse[] => {
      const details = uses.details[use] ?? []
      return details.length
        ? details.map(({ value }) => ({ use, detail: value }))
        : [{ use, detail: null }]
    })
  const dcpUses = dcp.items.flatMap((item): OrderedUse[] =>
    typeof item === 'string' ? [{ use: 'Dcp', detail: item }] : [],
  )
  const all = [...filmUses, ...dcpUses]
  const matching = all.filter(({ use }) => use.toLowerCase() === bundle?.toLowerCase())
  return matching.length ? matching : all
}
