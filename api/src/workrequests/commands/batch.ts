import { viewerOf } from '../../access/queries/visibility.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { isRepeatable } from '../../kernel/db/transaction.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { problemOf, type ProblemJson } from '../../kernel/http/problem-response.ts'
import { createBodyParser } from '../../kernel/http/validate.ts'
import { NewWorkRequestBody, WorkRequest, type NewWorkRequest } from '../contract.ts'
import { assembleWorkRequests } from '../queries/assemble.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'
import { placeOrder } from './create.ts'

type Fields = Partial<NewWorkRequest>
type PlacedOrder = { status: 200; record: StoredWorkRequest } | Refusal
type Refusal = { status: number; problem: ProblemJson }

const parseOrder = createBodyParser(NewWorkRequestBody, WorkRequest)

/** Places each order on its own: one that is refused leaves nothing behind, and stops no other. */
export async function placeOrders(
  tx: Tx,
  {
    template,
    orders,
    by,
  }: { template?: Fields | undefined; orders: readonly Fields[]; by: Caller },
): Promise<PlacedOrder[]> {
  const placed: (string | Refusal)[] = []
  for (const order of orders) placed.push(await tryToPlace(tx, { ...template, ...order }, by))
  const ids = placed.filter((result) => typeof result === 'string')
  const records = await assembleWorkRequests(tx, viewerOf(by), ids)
  const byId = new Map(records.map((record) => [record._id, record]))
  return placed.map((result) =>
    typeof result === 'string' ? { status: 200, record: byId.get(result)! } : result,
  )
}

async function tryToPlace(tx: Tx, order: Fields, by: Caller): Promise<string | Refusal> {
  await sql`savepoint new_order`.execute(tx)
  try {
    const body = parseOrder(order).body as NewWorkRequest
    const id = await placeOrder(tx, { body, by })
    await sql`release savepoint new_order`.execute(tx)
    return id
  } catch (error) {
    const problem = problemOf(error)
    // Then the whole batch is tried again, or answered with this problem.
    if (isRepeatable(error) || problem.status >= 500) throw error
    await sql`rollback to savepoint new_order`.execute(tx)
    return { status: problem.status, problem }
  }
}
