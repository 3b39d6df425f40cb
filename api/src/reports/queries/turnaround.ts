import { sql } from 'kysely'
import { seesStudio, viewerOf, type Viewer } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Turnaround, ReportFilter } from '../contract.ts'
import type { ReportDays } from '../rules/report-days.ts'
import type { DurationGroup, StatusDurations } from '../rules/durations.ts'
import {
  bytesOfDurations,
  hasMargin,
  listDurations,
  tallyDurations,
  turnaroundOfDurations,
} from '../rules/duration-tally.ts'
import { turnaroundOf } from '../rules/turnaround.ts'
import { inDays } from './buckets.ts'
import { rememberCounts } from './remembered-counts.ts'
import { usesPreparedDays } from './report-days.ts'
import { findRequestFacts, type VersionedFacts } from './request-facts.ts'
import { matchesFilter, maySeeRequest } from './visibility.ts'
import {
  calendarsJson,
  calendarsOf,
  statusDurationsJson,
  type StoredCalendars,
} from './durations.ts'

type Found = { stages: StatusDurations[]; totals: DurationGroup[]; calendars: StoredCalendars }

export async function readTurnaround(
  db: Db,
  person: Caller,
  days: ReportDays,
  filter: ReportFilter,
): Promise<Turnaround> {
  if (!usesPreparedDays(person, filter))
    return measureTurnaround(db, viewerOf(person), days, filter)
  const { from, to, tz } = days
  const newerOf = ({ newer }: VersionedFacts) => listDurations(newer, days)
  const { found, counts } = await rememberCounts(
    {
      name: 'turnaround',
      person,
      days,
      filter,
      bytesOf: bytesOfDurations,
      suffices: (tally, versioned: VersionedFacts) => hasMargin(tally, newerOf(versioned)),
    },
    (known) => findRequestFacts(db, { person, days, filter }, known),
    (versioned) => tallyDurations(listDurations(versioned.prepared, days), newerOf(versioned)),
  )
  return { from, to, tz, ...turnaroundOfDurations(counts, newerOf(found)) }
}

/** The database returns start and end times. The working time is calculated in code. */
export async function measureTurnaround(
  db: Db,
  viewer: Viewer,
  days: ReportDays,
  filter: ReportFilter,
): Promise<Turnaround> {
  const { rows } = await sql<Found>`
    select ${calendarsJson(viewer)} as calendars,
      ${statusDurationsJson(viewer, inDays(days, sql`h.at`), matchesFilter(filter))} as stages,
      ${totalsJson(viewer, days, filter)} as totals`.execute(db)
  const { stages, totals, calendars } = rows[0]!
  const { from, to, tz } = days
  return { from, to, tz, ...turnaroundOf(stages, totals, calendarsOf(calendars)) }
}

/** From the first submission to the last completion, if that is in this period. */
const totalsJson = (viewer: Viewer, days: ReportDays, filter: ReportFilter) => sql`coalesce((
  select json_agg(total) from (
    select w.studio_id as studio, w.territory, coalesce(w.due_tz, 'UTC') as tz,
      json_agg(array[seconds(submitted.at), seconds(completed.at)]) as spans
    from (
      select h.work_request_id, max(h.at) as at from work_request_history h
      where h.status = 'complete' and ${seesStudio(viewer, sql`h.studio_id`)}
        and ${inDays(days, sql`h.at`)}
      group by h.work_request_id) completed
    join work_request w on w.id = completed.work_request_id
    cross join lateral (
      select min(h.at) as at from work_request_history h
      where h.work_request_id = w.id and h.status = 'submitted') submitted
    where w.status = 'complete' and submitted.at is not null and ${maySeeRequest(viewer)}
      and ${matchesFilter(filter)}
    group by 1, 2, 3) total), '[]')`
