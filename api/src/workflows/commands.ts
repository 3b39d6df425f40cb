import type { Static } from 'typebox'
import { serviceViewer } from '../access/queries/viewers.ts'
import type { Tx } from '../kernel/db/connect.ts'
import { sql } from '../kernel/db/sql.ts'
import type { RecordChange } from '../kernel/http/serve.ts'
import { conflict, invalid } from '../kernel/http/contract/problem.ts'
import type * as contract from './contract.ts'
import { getWorkflow, lockWorkflow, phasesWithAssets } from './queries.ts'
import { definitionErrors, changedPhases, type StoredWorkflow } from './rules.ts'

type New = Static<typeof contract.createWorkflow.body>
type Change = Static<typeof contract.changeWorkflow.body>

export async function createWorkflow(tx: Tx, { body }: { body: New }): Promise<StoredWorkflow> {
  validateDefinition(body.definition)
  const { rows } = await sql<{ id: string }>`
    insert into workflow (name, definition)
    values (${body.name}, ${JSON.stringify(body.definition)})
    returning id`.execute(tx)
  const { id } = rows[0]!
  return getWorkflow(tx, serviceViewer, id)
}

export async function changeWorkflow(
  tx: Tx,
  { id, body, checkPreconditions }: Omit<RecordChange, 'by'> & { body: Change },
): Promise<StoredWorkflow> {
  await lockWorkflow(tx, id)
  const current = await getWorkflow(tx, serviceViewer, id)
  checkPreconditions(current)
  const definition = body.definition ?? current.definition
  validateDefinition(definition)
  await rejectPhaseChangesInUse(tx, current, definition)
  await sql`
    update workflow set name = ${body.name ?? current.name},
      definition = ${JSON.stringify(definition)}
    where id = ${current._id}`.execute(tx)
  return getWorkflow(tx, serviceViewer, current._id)
}

/** A foreign key protects workflows that assets use. */
export async function removeWorkflow(tx: Tx, { id, checkPreconditions }: Omit<RecordChange, 'by'>) {
  await lockWorkflow(tx, id)
  const current = await getWorkflow(tx, serviceViewer, id)
  checkPreconditions(current)
  await sql`delete from workflow where id = ${current._id}`.execute(tx)
  return { _id: current._id, removed: true as const }
}

function validateDefinition(definition: contract.Definition) {
  const errors = definitionErrors(definition)
  if (errors.length)
    throw invalid(
      'workflow.invalid',
      `The definition is invalid: ${errors[0]!.pointer} ${errors[0]!.message}.`,
      errors,
    )
}

/**
 * Embargoes depend on whether an asset's phase is terminal, so editing a workflow must not change
 * that for existing assets.
 */
async function rejectPhaseChangesInUse(
  tx: Tx,
  current: StoredWorkflow,
  definition: contract.Definition,
) {
  const occupied = await phasesWithAssets(
    tx,
    current._id,
    changedPhases(current.definition, definition),
  )
  if (occupied.length)
    throw conflict(
      'workflow.phase-in-use',
      `Assets are in ${occupied.join(', ')}. Move them before you remove the phase or change whether it is terminal.`,
    )
}
