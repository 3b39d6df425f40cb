import { notEmbargoed, type Viewer } from '../../access/queries/visibility.ts'
import { seesDownload } from '../../downloads/queries/list.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { getProject } from '../../projects/queries.ts'
import type { Coverage } from '../contract.ts'
import { coverageOf, type CellProgress } from '../rules/coverage.ts'
import { maySeeAsset, maySeeFile, maySeeRequest } from './visibility.ts'

type Cell = Omit<Coverage['cells'][number], 'state' | 'since'> & CellProgress
type CoverageRow = Pick<Coverage, 'assets' | 'territories'> & { cells: Cell[] }

export async function readCoverage(
  db: Db,
  viewer: Viewer,
  { project }: { project: string },
): Promise<Coverage> {
  const { _id } = await getProject(db, viewer, project)
  const { rows } = await sql<CoverageRow>`
    with listed_asset as materialized (
      select a.*, ty.slug as type, ${currentCut(viewer)} as cut
      from asset a join asset_type ty on ty.id = a.type_id
      where a.project_id = ${_id} and a.archived_at is null and ${maySeeAsset(viewer)}),
    cell as materialized (${cells(viewer)})
    select
      coalesce((
        select json_agg(
          json_build_object('_id', id, 'name', name, 'slug', slug, 'type', type)
          order by name, id)
        from listed_asset), '[]') as assets,
      coalesce((
        select json_agg(
          json_build_object('code', used.territory, 'name', t.name) order by used.territory)
        from (select distinct territory from cell) used
        left join territory t on t.code = used.territory), '[]') as territories,
      coalesce((
        select json_agg(cell order by cell.asset, cell.territory, cell.use, cell.language)
        from cell), '[]') as cells`.execute(db)
  const { cells: storedCells, ...coverage } = rows[0]!
  return { ...coverage, cells: storedCells.map(present) }
}

const present = ({
  asset,
  territory,
  use,
  language,
  request,
  ...progress
}: Cell): Coverage['cells'][number] => ({
  asset,
  territory,
  use,
  language,
  request,
  ...coverageOf(progress),
})

const cells = (viewer: Viewer) => sql`
  select w.asset_id as asset, w.territory, w.use, w.language, w.id as request, w.status,
    seconds(coalesce((
      select max(h.at) from work_request_history h
      where h.studio_id = w.studio_id and h.work_request_id = w.id), w.created_at)) as moved,
    seconds(file.delivered) as delivered, seconds(downloaded.first) as downloaded,
    seconds(a.cut) as cut,
    coalesce(coalesce(${newestOffline(viewer)}, file.created) < a.cut, false) as old
  from (${newestOrders(viewer)}) w
  join listed_asset a on a.id = w.asset_id
  cross join lateral (
    select max(f.verified_at) as delivered, min(f.created_at) as created, array_agg(f.id) as ids
    from work_request_file wf join file f on f.studio_id = wf.studio_id and f.id = wf.file_id
    where wf.studio_id = w.studio_id and wf.work_request_id = w.id and wf.name = w.use
      and f.verified_at is not null
      and ${maySeeFile(viewer)}) file
  cross join lateral (
    select min(d.created_at) as first from download d
    where d.file_id = any (file.ids) and ${seesDownload(viewer)}) downloaded`

/** The newest order of the same version counts. Drafts and cancelled requests do not. */
const newestOrders = (viewer: Viewer) => sql`
  select distinct on (w.asset_id, w.territory, ordered.use, w.language) w.*, ordered.use
  from work_request w
  cross join lateral (
    select jsonb_array_elements_text(w.uses -> 'items') as use
    union
    select 'Dcp' where jsonb_array_length(w.dcp -> 'items') > 0) ordered
  where w.asset_id in (select id from listed_asset) and w.status not in ('incomplete', 'cancelled')
    and ${maySeeRequest(viewer)}
  order by w.asset_id, w.territory, ordered.use, w.language, w.created_at desc, w.id desc`

/** Over `work_request w` and `asset a`: the version is as old as its newest offline. */
const newestOffline = (viewer: Viewer) => sql`(
  select max(o.created_at) from offline o
    join file f on f.studio_id = o.studio_id and f.id = o.file_id
  where o.studio_id = w.studio_id and o.work_request_id = w.id and f.removed_at is null
    and ${notEmbargoed(viewer)})`

/**
 * Over `asset a`: the time of the first preview of the original with the newest revision. A new
 * preview of the same revision is the same cut.
 */
const currentCut = (viewer: Viewer) => sql`(
  select min(v.time) filter (where v.time > coalesce(v.before_newest, '-infinity')) from (
    select v.time, max(v.time) filter (where v.revision <> v.newest) over () as before_newest from (
      select v.created_at as time, v.revision,
        first_value(v.revision) over (order by v.created_at desc, v.id desc) as newest
      from preview v join file f on f.studio_id = v.studio_id and f.id = v.file_id
      where v.asset_id = a.id and v.language is null and ${notEmbargoed(viewer)}) v) v)`
