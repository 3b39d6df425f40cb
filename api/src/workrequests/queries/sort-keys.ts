// How lists of work requests are sorted and grouped. Over `work_request w` and `asset a`.
import { sql, type RawBuilder } from 'kysely'
import type { Viewer } from '../../access/queries/visibility.ts'
import { STATUSES, type RequestGrouping } from '../contract.ts'

type Sql = RawBuilder<unknown>

// `least` ignores nulls.
const due = sql`least(w.due_at, w.deadline_at)`
const projectName = sql`(select of_request.name from project of_request where of_request.id = w.project_id)`
const vendorName = sql`(select vendor.name from people_group vendor where vendor.id = w.vendor_id)`
/** The translator of the dialogue, or of the graphics. */
const assignee = sql`(
  select assigned.translator_id from translation assigned
  where assigned.work_request_id = w.id and assigned.part is not null
    and assigned.translator_id is not null
  order by assigned.part limit 1)`
const assigneeName = sql`(
  select translator.name from person_summary translator where translator.id = ${assignee})`
/** In the order of the workflow. */
const statusPosition = sql`array_position(${sql.lit(`{${STATUSES.join(',')}}`)}::text[], w.status)`

/** Two people or projects can have the same name, so the id follows it. */
const byName = (name: Sql, id: Sql): Sql => sql`(lower(${name}) || ' ' || ${id})`

export const sortKeys = {
  created: sql`w.created_at`,
  due: sql`coalesce(${due}, 'infinity')`,
  status: statusPosition,
  territory: sql`w.territory`,
  language: sql`w.language`,
  asset: sql`a.name`,
  project: byName(projectName, sql`w.project_id`),
  vendor: byName(vendorName, sql`w.vendor_id`),
  assignee: byName(assigneeName, assignee),
}

type GroupKey = { value: Sql; name: Sql; order: Sql }

/** Weeks begin on Monday in the time zone `zone`. */
export const groupKeys = (zone: string): Record<RequestGrouping, GroupKey> => ({
  status: { value: sql`w.status`, name: sql`null`, order: statusPosition },
  project: { value: sql`w.project_id`, name: projectName, order: sortKeys.project },
  territory: { value: sql`w.territory`, name: sql`null`, order: sql`w.territory` },
  language: { value: sql`w.language`, name: sql`null`, order: sql`w.language` },
  vendor: { value: sql`w.vendor_id`, name: vendorName, order: sortKeys.vendor },
  assignee: { value: assignee, name: assigneeName, order: sortKeys.assignee },
  due: {
    value: sql`to_char(date_trunc('week', ${due} at time zone ${zone}), 'YYYY-MM-DD')`,
    name: sql`null`,
    order: sortKeys.due,
  },
})

/** The id of a translator, `me` or `none`. */
export function hasAssignee(viewer: Viewer, wanted: string): Sql {
  if (wanted === 'none') return sql`${assignee} is null`
  const people = wanted === 'me' ? sql`array[${viewer.id}]` : sql`${wanted.split(',')}::text[]`
  return sql`w.id in (
    select assigned.work_request_id from translation assigned
    where assigned.part is not null and assigned.translator_id = any (${people}))`
}
