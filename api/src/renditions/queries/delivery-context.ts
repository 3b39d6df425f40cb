import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import type { AttachedFile, DeliverableState } from '../rules/deliverable-state.ts'
import type { DeliveryContext, AnalyzedFile, OrderedUse } from '@reelay/media/delivery'

type Uses = { items: string[]; details: Record<string, { value: string }[] | undefined> }
type Order = Pick<DeliveryContext, 'standard' | 'category' | 'original'> & {
  uses: Uses
  dcp: { items: unknown[] }
}
type Row = Order & { as: DeliveryContext['as']; bundle: string | null }

/** What a file was uploaded for; null for a file that no work request names. */
export async function findDeliveryContext(
  db: Db | Tx,
  file: string,
): Promise<DeliveryContext | null> {
  const { rows } = await sql<Row>`
    with here as (select studio_id, asset_id from file where id = ${file}),
    attachment as (
      select w.id as request, 1 as rank, 'delivery' as "as", wf.name as bundle
      from here join work_request w using (studio_id, asset_id)
        join work_request_file wf on wf.studio_id = w.studio_id and wf.work_request_id = w.id
      where wf.file_id = ${file}
      union all
      select w.id, 2, 'offline', null
      from here join work_request w using (studio_id, asset_id)
        join offline o on o.studio_id = w.studio_id and o.work_request_id = w.id
      where o.file_id = ${file}
      union all
      select w.id, 3, 'material', null
      from here join work_request w using (studio_id, asset_id)
        join material m on m.studio_id = w.studio_id and m.work_request_id = w.id
      where ${file} = any (m.files)
    )
    select attachment."as", attachment.bundle, ${orderColumns}
    from attachment join work_request w on w.id = attachment.request ${orderJoins}
    order by attachment.rank, w.created_at desc, attachment.bundle limit 1`.execute(db)
  const row = rows[0]
  return row ? contextOf(row, row.as, row.bundle) : null
}

type AttachedRow = Omit<AttachedFile, 'media' | 'context'> &
  AnalyzedFile & { file: string; bundle: string; state: DeliverableState; companion: boolean }

/** The files attached to a work request, with everything that their checks need. */
export async function listAttachedFiles(
  tx: Tx,
  workRequest: string,
): Promise<(AttachedFile & { row: AttachedRow })[]> {
  const { rows } = await sql<AttachedRow>`
    select wf.file_id as file, wf.name as bundle, wf.state, wf.companion, f.name, f.mime,
      f.received_at is not null as received, f.verified_at is not null as verified,
      m.probe, m.picture, m.sound,
      exists (
        select from media_step s
          where s.studio_id = f.studio_id and s.file_id = f.id and s.step in ('probe', 'sound')
          and s.ended_at is null and s.status <> 'skipped') as pending,
      array(
        select s.reason ->> 'code' from media_step s
        where s.studio_id = f.studio_id and s.file_id = f.id and s.step in ('probe', 'sound')
          and s.status = 'failed'
        union all
        select warning ->> 'code' from jsonb_array_elements(f.warnings) warning
        where warning ->> 'code' like 'storage.%') as failures
    from work_request_file wf join file f on f.studio_id = wf.studio_id and f.id = wf.file_id
      left join media m on m.studio_id = f.studio_id and m.file_id = f.id
    where wf.work_request_id = ${workRequest} and f.removed_at is null`.execute(tx)
  if (rows.length === 0) return []
  const order = await sql<Order>`
    select ${orderColumns} from work_request w ${orderJoins}
    where w.id = ${workRequest}`.execute(tx)
  return rows.map((row) => ({
    ...row,
    row,
    media: row,
    context: contextOf(order.rows[0]!, 'delivery', row.bundle),
  }))
}

function contextOf(
  order: Order,
  as: DeliveryContext['as'],
  bundle: string | null,
): DeliveryContext {
  const { standard, category, original, uses, dcp } = order
  const ordered = [...uses.items, ...(dcp.items.length ? ['Dcp'] : [])]
  const use = ordered.find((name) => name.toLowerCase() === bundle?.toLowerCase()) ?? null
  return { as, use, category, standard, original, orders: orderedUses(order, use) }
}

/** Over `file f`: it was not uploaded for a work request, nor rendered for one. */
export const isOriginalOfAsset = (studio: Sql): Sql => sql`(
  not exists (select from encode e where e.studio_id = ${studio} and e.file_id = f.id)
  and not exists (
    select from work_request any_w
      where any_w.studio_id = ${studio} and any_w.asset_id = f.asset_id and (
      any_w.audio_file_id = f.id
      or exists (
        select from work_request_file wf
        where wf.studio_id = ${studio} and wf.work_request_id = any_w.id and wf.file_id = f.id
      )
      or exists (select from offline o
        where o.studio_id = ${studio} and o.work_request_id = any_w.id and o.file_id = f.id)
      or exists (
        select from material mt where mt.studio_id = ${studio}
          and mt.work_request_id = any_w.id and f.id = any (mt.files)
      )
    )
  )
)`

/** Over `work_request w`: the probe of the asset's newest original film or sound. */
const newestOriginal = sql`
  select m.probe from file f join media m on m.studio_id = f.studio_id and m.file_id = f.id
  where f.studio_id = w.studio_id and f.asset_id = w.asset_id and f.verified_at is not null
    and f.removed_at is null
    and m.probe ->> 'kind' <> 'image' and ${isOriginalOfAsset(sql`f.studio_id`)}
  order by f.received_at desc, f.id desc limit 1`

/** Over `work_request w` with `orderJoins`. */
const orderColumns = sql`
  w.uses, w.dcp, t.standard, ty.category, (${newestOriginal}) as original`
const orderJoins = sql`
  left join territory t on t.code = w.territory
  join asset a on a.studio_id = w.studio_id and a.id = w.asset_id
  join asset_type ty on ty.id = a.type_id`

/**
 * A bundle is named after a use, and its files only have to match that use. Print has no film, so
 * it sets no limits.
 */
function orderedUses({ uses, dcp }: Order, only: string | null): OrderedUse[] {
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
  const matching = all.filter(({ use }) => use === only)
  return matching.length ? matching : all
}
