import type { Static } from 'typebox'
import type { Tx } from '../kernel/db/connect.ts'
import { LOCKS, lockForTransaction } from '../kernel/db/locks.ts'
import { sql } from '../kernel/db/sql.ts'
import type { RecordChange } from '../kernel/http/serve.ts'
import { conflict } from '../kernel/http/contract/problem.ts'
import type * as contract from './contract.ts'
import { getTerritory, isOrderedFor, lockTerritory } from './queries.ts'
import type { StoredTerritory } from './rules.ts'

type New = Static<typeof contract.createTerritory.body>
type Change = Static<typeof contract.changeTerritory.body>

export async function createTerritory(tx: Tx, { body }: { body: New }): Promise<StoredTerritory> {
  await takeCode(tx, body.code)
  const { rows } = await sql<{ id: string }>`
    insert into territory ${sql.values(rowOf({ countries: [], languages: [], assignedLanguages: [], ...body }))}
    returning id`.execute(tx)
  const { id } = rows[0]!
  return getTerritory(tx, id)
}

export async function changeTerritory(
  tx: Tx,
  { id, body, checkPreconditions }: Omit<RecordChange, 'by'> & { body: Change },
): Promise<StoredTerritory> {
  await lockTerritory(tx, id)
  const current = await getTerritory(tx, id)
  checkPreconditions(current)
  if (body.code && body.code !== current.code) {
    await refuseWhileOrdered(tx, current.code)
    await takeCode(tx, body.code)
  }
  await sql`
    update territory ${sql.set(rowOf({ ...current, ...body }))}
    where id = ${current._id}`.execute(tx)
  return getTerritory(tx, current._id)
}

/** A foreign key protects territories with people; work requests are checked here. */
export async function removeTerritory(
  tx: Tx,
  { id, checkPreconditions }: Omit<RecordChange, 'by'>,
) {
  await lockTerritory(tx, id)
  const current = await getTerritory(tx, id)
  checkPreconditions(current)
  await refuseWhileOrdered(tx, current.code)
  await sql`delete from territory where id = ${current._id}`.execute(tx)
  return { _id: current._id, removed: true as const }
}

/** Concurrent uses of one code wait here instead of failing on the index. */
async function takeCode(tx: Tx, code: string) {
  await lockForTransaction(tx, LOCKS.territoryCode, code)
  const { rows } = await sql<{ id: string }>`select id from territory where code = ${code}`.execute(
    tx,
  )
  const [existing] = rows
  if (existing)
    throw conflict('territory.exists', `A territory with the code ${code} already exists.`)
}

async function refuseWhileOrdered(tx: Tx, code: string) {
  if (await isOrderedFor(tx, code))
    throw conflict(
      'record.in-use',
      `Work requests use the territory ${code}, so it cannot be removed and its code cannot change.`,
    )
}

const rowOf = ({
  name,
  code,
  standard,
  countries,
  languages,
  assignedLanguages,
}: Required<New>) => ({
  name,
  code,
  standard,
  countries: JSON.stringify(countries),
  languages: JSON.stringify(languages),
  assigned_languages: JSON.stringify(assignedLanguages),
})
