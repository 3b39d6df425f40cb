import { seesVendor, seesWorkRequest, type Viewer } from '../../access/queries/visibility.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { desc } from '../../kernel/db/order.ts'
import { allOf, listPage } from '../../kernel/db/page.ts'
import { sql } from '../../kernel/db/sql.ts'
import { unknownReference } from '../../kernel/http/contract/problem.ts'
import type { Page, Range } from '../../kernel/http/contract/range.ts'
import type { AssignmentSettings } from '../../studios/contract.ts'
import type { Assignment } from '../contract.ts'
import { assignmentColumns } from './columns.ts'

/** Over `work_request_assignment x`. A token for one project does not show it. */
const isOwnRefusal = (viewer: Viewer) => sql`(x.decision = 'declined'
  and x.vendor_id = any (${viewer.groups}) and ${viewer.hasRole(sql`x.studio_id`, 'vendor')}
  and ${viewer.inProject(sql`null`)})`

/** A vendor that declined a request still sees its answer, and nothing else of it. */
export const listAssignments = (
  db: Db,
  viewer: Viewer,
  range: Range,
  request: string,
): Promise<Page<Assignment>> =>
  listPage(db, range, {
    columns: assignmentColumns,
    from: sql`work_request_assignment x`,
    key: sql`x.id`,
    where: allOf(
      sql`x.work_request_id = ${request}`,
      sql`(${isOwnRefusal(viewer)} or exists (
        select from work_request w where w.studio_id = x.studio_id and w.id = x.work_request_id
          and ${seesWorkRequest(viewer)}))`,
      seesVendor(viewer, sql`x.studio_id`, sql`x.vendor_id`),
    ),
    order: desc(sql`x.created_at`, sql`x.id`),
  })

export async function getAssignmentSettings(tx: Tx, studio: string): Promise<AssignmentSettings> {
  const { rows } = await sql<{ settings: AssignmentSettings | null }>`
    select settings -> 'assignment' as settings from studio where id = ${studio}`.execute(tx)
  return rows[0]?.settings ?? { rules: [], pool: false, respondWithinHours: null }
}

/** The first of these groups that is a vendor of the studio. */
export async function findVendor(
  tx: Tx,
  studio: string,
  groups: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select g.id
    from unnest(${groups}::text[]) with ordinality named (id, position)
    join people_group g on g.id = named.id and g.type = 'v'
    join group_studio gs on gs.group_id = g.id and gs.studio_id = ${studio}
    order by named.position limit 1`.execute(tx)
  return rows[0]?.id
}

export async function requireVendor(tx: Tx, studio: string, group: string): Promise<void> {
  if (!(await findVendor(tx, studio, [group]))) throw unknownReference('/vendor', 'vendor group')
}

/**
 * The studio people who took part in the request or assigned it. Without any, everybody who works
 * for the studio.
 */
export async function listStudioPeople(tx: Tx, request: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; involved: boolean }>`
    select m.person_id as id,
      exists (
        select from work_request_history h
        where h.studio_id = w.studio_id and h.work_request_id = w.id and h.person_id = m.person_id)
      or exists (
        select from work_request_assignment x
        where x.studio_id = w.studio_id and x.work_request_id = w.id
          and x.by_id = m.person_id) as involved
    from work_request w join membership m on m.studio_id = w.studio_id
    where w.id = ${request} and 'studio' = any (m.roles)`.execute(tx)
  const involved = rows.filter((row) => row.involved)
  return (involved.length ? involved : rows).map(({ id }) => id)
}
