import { sql } from 'kysely'
import { seesStudio, type Viewer } from '../../access/queries/sight.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Turnaround, Which } from '../contract.ts'
import type { Days } from '../rules/days.ts'
import type { Stage } from '../rules/stages.ts'
import { turnaroundOf, type Whole } from '../rules/turnaround.ts'
import { inDays } from './buckets.ts'
import { chosen, reportsRequest } from './sight.ts'
import { calendarsJson, calendarsOf, stagesJson, type StoredCalendars } from './stages.ts'

/** How long it took is reckoned in working time, for which the database hands over when things began and ended. */
export async function readTurnaround(db: Db, viewer: Viewer, days: Days, which: Which): Promise<Turnaround> {
  const { rows } = await sql<{ stages: Stage[]; wholes: Whole[]; calendars: StoredCalendars }>`
    select ${calendarsJson(viewer)} as calendars, ${stagesJson(viewer, inDays(days, sql`h.at`), chosen(which))} as stages, ${wholesJson(viewer, days, which)} as wholes`.execute(db)
  const { stages, wholes, calendars } = rows[0]!
  const { from, to, tz } = days
  return { from, to, tz, ...turnaroundOf(stages, wholes, calendarsOf(calendars)) }
}

/** From the first time a request was handed in to the last time it was complete, where that lies in these days. */
const wholesJson = (viewer: Viewer, days: Days, which: Which) => sql`coalesce((
  select json_agg(json_build_object('studio', w.studio_id, 'territory', w.territory, 'tz', coalesce(w.due_tz, 'UTC'), 'from', seconds(began.at), 'to', seconds(done.at)))
  from (select h.work_request_id, max(h.at) as at from work_request_history h where h.status = 'complete' and ${seesStudio(viewer, sql`h.studio_id`)} and ${inDays(days, sql`h.at`)} group by h.work_request_id) done
  join work_request w on w.id = done.work_request_id
  cross join lateral (select min(h.at) as at from work_request_history h where h.work_request_id = w.id and h.status = 'submitted') began
  where w.status = 'complete' and began.at is not null and ${reportsRequest(viewer)} and ${chosen(which)}), '[]')`
