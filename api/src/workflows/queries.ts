import { sql } from 'kysely'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { findOne, listPage } from '../kernel/db/page.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import { notFound } from '../kernel/http/contract/problem.ts'
import type { StoredWorkflow } from './rules.ts'

// Workflows belong to the installation, so every signed-in user sees them.
const from = sql`workflow wf`
const columns = sql`wf.id as "_id", wf.name, wf.definition, seconds(wf.created_at) as created`

export const listWorkflows = (db: Db, range: Range): Promise<Page<StoredWorkflow>> =>
  listPage(db, range, {
    columns,
    from,
    where: sql`true`,
    order: sql`wf.name, wf.id`,
    key: sql`wf.id`,
  })

export async function getWorkflow(db: Db, id: string): Promise<StoredWorkflow> {
  const found = await findOne<StoredWorkflow>(db, { columns, from, where: sql`wf.id = ${id}` })
  if (!found) throw notFound('workflow')
  return found
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
