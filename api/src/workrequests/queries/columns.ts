// A work request as one SQL record. Files that the viewer cannot see are left out everywhere.
import { seesFile, type Viewer } from '../../access/queries/visibility.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import type { Assignment } from '../contract/assignment.ts'
import { orderFieldEntries, type OrderFieldName } from '../contract/order-fields.ts'
import type { StoredWorkRequest, MoveConditions } from '../rules/stored.ts'

/** Over `work_request_assignment x`. */
export const assignmentFields: { [F in keyof Assignment]: Sql } = {
  _id: sql`x.id`,
  vendor: sql`x.vendor_id`,
  automatic: sql`x.automatic`,
  rule: sql`x.rule`,
  respondBy: sql`seconds(x.respond_by)`,
  decision: sql`x.decision`,
  reason: sql`x.reason`,
  decided: sql`seconds(x.decided_at)`,
  created: sql`seconds(x.created_at)`,
  ended: sql`seconds(x.ended_at)`,
}

/** Over `work_request_assignment x`. */
export const assignmentColumns = sql`
  x.id as "_id", x.vendor_id as vendor, x.automatic, x.rule, seconds(x.respond_by) as "respondBy",
  x.decision, x.reason, seconds(x.decided_at) as decided, seconds(x.created_at) as created,
  seconds(x.ended_at) as ended`

/** Null if there is no such territory. */
export const languagesOfTerritory = sql`(
  select array(select entry ->> 'code' from jsonb_array_elements(t.languages) entry)
  from territory t where t.code = w.territory)`

export const isDueInTime = sql`coalesce(
  w.due_at >= now() + make_interval(hours => (s.settings -> 'leadTimeHours')::int), false)`

export const hasFreshOffline = sql`exists (
  select from offline o where o.studio_id = w.studio_id and o.work_request_id = w.id
    and o.vendor_id is not distinct from w.vendor_id
    and o.created_at > coalesce((
      select max(h.at) from work_request_history h
      where h.studio_id = w.studio_id and h.work_request_id = w.id
        and h.status = 'rejected'), '-infinity'))`

export const deliverablesJson = (viewer: Viewer): Sql => sql`coalesce((
  select json_agg(json_build_object('use', wf.name, 'state', wf.state, 'companion', wf.companion))
  from work_request_file wf join file f on f.studio_id = wf.studio_id and f.id = wf.file_id
  where wf.studio_id = w.studio_id and wf.work_request_id = w.id and f.removed_at is null
    and ${seesFile(viewer)}), '[]')`

/** Over `work_request w`. */
const orderColumns = Object.fromEntries(
  orderFieldEntries.map(([name, { columns, storage }]) => {
    const [column, zone] = columns.map((part) => sql.ref(`w.${part}`))
    if (storage === 'list') return [name, sql`to_json(${column!})`]
    if (storage !== 'date') return [name, column!]
    return [
      name,
      sql`case when ${column!} is not null
        then json_build_object('date', seconds(${column!}), 'tz', ${zone!}) end`,
    ]
  }),
) as Record<OrderFieldName, Sql>

/** Over `work_request w`, `studio s`, `project p` and `territory t`. */
export const requestFields: { [F in keyof RequestRow]: Sql } = {
  _id: sql`w.id`,
  studio: sql`w.studio_id`,
  vendor: sql`w.vendor_id`,
  ...orderColumns,
  status: sql`w.status`,
  reason: sql`w.reason`,
  created: sql`seconds(w.created_at)`,
  base: sql`w.estimate_base::text`,
  applied: sql`w.estimate_applied::text`,
  currency: sql`w.estimate_currency`,
  project: sql`p.id`,
  projectName: sql`p.name`,
  projectSlug: sql`p.slug`,
  logo: sql`p.logo_id`,
  asset: sql`w.asset_id`,
  from: sql`w.owner_id`,
  reviewer: sql`w.reviewer_id`,
  approver: sql`w.approver_id`,
  leadTimeHours: sql`s.settings -> 'leadTimeHours'`,
  isDueInTime,
  languages: sql`jsonb_path_query_array(t.languages, '$[*].code')`,
}

/** The row of a request. Records that it refers to are ids. */
export type RequestRow = Omit<
  StoredWorkRequest,
  | 'project'
  | 'asset'
  | 'assetType'
  | 'assetCategory'
  | 'from'
  | 'reviewer'
  | 'approver'
  | 'assignment'
  | 'history'
  | 'materials'
  | 'files'
  | 'offlines'
  | 'encodes'
  | 'translation'
  | 'graphicsTranslation'
  | 'estimate'
  | 'conditions'
  | 'assetView'
  | 'poster'
> &
  StoredWorkRequest['estimate'] &
  Pick<MoveConditions, 'leadTimeHours' | 'isDueInTime' | 'languages'> & {
    project: string
    projectName: string
    projectSlug: string
    logo: string | null
    asset: string
    from: string
    reviewer: string | null
    approver: string | null
  }
