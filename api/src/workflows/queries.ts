import type { Viewer } from '../access/queries/visibility.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { asc } from '../kernel/db/order.ts'
import { findOne, listPage } from '../kernel/db/page.ts'
import { sql } from '../kernel/db/sql.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import { notFound } from '../kernel/http/contract/problem.ts'
import type { StoredWorkflow } from './rules.ts'

const from = sql`workflow wf`
const columns = sql`wf.id as "_id", wf.name, wf.definition, seconds(wf.created_at) as created`

/**
 * Workflows belong to the installation. One that names groups or people is visible to their studios
 * and to studios with an asset that uses it. Others are visible to everybody.
 */
const seesWorkflow = ({ isAdmin, studios }: Viewer) => sql`(${isAdmin}
  or not jsonb_path_exists(wf.definition, '$.phases.*.groups[*]')
    and not jsonb_path_exists(wf.definition, '$.phases.*.users[*]')
  or exists (
    select from jsonb_path_query(wf.definition, '$.phases.*.groups[*].id') named (id)
    join group_studio gs on gs.group_id = named.id #>> '{}'
    where gs.studio_id = any (${studios}))
  or exists (
    select from jsonb_path_query(wf.definition, '$.phases.*.users[*]') named (id)
    join membership m on m.person_id = named.id #>> '{}'
    where m.studio_id = any (${studios}))
  or exists (
    select from asset a where a.workflow_id = wf.id and a.studio_id = any (${studios})))`

export const listWorkflows = (
  db: Db,
  viewer: Viewer,
  range: Range,
): Promise<Page<StoredWorkflow>> =>
  listPage(db, range, {
    columns,
    from,
    where: seesWorkflow(viewer),
    order: asc(sql`wf.name`, sql`wf.id`),
    key: sql`wf.id`,
  })

export async function getWorkflow(db: Db, viewer: Viewer, id: string): Promise<StoredWorkflow> {
  const workflow = await findOne<StoredWorkflow>(db, {
    columns,
    from,
    where: sql`wf.id = ${id} and ${seesWorkflow(viewer)}`,
  })
  if (!workflow) throw notFound('workflow')
  return workflow
}

/** The phases that have assets which use the workflow itself, not an own definition. */
export async function phasesWithAssets(db: Db, id: string, phases: string[]): Promise<string[]> {
  const { rows } = await sql<{ phase: string }>`
    select distinct phase from asset where workflow_id = ${id} and definition is null
      and phase = any (${phases}::text[]) order by phase`.execute(db)
  return rows.map((row) => row.phase)
}

export const lockWorkflow = (tx: Tx, id: string) =>
  sql`select from workflow where id = ${id} for update`.execute(tx)
