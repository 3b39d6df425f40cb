// The rejections in the studios of a caller who sees all of them, from prepared days.
import { sql } from 'kysely'
import type { Viewer } from '../../access/queries/visibility.ts'
import { seesGroup } from '../../groups/queries.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Rejections, ReportFilter } from '../contract.ts'
import { countsTerritory } from '../rules/counted-facts.ts'
import {
  collectRejections,
  tallyRejections,
  unpackRejections,
  type OfflineFact,
  type RankedVendor,
  type RejectionFact,
} from '../rules/rejection-facts.ts'
import type { ReportDays } from '../rules/report-days.ts'
import { daysOfReport, SCOPES_OF_STUDIOS } from './report-days.ts'

type Found = { studio: string } & (
  | { what: 'vendor'; value: RankedVendor & { person: string } }
  | { what: 'rejection'; value: RejectionFact }
  | { what: 'offline'; value: OfflineFact }
  | { what: 'day'; body: string }
)

/** One statement reads all of it, so that no change falls between two of them. */
export async function countPreparedRejections(
  db: Db,
  viewer: Viewer,
  days: ReportDays,
  filter: ReportFilter,
): Promise<Omit<Rejections, 'from' | 'to' | 'tz'>> {
  const { rows } = await sql<Found>`
    with ${daysOfReport('rejections', viewer, days, filter.studio, SCOPES_OF_STUDIOS)}
    select 'vendor' as what, gs.studio_id as studio, null as body,
      json_build_object('_id', g.id, 'name', g.name, 'person', gp.person_id,
        'rank', rank() over (order by g.name, g.id)) as value
    from people_group g
    join group_studio gs on gs.group_id = g.id
    join group_person gp on gp.group_id = g.id
    where g.type = 'v' and gs.studio_id in (select studio_id from chosen) and ${seesGroup(viewer)}
    union all
    select 'day', d.studio_id, encode(d.body, 'base64'), null
    from ready join report_day d using (studio_id, kind, day)
    union all
    select 'day', d.studio_id, encode(d.body, 'base64'), null
    from blocks b join report_block d on d.studio_id = b.studio_id and d.kind = 'rejections'
      and d.days = b.days and d.day = b.day
    union all
    select 'rejection', m.studio_id, null, to_json(f)
    from missing m cross join lateral rejections_in(m.studio_id, m.starts, m.ends) f
    union all
    select 'offline', m.studio_id, null, to_json(f)
    from missing m cross join lateral offlines_in(m.studio_id, m.starts, m.ends) f`.execute(db)
  const ofStudio = Map.groupBy(rows, ({ studio }) => studio)
  return tallyRejections([...ofStudio.values()].flatMap(countedIn), days, countsTerritory(filter))
}

/** The facts of one studio. */
function countedIn(rows: Found[]): Parameters<typeof tallyRejections>[0][number][] {
  const vendors = Map.groupBy(
    rows.flatMap((row) => (row.what === 'vendor' ? [row.value] : [])),
    ({ person }) => person,
  )
  const vendorsOf = (uploader: string | null) => vendors.get(uploader ?? '') ?? []
  const others = collectRejections(
    rows.flatMap((row) => (row.what === 'rejection' ? [row.value] : [])),
    rows.flatMap((row) => (row.what === 'offline' ? [row.value] : [])),
  )
  const prepared = rows.flatMap((row) =>
    row.what === 'day' ? [unpackRejections(Buffer.from(row.body, 'base64'))] : [],
  )
  return [...prepared, others].map((facts) => ({ facts, vendorsOf }))
}
