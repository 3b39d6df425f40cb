// The facts of the requests that a caller may see: prepared days, days that are not prepared, and
// the requests that the caller sees for another reason than their role.
import { sql, type RawBuilder } from 'kysely'
import { isInvited, seesStudio, viewerOf, type Viewer } from '../../access/queries/visibility.ts'
import {
  columnArraysJson,
  rowsFromColumns,
  type ColumnArrays,
} from '../../kernel/db/column-json.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { StudioSettings } from '../../studios/contract.ts'
import type { ReportFilter } from '../contract.ts'
import { countsInBlock, scopesIn } from '../rules/block-scopes.ts'
import type { BlockScope } from '../rules/blocks.ts'
import { byRole, byTerritory, countsTerritory, isVendorOnly } from '../rules/counted-facts.ts'
import type { ReportDays } from '../rules/report-days.ts'
import { unpackBlock, unpackBlockOfVolume, type RequestBlock } from '../rules/request-blocks.ts'
import {
  collectFacts,
  unpackFacts,
  unpackVolume,
  type RequestFact,
  type RequestFacts,
  type VolumeFacts,
} from '../rules/request-facts.ts'
import type { FoundFacts } from '../rules/tallies.ts'
import { calendarOf } from '../rules/working-time.ts'
import { daysOfReport, isNewVersion, SCOPES_OF_STUDIOS } from './report-days.ts'
import { maySeeRequest, seesRequestInDays } from './visibility.ts'

type Sql = RawBuilder<unknown>
type Calendar = Pick<StudioSettings, 'workingHours' | 'holidays'>
type Found = { studio: string } & (
  | { what: 'version'; value: string }
  | { what: 'calendar'; value: Calendar }
  | { what: 'caller'; value: number }
  | { what: 'facts'; value: ColumnArrays<RequestFact> }
  | { what: 'day' | 'hour'; vendor: string; body: string }
  | { what: 'block'; vendor: BlockScope['scope']; body: string }
)

/** `prepared` is empty if its version is known. `newer` are hours and rows. */
export type VersionedFacts<Facts extends VolumeFacts = RequestFacts> = {
  version: string
  prepared: FoundFacts<Facts>
  newer: FoundFacts<Facts>
}
type FactQuery = { person: Caller; days: ReportDays; filter: ReportFilter }

export const findRequestFacts = (
  db: Db,
  query: FactQuery,
  known: string | undefined,
): Promise<VersionedFacts> => findFacts(db, query, known, FACTS_OF_TURNAROUND)

export const findVolumeFacts = (
  db: Db,
  query: FactQuery,
  known: string | undefined,
): Promise<VersionedFacts<VolumeFacts>> =>
  findFacts(db, query, known, viewerOf(query.person).seesAllOf ? FACTS_OF_VOLUME : VOLUME_OF_SOME)

/** `body` and `blockBody` are over `report_day d` and `report_block d`, `counts` over facts `f`. */
type FactFormat<Facts> = {
  /** Rows of other facts are not read. */
  counts: Sql
  body: Sql
  unpack: (packed: Buffer) => Facts
  blockBody: Sql
  unpackBlock: (packed: Buffer) => RequestBlock
}
const FACTS_OF_TURNAROUND: FactFormat<RequestFacts> = {
  counts: sql`f.status is not null`,
  body: sql`d.body`,
  unpack: unpackFacts,
  blockBody: sql`d.body`,
  unpackBlock,
}
const VOLUME_BODY = sql`substring(d.body for d.volume_length)`
const COUNTS_IN_VOLUME = sql`(f.status is null or f.status in ('submitted', 'complete', 'cancelled'))`
const FACTS_OF_VOLUME: FactFormat<VolumeFacts> = {
  counts: COUNTS_IN_VOLUME,
  body: VOLUME_BODY,
  unpack: unpackVolume,
  blockBody: VOLUME_BODY,
  unpackBlock: unpackBlockOfVolume,
}
/** People who do not see everything also need the owners, which are at the end. */
const VOLUME_OF_SOME: FactFormat<RequestFacts> = {
  ...FACTS_OF_TURNAROUND,
  counts: COUNTS_IN_VOLUME,
  blockBody: VOLUME_BODY,
  unpackBlock: unpackBlockOfVolume,
}

/**
 * One statement reads all of it, so that no change falls between two of them. Node decodes base64
 * three times as fast as the text of bytea.
 */
async function findFacts<Facts extends VolumeFacts>(
  db: Db,
  { person, days, filter }: FactQuery,
  known: string | undefined,
  format: FactFormat<Facts>,
): Promise<VersionedFacts<Facts | RequestFacts>> {
  const viewer = viewerOf(person)
  const { rows } = await sql<Found>`
    with ${daysOfReport('requests', viewer, days, filter.studio, scopesOf(person, viewer), known)}
    select 'calendar' as what, s.id as studio, null as vendor, null as body,
      json_build_object('workingHours', s.settings -> 'workingHours',
        'holidays', s.settings -> 'holidays') as value
    from studio s
    union all
    select 'caller', '', null, null, to_json(p.number) from person p where p.id = ${viewer.id}
    union all
    select 'version', '', null, null, to_json(version) from prepared
    union all
    select 'day', d.studio_id, d.vendor_id, encode(${format.body}, 'base64'), null
    from ready_days join report_day d using (studio_id, kind, day)
    where ${isNewVersion}
    union all
    select 'hour', d.studio_id, d.vendor_id, encode(${format.body}, 'base64'), null
    from ready_hours join report_day d using (studio_id, kind, day)
    union all
    select 'block', d.studio_id, d.scope, encode(${format.blockBody}, 'base64'), null
    from blocks b join scopes c using (studio_id)
    cross join lateral (
      select d.* from report_block d
      where d.studio_id = b.studio_id and d.kind = 'requests' and d.days = b.days
        and d.day = b.day and d.scope = c.scope and d.scope_id = c.scope_id
      offset 0) d
    where ${isNewVersion}
    union all
    select 'facts', w.studio_id, null, null, ${factsJson}
    from missing m
    cross join lateral request_facts(m.studio_id, m.starts, m.ends) f
    cross join lateral (${requestOfFact}) w
    where ${format.counts} and ${seesRequestInDays(viewer)}
    group by w.studio_id
    ${viewer.seesAllOf ? sql`` : sql`union all ${ownFacts(person, days, filter)}`}`.execute(db)
  return countedFacts(rows, person, filter, format)
}

function countedFacts<Facts extends VolumeFacts>(
  rows: Found[],
  person: Caller,
  filter: ReportFilter,
  { unpack, unpackBlock: unpackBlockOf }: FactFormat<Facts>,
): VersionedFacts<Facts | RequestFacts> {
  const caller = rows.find((row) => row.what === 'caller')
  const numbered = { ...person, number: caller?.value ?? -1 }
  const calendars = new Map(
    rows.flatMap(({ what, studio, ...row }) =>
      what === 'calendar' ? [[studio, calendarOf((row as { value: Calendar }).value)]] : [],
    ),
  )
  const unpacked = (what: 'day' | 'hour') =>
    rows.flatMap((row) =>
      row.what === what && 'body' in row
        ? [byRole(unpack(Buffer.from(row.body, 'base64')), row, numbered, filter)]
        : [],
    )
  const matches = countsTerritory(filter)
  const blocks = rows.flatMap((row) => {
    if (row.what !== 'block') return []
    const isCounted = countsInBlock(person, row.studio, row.vendor)
    const counts = (territory: string) => matches(territory) && isCounted(territory)
    const block = unpackBlockOf(Buffer.from(row.body, 'base64'))
    return [
      { block, territories: block.territories.map(counts), rare: byTerritory(block.rare, counts) },
    ]
  })
  const others = Map.groupBy(
    rows.filter((row) => row.what === 'facts'),
    ({ studio }) => studio,
  )
  const ofRows = [...others].map(([studio, facts]) =>
    byTerritory(
      collectFacts(
        facts.flatMap(({ value }) => rowsFromColumns(value)),
        calendars.get(studio)!,
      ),
      matches,
    ),
  )
  return {
    version: rows.find((row) => row.what === 'version')!.value,
    prepared: { blocks, facts: [...unpacked('day'), ...blocks.map(({ rare }) => rare)] },
    newer: { blocks: [], facts: [...unpacked('hour'), ...ofRows] },
  }
}

/** The scopes of the caller in each studio. */
function scopesOf(person: Caller, viewer: Viewer): Sql {
  if (person.isAdmin) return SCOPES_OF_STUDIOS
  const scopes = person.studios.flatMap((studio) =>
    scopesIn(person, studio).map((scope) => ({ studio, ...scope })),
  )
  return sql`
    select studio_id, scope, case scope
      when 'owner' then (select number::text from person where id = ${viewer.id})
      else scope_id end as scope_id
    from unnest(${scopes.map(({ studio }) => studio)}::text[],
      ${scopes.map(({ scope }) => scope)}::text[],
      ${scopes.map(({ id }) => id)}::text[]) given (studio_id, scope, scope_id)`
}

/** Over `f`. */
const requestOfFact = sql`
  select w.* from work_request w where w.id = f.work_request_id offset 0`

/** Whether its vendor sees a request, over `work_request w`. */
export const isOffered = sql`(w.submitted_at is not null
  and (w.vendor_id is null or w.vendor_answer is distinct from 'declined'))`

/** Over `f` and `work_request w`. `owner` is the number of its owner. */
const factColumns = (owner: Sql): Record<keyof RequestFact, Sql> => ({
  at: sql`f.at`,
  status: sql`f.status`,
  territory: sql`w.territory`,
  offered: isOffered,
  owner,
  tz: sql`coalesce(w.due_tz, 'UTC')`,
  previous: sql`f.previous`,
  before: sql`f.before`,
  began: sql`f.began`,
  next: sql`case when f.status = 'complete' then f.next end`,
  submitted: sql`case when f.status = 'complete' and w.status = 'complete' then f.submitted end`,
})

export const factJson = (owner: Sql): Sql =>
  sql`json_build_object(${sql.join(
    Object.entries(factColumns(owner)).map(([name, value]) => sql`${sql.lit(name)}, ${value}`),
  )})`

/** An aggregate of all facts. */
const factsJson = columnArraysJson(factColumns(sql`0`))

const invitedRequests = (viewer: Viewer): Sql =>
  viewer.isInvitedTo
    ? sql`
        union
        select invited.id from work_request invited
        where ${isInvited(viewer, sql`invited.id`)}`
    : sql``

/** Only vendors need the rows of requests that they own. There may be many. */
const ownRequests = (person: Caller, viewer: Viewer): Sql =>
  person.memberships.some(({ roles }) => isVendorOnly(roles))
    ? sql`
        union
        select own.id from work_request own where own.owner_id = ${viewer.id}`
    : sql``

/** Requests that the viewer owns, translates or was invited to, if prepared days do not show them. */
function ownFacts(person: Caller, { buckets, end }: ReportDays, { studio }: ReportFilter): Sql {
  const viewer = viewerOf(person)
  return sql`
  select 'facts', w.studio_id, null, null, ${factsJson}
  from facts_of_requests(array(
    select w.id from work_request w
    where w.id = any (array(
        select assigned.work_request_id from translation assigned
        where assigned.translator_id = ${viewer.id}
        ${ownRequests(person, viewer)} ${invitedRequests(viewer)}))
      and ${studio ? sql`w.studio_id in (select id from studio where ${studio} in (id, slug))` : sql`true`}
      and ${seesRequestInDays(viewer)} is not true and ${maySeeRequest(viewer)}),
    to_timestamp(${buckets[0]!.start}), to_timestamp(${end})) f
  cross join lateral (${requestOfFact}) w
  where f.status is null or ${seesStudio(viewer, sql`w.studio_id`)}
  group by w.studio_id`
}
