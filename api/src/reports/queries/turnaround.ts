import { sql } from 'kysely'
import { seesStudio, type Viewer } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Turnaround, ReportFilter } from '../contract.ts'
import type { ReportDays } from '../rules/report-days.ts'
import type { DurationGroup, StatusDurations } from '../rules/durations.ts'
import { turnaroundOf } from '../rules/turnaround.ts'
import { inDays } from './buckets.ts'
import { matchesFilter, maySeeRequest } from './visibility.ts'
import {
  calendarsJson,
  calendarsOf,
  statusDurationsJson,
  type StoredCalendars,
} from './durations.ts'

/**
 * How long it took is reckoned in working time, for which the database hands over when things began
 * and ended.
 */
export async function readTurnaround(
  db: Db,
  viewer: Viewer,
  days: ReportDays,
  which: ReportFilter,
): Promise<Turnaround> {
  const { rows } = await sql<{
    stages: StatusDurations[]
    wholes: DurationGroup[]
    calendars: StoredCalendars
  }>`
    select ${calendarsJson(viewer)} as calendars, ${statusDurationsJson(viewer, inDays(days, sql`h.at`), matchesFilter(which))} as stages, ${wholesJson(viewer, days, which)} as wholes`.execute(
    db,
  )
  const { stages, wholes, calendars } = rows[0]!
  const { from, to, tz } = days
  return { from, to, tz, ...turnaroundOf(stages, wholes, calendarsOf(calendars)) }
}

/**
 * From the first time a request was handed in to the last time it was complete, where that lies in
 * these days.
 */
const wholesJson = (viewer: Viewer, days: ReportDays, which: ReportFilter) => sql`coalesce((
  select json_agg(kind) from (
    select w.studio_id as studio, w.territory, coalesce(w.due_tz, 'UTC') as tz, json_agg(array[seconds(began.at), seconds(done.at)]) as spans
    from (select h.work_request_id, max(h.at) as at from work_request_history h where h.status = 'complete' and ${seesStudio(viewer, sql`h.studio_id`)} and ${inDays(days, sql`h.at`)} group by h.work_request_id) done
    join work_request w on w.id = done.work_request_id
    cross join lateral (select min(h.at) as at from work_request_history h where h.work_request_id = w.id and h.status = 'submitted') began
    where w.status = 'complete' and began.at is not null and ${maySeeRequest(viewer)} and ${matchesFilter(which)}
    group by 1, 2, 3) kind), '[]')`
