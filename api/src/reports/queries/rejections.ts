import {
  notEmbargoed,
  seesStudio,
  seesVendor,
  viewerOf,
  type Viewer,
} from '../../access/queries/visibility.ts'
import { seesGroup } from '../../groups/queries.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Rejections, ReportFilter } from '../contract.ts'
import type { ReportDays } from '../rules/report-days.ts'
import { inDays } from './buckets.ts'
import { matchesFilter, maySeeRequest, ofVisibleRequests } from './visibility.ts'

type RejectionCounts = Omit<Rejections, 'from' | 'to' | 'tz'>

export async function readRejections(
  db: Db,
  person: Caller,
  days: ReportDays,
  filter: ReportFilter,
): Promise<Rejections> {
  const viewer = viewerOf(person)
  const { rows } = await sql<RejectionCounts>`
    with rejected as materialized (
      select h.id, h.code, w.id as request, w.territory, w.studio_id,
        ${uploaderOfRejected(viewer)} as uploader
      from work_request_history h
      join work_request w on w.studio_id = h.studio_id and w.id = h.work_request_id
      join asset a on a.studio_id = w.studio_id and a.id = w.asset_id
      where h.status = 'rejected' and ${seesStudio(viewer, sql`h.studio_id`)}
        and ${seesVendor(viewer, sql`h.studio_id`, sql`h.vendor_id`)}
        and ${inDays(days, sql`h.at`)} and ${maySeeRequest(viewer)} and ${matchesFilter(filter)}),
    vendor as (
      select g.id, g.name, r.id as rejection from rejected r left join (
        people_group g
        join group_studio gs on gs.group_id = g.id
        join group_person gp on gp.group_id = g.id)
        on g.type = 'v' and gs.studio_id = r.studio_id and gp.person_id = r.uploader
          and ${seesGroup(viewer)})
    select
      (select count(*) from rejected) as rejections,
      (select count(distinct request) from rejected) as requests,
      coalesce((
        select json_agg(row_to_json(x) order by x.rejections desc, x.code) from (
          select code, count(*) as rejections from rejected group by code) x), '[]') as codes,
      coalesce((
        select json_agg(
          json_build_object(
            'group', case when x.id is not null
              then json_build_object('_id', x.id, 'name', x.name) end,
            'rejections', x.rejections)
          order by x.rejections desc, x.name, x.id)
        from (
          select id, name, count(distinct rejection) as rejections
          from vendor group by id, name) x), '[]') as vendors,
      coalesce((
        select json_agg(row_to_json(x) order by x.rejections desc, x.territory) from (
          select territory, count(*) as rejections
          from rejected group by territory) x), '[]') as territories,
      coalesce((
        select json_agg(row_to_json(x) order by x.versions) from (
          ${versions(viewer, days, filter)}) x), '[]') as versions`.execute(db)
  const { from, to, tz } = days
  return { from, to, tz, ...rows[0]! }
}

/**
 * Over `work_request_history h`, `work_request w` and `asset a`: who uploaded the offline that was
 * the newest at the time of the rejection.
 */
const uploaderOfRejected = (viewer: Viewer) => sql`(
  select o.from_id from offline o join file f on f.studio_id = o.studio_id and f.id = o.file_id
  where o.studio_id = w.studio_id and o.work_request_id = w.id and o.created_at <= h.at
    and ${notEmbargoed(viewer)}
  order by o.created_at desc, o.id desc limit 1)`

/** Requests that received an offline in this period, by their total number of offlines. */
const versions = (viewer: Viewer, days: ReportDays, filter: ReportFilter) => sql`
  select versions, count(*) as requests from (
    select o.work_request_id, count(*) as versions
    from offline o
    join asset a on a.studio_id = o.studio_id and a.id = o.asset_id
    join file f on f.studio_id = o.studio_id and f.id = o.file_id
    where o.work_request_id in (
        select o.work_request_id from offline o where ${inDays(days, sql`o.created_at`)})
      and ${ofVisibleRequests(viewer, filter, 'o')} and ${notEmbargoed(viewer)}
      and ${seesVendor(viewer, sql`o.studio_id`, sql`o.vendor_id`)}
    group by 1 having bool_or(${inDays(days, sql`o.created_at`)})) counted
  group by versions`
