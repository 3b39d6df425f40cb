// Which days of a report are prepared, and which have to be read from the rows.
import { sql, type RawBuilder } from 'kysely'
import { seesStudio, type Viewer } from '../../access/queries/visibility.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { ReportFilter } from '../contract.ts'
import type { ReportDays } from '../rules/report-days.ts'
import { BLOCK_DAYS } from '../rules/blocks.ts'

type Sql = RawBuilder<unknown>
export type PreparedKind = 'requests' | 'downloads' | 'rejections'
type HourKind = 'request-hours' | 'download-hours' | 'rejection-hours'
/** As `report_day` calls it. */
export type StoredKind = PreparedKind | HourKind

const DAY = 86_400
const HOURS: Record<PreparedKind, HourKind> = {
  requests: 'request-hours',
  downloads: 'download-hours',
  rejections: 'rejection-hours',
}
/** What is prepared, for days or for hours. Days and hours are numbers since 1970. */
export const UNITS = {
  day: { seconds: DAY, storedKind: (kind: PreparedKind): StoredKind => kind },
  hour: { seconds: 3600, storedKind: (kind: PreparedKind): StoredKind => HOURS[kind] },
} as const
export type PreparedUnit = keyof typeof UNITS

/** Projects are not prepared. They have few rows. */
export const usesPreparedDays = (
  { scope, share }: Pick<Caller, 'scope' | 'share'>,
  { project }: ReportFilter,
): boolean => !project && !scope?.project && !share

/** Counted up when the columns of the facts change. Days with other columns are prepared again. */
const LAYOUTS: Record<PreparedKind, string> = { requests: '2', downloads: '', rejections: '' }

/**
 * Over `studio s`. Durations depend on it, and unpacking on the layout. Downloads and rejections do
 * not contain durations, but one rule for all is simpler.
 */
export const calendarDigest = (kind: PreparedKind): Sql =>
  sql`md5(concat(${sql.lit(LAYOUTS[kind])}, s.settings -> 'workingHours', s.settings -> 'holidays'))`

/** A block whose readers can all see it. It exists if the others do. */
const FIRST_SCOPE = { requests: 'vendor', downloads: 'studio', rejections: 'studio' } as const

/** For reports without blocks. */
export const NO_SCOPES = sql`select null::text as studio_id where false`
/** Everything in the chosen studios. */
export const SCOPES_OF_STUDIOS = sql`
  select studio_id, 'studio' as scope, '' as scope_id from chosen`

/**
 * `scopes` selects the scopes of the caller, by studio. It may read `chosen`, the viewer's studios.
 * `blocks`: the prepared blocks that the report uses, of all scopes. `ready_days`: the other prepared
 * days. `ready_hours`: the prepared hours of days that are not prepared. `missing`: what is not
 * prepared, as periods that are as long as possible. `prepared`: the version of the blocks and days,
 * and whether it is `known`.
 */
export const daysOfReport = (
  kind: PreparedKind,
  viewer: Viewer,
  { buckets, end }: Pick<ReportDays, 'buckets' | 'end'>,
  studio: string | undefined,
  scopes: Sql,
  known: string | undefined,
): Sql => sql`
  chosen as materialized (
    select s.id as studio_id, ${calendarDigest(kind)} as calendar from studio s
    where ${seesStudio(viewer, sql`s.id`)}
      and ${studio ? sql`${studio} in (s.id, s.slug)` : sql`true`}),
  scopes as materialized (${scopes}),
  ready_blocks as materialized (
    select s.studio_id, b.days, b.day, ${rowVersion(sql`b`)} as version from chosen s
    join report_block b on b.studio_id = s.studio_id and b.kind = ${kind}
      and b.days in (${sql.join(BLOCK_DAYS.map((days) => sql.lit(days)))})
      and b.day >= ${Math.ceil(buckets[0]!.start / DAY)}
      and b.day <= ${Math.floor(end / DAY)} - b.days
      and b.scope = ${FIRST_SCOPE[kind]} and b.scope_id = '' and b.calendar = s.calendar
    where s.studio_id in (select studio_id from scopes) and not exists (
      select from report_mark m
      where m.studio_id = s.studio_id and m.kind = ${kind}
        and m.day >= b.day and m.day < b.day + b.days)),
  blocks as materialized (
    select studio_id, days, day, version from ready_blocks b
    where not exists (
      select from ready_blocks longer
      where longer.studio_id = b.studio_id and longer.days > b.days
        and b.day >= longer.day and b.day < longer.day + longer.days)),
  wanted as materialized (
    select s.studio_id, s.calendar, ${kind} as kind, series.day from chosen s
    cross join unnest(${daysBetween(buckets[0]!.start, end)}::int[]) series (day)
    where not exists (
      select from blocks b
      where b.studio_id = s.studio_id
        and series.day >= b.day and series.day < b.day + b.days)),
  ready_days as materialized (${preparedOf(sql`wanted`)}),
  other_days as materialized (
    select studio_id, calendar, day from wanted w
    where not exists (
      select from ready_days r where r.studio_id = w.studio_id and r.day = w.day)),
  wanted_hours as materialized (
    select studio_id, calendar, ${HOURS[kind]} as kind, hour as day from other_days
    cross join generate_series(day * 24, day * 24 + 23) hour
    where day * 24 >= first_report_hour()
      and hour >= ${Math.floor(buckets[0]!.start / 3600)} and hour < ${Math.ceil(end / 3600)}),
  ready_hours as materialized (${preparedOf(sql`wanted_hours`)}),
  prepared as materialized (
    select version, version = ${known ?? ''} as is_known from (
      select md5(coalesce(string_agg(
        concat_ws(' ', studio_id, days, day, version), ',' order by studio_id, days, day), ''))
      from (
        select studio_id, days, day, version from blocks
        union all
        select studio_id, 1, day, version from ready_days) rows) found (version)),
  missing as materialized (
    select studio_id, to_timestamp(min(hour) * 3600.0) as starts,
      to_timestamp((max(hour) + hours) * 3600.0) as ends
    from (
      select studio_id, hour, hours, hour - hours * row_number() over (
        partition by studio_id, hours order by hour) as period
      from (
        select studio_id, day as hour, 1 as hours from wanted_hours w
        where not exists (
          select from ready_hours r where r.studio_id = w.studio_id and r.day = w.day)
        union all
        select studio_id, day * 24, 24 from other_days
        where day * 24 < first_report_hour()) unprepared) periods
    group by studio_id, hours, period)`

/** Over rows of prepared days or blocks. Preparing a day or block again writes all its rows anew. */
const rowVersion = (row: Sql): Sql => sql`concat(${row}.xmin, ${row}.ctid)`

/** Whether the report has to read prepared days and blocks. */
export const isNewVersion = sql`not (select is_known from prepared)`

/**
 * As an array, because PostgreSQL expects fewer rows of an unknown array than of an unknown series.
 * Otherwise it would plan the statement anew for every report, which takes 5 ms.
 */
function daysBetween(start: number, end: number): number[] {
  const first = Math.floor(start / DAY)
  return Array.from({ length: Math.ceil(end / DAY) - first }, (_, index) => first + index)
}

/** The rows of a table that are prepared. There are few, so each is looked up in the index. */
const preparedOf = (table: Sql): Sql => sql`
  select w.studio_id, w.kind, w.day, d.version from ${table} w
  cross join lateral (
    select d.calendar, ${rowVersion(sql`d`)} as version from report_day d
    where d.studio_id = w.studio_id and d.kind = w.kind and d.day = w.day and d.vendor_id = ''
    offset 0) d
  where d.calendar = w.calendar and not exists (
    select from report_mark m
    where m.studio_id = w.studio_id and m.kind = w.kind and m.day = w.day)`
