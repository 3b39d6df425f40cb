import { seesStudio, type Viewer } from '../../access/queries/visibility.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import type { StudioSettings } from '../../studios/contract.ts'
import { calendarOf, type WorkingCalendar } from '../../workrequests/rules/working-time.ts'
import { maySeeRequest } from './visibility.ts'

/** An aggregate: the median and the 80th percentile. */
export const quantiles = (seconds: Sql): Sql =>
  sql`percentile_cont(array[0.5, 0.8]) within group (order by ${seconds})`

/** A `MeasuredSpread`. */
export const measuredSpread = (seconds: Sql): Sql =>
  sql`count(${seconds}) as count, ${quantiles(seconds)} as seconds`

/**
 * Over `work_request_history h`: whether it ended a status whose duration counts. A cancelled or
 * withdrawn status does not.
 */
export const endsStatus = sql`(h.status not in ('incomplete', 'cancelled')
  and h.status_before not in ('complete', 'cancelled'))`

/** The usual durations of a studio follow from its newest status changes. */
const MAX_SAMPLES = 1_000
const RECENT_DAYS = 180

/** `StatusDurations` of each studio, by territory and language and of all together. */
export const recentDurationsJson = (viewer: Viewer): Sql => sql`coalesce((
  select json_agg(durations) from (
    select w.studio_id as studio, h.status_before as status, w.territory, w.language,
      ${measuredSpread(sql`h.working_seconds`)}
    from studio s
    cross join lateral (
      select * from work_request_history changed
      where changed.studio_id = s.id
        and changed.at > now() - make_interval(days => ${sql.lit(RECENT_DAYS)})
      order by changed.at desc limit ${sql.lit(MAX_SAMPLES)}) h
    join work_request w on w.studio_id = h.studio_id and w.id = h.work_request_id
    where ${seesStudio(viewer, sql`s.id`)} and ${endsStatus} and ${maySeeRequest(viewer)}
    group by grouping sets ((1, 2, 3, 4), (1, 2))) durations), '[]')`

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

export const calendarsOf = (calendars: StoredCalendars): Record<string, WorkingCalendar> =>
  Object.fromEntries(
    Object.entries(calendars).map(([studio, settings]) => [studio, calendarOf(settings)]),
  )
