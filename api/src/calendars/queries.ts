import { seesWorkRequest } from '../access/queries/visibility.ts'
import { anyViewer } from '../access/queries/viewers.ts'
import type { Db } from '../kernel/db/connect.ts'
import { desc } from '../kernel/db/order.ts'
import { listPage } from '../kernel/db/page.ts'
import { sql } from '../kernel/db/sql.ts'
import type { Caller } from '../kernel/http/contract/caller.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import type { Calendar } from './contract.ts'
import type { CalendarDeadline } from './rules.ts'

export const listCalendars = (db: Db, by: Caller, range: Range): Promise<Page<Calendar>> =>
  listPage(db, range, {
    columns: sql`c.id as "_id", c.name, seconds(c.created_at) as created,
      seconds(c.used_at) as used`,
    from: sql`calendar_feed c`,
    key: sql`c.id`,
    where: sql`c.person_id = ${by._id}`,
    order: desc(sql`c.created_at`, sql`c.id`),
  })

/** Older deadlines are of no use in a calendar, and a program reads it every hour. */
const MAX_DEADLINES = 1000

export type CalendarContent = { name: string; now: number; deadlines: CalendarDeadline[] }

/**
 * The deadlines that the owner of the calendar can see at this moment. Studios that allow only some
 * networks are left out, because calendar programs read from elsewhere.
 */
export async function findCalendar(db: Db, digest: string): Promise<CalendarContent | undefined> {
  const { rows } = await sql<CalendarContent>`
    update calendar_feed c set used_at = now()
    from viewer
    where c.digest = ${digest} and viewer.id = c.person_id and viewer.active
    returning c.name, seconds(now()) as now, coalesce((
      select json_agg(entry) from (
        select w.id as request, deadline.kind, seconds(deadline.time) as time, p.name as project,
          a.name as asset, w.language, w.territory, w.status
        from work_request w
        join asset a on a.studio_id = w.studio_id and a.id = w.asset_id
        join asset_type ty on ty.id = a.type_id
        join project p on p.studio_id = w.studio_id and p.id = w.project_id
        join studio s on s.id = w.studio_id
        cross join lateral (values
          ('due', w.due_at),
          ('delivery', case when w.deadline_at is distinct from w.due_at then w.deadline_at end)
        ) deadline (kind, time)
        where deadline.time > now() - interval '90 days'
          and w.status not in ('incomplete', 'complete', 'cancelled')
          and coalesce(jsonb_array_length(s.settings -> 'allowedNetworks'), 0) = 0
          and ${seesWorkRequest(anyViewer)}
        order by deadline.time, w.id limit ${MAX_DEADLINES}) entry), '[]') as deadlines`.execute(db)
  return rows[0]
}
