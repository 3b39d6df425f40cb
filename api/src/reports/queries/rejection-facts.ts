// The rejections in the studios of a caller who sees all of them, from prepared days.
import { sql } from 'kysely'
import { viewerOf, type Viewer } from '../../access/queries/visibility.ts'
import { seesGroup } from '../../groups/queries.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Rejections, ReportFilter } from '../contract.ts'
import { countsTerritory } from '../rules/counted-facts.ts'
import {
  bytesOfRejections,
  collectRejections,
  rejectionsOfTally,
  tallyRejections,
  unpackRejections,
  type OfflineFact,
  type RankedVendor,
  type RejectionFact,
  type RejectionFacts,
} from '../rules/rejection-facts.ts'
import type { ReportDays } from '../rules/report-days.ts'
import { rememberCounts } from './remembered-counts.ts'
import { daysOfReport, isNewVersion, SCOPES_OF_STUDIOS } from './report-days.ts'

type Found = { studio: string } & (
  | { what: 'version'; value: string }
  | { what: 'vendor'; value: RankedVendor & { person: string } }
  | { what: 'rejection'; value: RejectionFact }
  | { what: 'offline'; value: OfflineFact }
  | { what: 'day' | 'hour'; body: string }
)

export async function countPreparedRejections(
  db: Db,
  person: Caller,
  days: ReportDays,
  filter: ReportFilter,
): Promise<Omit<Rejections, 'from' | 'to' | 'tz'>> {
  const matches = countsTerritory(filter)
  const { found, counts } = await rememberCounts(
    { name: 'rejections', person, days, filter, bytesOf: bytesOfRejections },
    (known) => findRejections(db, viewerOf(person), days, filter, known),
    ({ rows }) => tallyRejections(unpacked(rows, 'day'), days, matches),
  )
  const { rows } = found
  const newer = [...unpacked(rows, 'hour'), ...collectRows(rows)]
  return rejectionsOfTally(tallyRejections(newer, days, matches, counts), vendorsIn(rows))
}

/** One statement reads all of it, so that no change falls between two of them. */
async function findRejections(
  db: Db,
  viewer: Viewer,
  days: ReportDays,
  filter: ReportFilter,
  known: string | undefined,
): Promise<{ version: string; rows: Found[] }> {
  const { rows } = await sql<Found>`
    with ${daysOfReport('rejections', viewer, days, filter.studio, SCOPES_OF_STUDIOS, known)}
    select 'vendor' as what, gs.studio_id as studio, null as body,
      json_build_object('_id', g.id, 'name', g.name, 'person', gp.person_id,
        'rank', rank() over (order by g.name, g.id)) as value
    from people_group g
    join group_studio gs on gs.group_id = g.id
    join group_person gp on gp.group_id = g.id
    where g.type = 'v' and gs.studio_id in (select studio_id from chosen) and ${seesGroup(viewer)}
    union all
    select 'version', '', null, to_json(version) from prepared
    union all
    select 'day', d.studio_id, encode(d.body, 'base64'), null
    from ready_days join report_day d using (studio_id, kind, day)
    where ${isNewVersion}
    union all
    select 'day', d.studio_id, encode(d.body, 'base64'), null
    from blocks b join report_block d on d.studio_id = b.studio_id and d.kind = 'rejections'
      and d.days = b.days and d.day = b.day
    where ${isNewVersion}
    union all
    select 'hour', d.studio_id, encode(d.body, 'base64'), null
    from ready_hours join report_day d using (studio_id, kind, day)
    union all
    select 'rejection', m.studio_id, null, to_json(f)
    from missing m cross join lateral rejections_in(m.studio_id, m.starts, m.ends) f
    union all
    select 'offline', m.studio_id, null, to_json(f)
    from missing m cross join lateral offlines_in(m.studio_id, m.starts, m.ends) f`.execute(db)
  return { version: rows.find((row) => row.what === 'version')!.value, rows }
}

type FactsOfStudio = { studio: string; facts: RejectionFacts }

const unpacked = (rows: Found[], what: 'day' | 'hour'): FactsOfStudio[] =>
  rows.flatMap((row) =>
    row.what === what && 'body' in row
      ? [{ studio: row.studio, facts: unpackRejections(Buffer.from(row.body, 'base64')) }]
      : [],
  )

const collectRows = (rows: Found[]): FactsOfStudio[] =>
  [...Map.groupBy(rows, ({ studio }) => studio)].map(([studio, ofStudio]) => ({
    studio,
    facts: collectRejections(
      ofStudio.flatMap((row) => (row.what === 'rejection' ? [row.value] : [])),
      ofStudio.flatMap((row) => (row.what === 'offline' ? [row.value] : [])),
    ),
  }))

function vendorsIn(rows: Found[]): Parameters<typeof rejectionsOfTally>[1] {
  const vendors = Map.groupBy(
    rows.filter((row) => row.what === 'vendor'),
    ({ studio, value }) => `${studio} ${value.person}`,
  )
  return (studio, uploader) =>
    (vendors.get(`${studio} ${uploader}`) ?? []).map(({ value }) => value)
}
