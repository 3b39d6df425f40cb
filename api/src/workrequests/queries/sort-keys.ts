// How lists of work requests are sorted and grouped. Over `work_request w` and `asset a`.
import { sql, type Sql } from '../../kernel/db/sql.ts'
import { STATUSES, type RequestGrouping } from '../contract.ts'

// `least` ignores nulls.
const due = sql`least(w.due_at, w.deadline_at)`
const vendorName = sql`(select vendor.name from people_group vendor where vendor.id = w.vendor_id)`
const assigneeName = sql`(
  select translator.name from person_summary translator where translator.id = w.assignee_id)`

/** The tables with names that many requests are sorted by. */
const NAMED: Record<string, Sql> = {
  asset: sql` join asset a on a.id = w.asset_id and a.studio_id = w.studio_id`,
  project: sql` left join project on project.studio_id = w.studio_id and project.id = w.project_id`,
}
export const tablesOf = (names: readonly string[]): Sql =>
  sql`work_request w${sql.join(
    Object.entries(NAMED).flatMap(([name, table]) => (names.includes(name) ? table : [])),
    sql``,
  )}`

/** In the order of the workflow. */
export const positionOf = (status: Sql): Sql =>
  sql`array_position(${sql.lit(`{${STATUSES.join(',')}}`)}::text[], ${status})`

/** Two people or projects can have the same name, so the id follows it. */
export const byName = (name: Sql, id: Sql): Sql => sql`(lower(${name}) || ' ' || ${id})`

/** A text that sorts after all names if there is none. */
const noneLast = (name: Sql): Sql => sql`coalesce('1 ' || ${name}, '2')`

export const sortKeys = {
  created: sql`w.created_at`,
  due: sql`coalesce(${due}, 'infinity')`,
  status: positionOf(sql`w.status`),
  territory: sql`w.territory`,
  language: sql`w.language`,
  asset: sql`a.name`,
  project: byName(sql`project.name`, sql`w.project_id`),
  vendor: noneLast(byName(vendorName, sql`w.vendor_id`)),
  assignee: noneLast(byName(assigneeName, sql`w.assignee_id`)),
}

/** A list that is sorted by a group alone is sorted by due date within it: indexes have this order. */
export const withDue = (order: string | undefined): string | undefined =>
  order?.replace(/^(-?)(status|project|territory|language|vendor|assignee)$/, '$1$2,$1due')

/**
 * `value` is over `work_request w`, `name` over the groups `g`, which are few, and `order` over the
 * groups with their names. If many values belong to a group, `ofValue` is the group of `v.value`.
 */
type GroupKey = { value: Sql; name: Sql; order: Sql; ofValue?: Sql }

const byValue = (value: Sql): GroupKey => ({ value, name: sql`null::text`, order: sql`g.value` })
/** By a name that the group has, and the id. */
const byNameIn = (table: Sql, value: Sql): GroupKey => ({
  value,
  name: sql`(select named.name from ${table} named where named.id = g.value)`,
  order: byName(sql`g.name`, sql`g.value`),
})

/** Weeks begin on Monday in the time zone `zone`. */
export const groupKeys = (zone: string): Record<RequestGrouping, GroupKey> => ({
  status: { ...byValue(sql`w.status`), order: positionOf(sql`g.value`) },
  project: byNameIn(sql`project`, sql`w.project_id`),
  territory: byValue(sql`w.territory`),
  language: byValue(sql`w.language`),
  vendor: byNameIn(sql`people_group`, sql`w.vendor_id`),
  assignee: byNameIn(sql`person_summary`, sql`w.assignee_id`),
  due: {
    ...byValue(sql`date_trunc('week', ${due}, ${zone})`),
    // Formatting every date would take longer than counting them.
    ofValue: sql`to_char(v.value at time zone ${zone}, 'YYYY-MM-DD')`,
  },
})
