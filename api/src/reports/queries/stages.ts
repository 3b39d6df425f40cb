import { sql, type RawBuilder } from 'kysely'
import { seesStudio, type Viewer } from '../../access/queries/sight.ts'
import type { StudioSettings } from '../../studios/contract.ts'
import { calendarOf, type Calendar } from '../rules/working-time.ts'
import { reportsRequest } from './sight.ts'

type Sql = RawBuilder<unknown>

/**
 * Stages (rules/stages.ts) that ended in a span of time, as JSON: `during` is over `work_request_history h`, `which` over `work_request w`.
 * One that was broken off says nothing of how long it takes.
 */
export const stagesJson = (viewer: Viewer, during: Sql, which: Sql = sql`true`): Sql => sql`coalesce((
  select json_agg(json_build_object('studio', w.studio_id, 'territory', w.territory, 'language', w.language, 'tz', coalesce(w.due_tz, 'UTC'), 'status', began.status, 'from', seconds(began.at), 'to', seconds(h.at)))
  from work_request_history h join work_request w on w.id = h.work_request_id
  cross join lateral (select earlier.status, earlier.at from work_request_history earlier where earlier.work_request_id = h.work_request_id and earlier.id < h.id order by earlier.id desc limit 1) began
  where ${seesStudio(viewer, sql`h.studio_id`)} and ${during} and h.status not in ('incomplete', 'cancelled') and began.status not in ('complete', 'cancelled')
    and ${reportsRequest(viewer)} and ${which}), '[]')`

export type StoredCalendars = Record<string, Pick<StudioSettings, 'workingHours' | 'holidays'>>

/** When each studio in sight works, by its id. */
export const calendarsJson = (viewer: Viewer): Sql => sql`coalesce((
  select json_object_agg(s.id, json_build_object('workingHours', s.settings -> 'workingHours', 'holidays', s.settings -> 'holidays')) from studio s where ${seesStudio(viewer, sql`s.id`)}), '{}')`

export const calendarsOf = (stored: StoredCalendars): Record<string, Calendar> => Object.fromEntries(Object.entries(stored).map(([studio, settings]) => [studio, calendarOf(settings)]))
