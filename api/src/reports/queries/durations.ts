import { sql, type RawBuilder } from 'kysely'
import { seesStudio, type Viewer } from '../../access/queries/visibility.ts'
import type { StudioSettings } from '../../studios/contract.ts'
import type { StatusDurations } from '../rules/durations.ts'
import { calendarOf, type WorkingCalendar } from '../rules/working-time.ts'
import { mayFindRequest, maySeeRequest } from './visibility.ts'

type Sql = RawBuilder<unknown>

/**
 * `StatusDurations` that ended in a period, as JSON. `during` is over `work_request_history h`,
 * `condition` over `work_request w`. A cancelled or withdrawn status does not count.
 */
export const statusDurationsJson = (
  viewer: Viewer,
  during: Sql,
  condition: Sql = sql`true`,
): Sql => sql`coalesce((
  select json_agg(duration) from (
    select w.studio_id as studio, w.territory, w.language, coalesce(w.due_tz, 'UTC') as tz,
      h.before as status, json_agg(array[seconds(h.began), seconds(h.at)]) as spans
    from (
      select h.work_request_id, h.status, h.at,
        lag(h.status) over entries as before, lag(h.at) over entries as began
      from work_request_history h
      where h.work_request_id in (
        select h.work_request_id from work_request_history h
        where ${seesStudio(viewer, sql`h.studio_id`)} and ${during})
      window entries as (partition by h.work_request_id order by h.id)) h
    join work_request w on w.id = h.work_request_id
    where ${during} and h.status not in ('incomplete', 'cancelled')
      and h.before not in ('complete', 'cancelled') and ${maySeeRequest(viewer)} and ${condition}
    group by 1, 2, 3, 4, 5) duration), '[]')`

/** The usual durations of a studio follow from its newest status changes. */
const MAX_SAMPLES = 1_000

/** How far back the usual durations look. */
export const RECENT_DAYS = 180

/** `changes` is how many status changes were looked at, also those that the viewer does not see. */
export type RecentDurations = { changes: number; stages: StatusDurations[] }

/** Like `statusDurationsJson`, for the newest status changes of each studio. */
export const recentDurationsJson = (viewer: Viewer, days: number): Sql => sql`(
  with changed as materialized (
    select changed.* from studio s
    cross join lateral recent_status_changes(
      s.id, now() - make_interval(days => ${days}), ${sql.lit(MAX_SAMPLES)}) changed
    where ${seesStudio(viewer, sql`s.id`)})
  select json_build_object('changes', (select count(*) from changed), 'stages', coalesce((
    select json_agg(duration) from (
      select w.studio_id as studio, w.territory, w.language, coalesce(w.due_tz, 'UTC') as tz,
        changed.status, json_agg(array[seconds(changed.began), seconds(changed.ended)]) as spans
      from changed
      cross join lateral (
        select w.* from work_request w where w.id = changed.work_request_id offset 0) w
      where ${mayFindRequest(viewer)}
      group by 1, 2, 3, 4, 5) duration), '[]')))`

export type StoredCalendars = Record<string, Pick<StudioSettings, 'workingHours' | 'holidays'>>

/** The working hours and holidays of each studio with a visible request, by its id. */
export const calendarsJson = (viewer: Viewer): Sql => sql`coalesce((
  select json_object_agg(s.id, json_build_object(
    'workingHours', s.settings -> 'workingHours', 'holidays', s.settings -> 'holidays'))
  from studio s where ${seesStudio(viewer, sql`s.id`)}${ofInvitations(viewer)}), '{}')`

/** Over `studio s`: people who were invited to a request of it do not see the studio. */
const ofInvitations = (viewer: Viewer): Sql =>
  viewer.isInvitedTo
    ? sql` or exists (
        select from work_request w
        where w.studio_id = s.id and ${viewer.isInvitedTo(sql`w.id`)})`
    : sql``

export const calendarsOf = (stored: StoredCalendars): Record<string, WorkingCalendar> =>
  Object.fromEntries(
    Object.entries(stored).map(([studio, settings]) => [studio, calendarOf(settings)]),
  )
