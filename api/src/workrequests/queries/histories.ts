// The status changes of requests as they are measured for reports.
import type { Tx } from '../../kernel/db/connect.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import type { StudioSettings } from '../../studios/contract.ts'
import type { StatusChange } from '../rules/status-changes.ts'
import { calendarOf, type WorkingCalendar } from '../rules/working-time.ts'

type StoredCalendar = Pick<StudioSettings, 'workingHours' | 'holidays'>
export type History = {
  request: string
  tz: string
  calendar: WorkingCalendar
  changes: (StatusChange & { id: number })[]
}

/** Over `studio s`. */
const calendarJson = sql`json_build_object(
  'workingHours', s.settings -> 'workingHours', 'holidays', s.settings -> 'holidays')`

/** The calendar of a studio, and the time: later than now() if the transaction waited for a lock. */
export async function readCalendar(
  tx: Tx,
  studio: string,
): Promise<{ calendar: WorkingCalendar; time: number }> {
  const { rows } = await sql<{ calendar: StoredCalendar; time: number }>`
    select ${calendarJson} as calendar, extract(epoch from clock_timestamp())::float8 as time
    from studio s where s.id = ${studio}`.execute(tx)
  const { calendar, time } = rows[0]!
  return { calendar: calendarOf(calendar), time }
}

/** `requests` selects ids. */
export async function listHistories(tx: Tx, requests: Sql): Promise<History[]> {
  const { rows } = await sql<Omit<History, 'calendar'> & { calendar: StoredCalendar }>`
    select w.id as request, coalesce(w.due_tz, 'UTC') as tz, ${calendarJson} as calendar, (
      select json_agg(json_build_object('id', h.id, 'status', h.status,
        'time', seconds(h.at)) order by h.id)
      from work_request_history h
        where h.studio_id = w.studio_id and h.work_request_id = w.id) as changes
    from work_request w join studio s on s.id = w.studio_id
    where w.id in (${requests}) order by w.id`.execute(tx)
  return rows.map(({ calendar, ...history }) => ({ ...history, calendar: calendarOf(calendar) }))
}
