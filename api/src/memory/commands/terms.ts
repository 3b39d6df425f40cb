import { viewerOf } from '../../access/queries/visibility.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { PreconditionCheck } from '../../kernel/http/serve.ts'
import { getProject } from '../../projects/queries.ts'
import type { NewProjectTerm, ProjectTermChange } from '../contract.ts'
import { getTerm, lockTerm } from '../queries/terms.ts'
import type { StoredTerm } from '../rules/present.ts'

type TermRef = { project: string; term: string }

export async function createTerm(
  tx: Tx,
  { project, body, by }: { project: string; body: NewProjectTerm; by: Caller },
): Promise<StoredTerm> {
  const { _id, studio } = await getProject(tx, viewerOf(by), project)
  const { rows } = await sql<{ id: string }>`
    insert into project_term ${sql.values({ ...body, studio_id: studio, project_id: _id })}
    returning id`.execute(tx)
  const { id } = rows[0]!
  return getTerm(tx, viewerOf(by), { project: _id, term: id })
}

export async function changeTerm(
  tx: Tx,
  {
    project,
    term,
    body,
    by,
    checkPreconditions,
  }: TermRef & { body: ProjectTermChange; by: Caller; checkPreconditions: PreconditionCheck },
): Promise<StoredTerm> {
  await lockTerm(tx, term)
  const current = await getTerm(tx, viewerOf(by), { project, term })
  checkPreconditions(current)
  await sql`
    update project_term ${sql.set({ kind: current.kind, ...body })}
    where id = ${term}`.execute(tx)
  return getTerm(tx, viewerOf(by), { project, term })
}

export async function removeTerm(
  tx: Tx,
  {
    project,
    term,
    by,
    checkPreconditions,
  }: TermRef & { by: Caller; checkPreconditions: PreconditionCheck },
) {
  await lockTerm(tx, term)
  checkPreconditions(await getTerm(tx, viewerOf(by), { project, term }))
  await sql`delete from project_term where id = ${term}`.execute(tx)
  return { _id: term, removed: true as const }
}
