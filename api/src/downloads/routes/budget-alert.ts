import type { Db } from '../../kernel/db/connect.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import { Problem } from '../../kernel/http/contract/problem.ts'
import { emitBudgetAlert } from '../commands.ts'

/** A rejection rolls its transaction back, so the alert gets a transaction of its own. */
export async function alertWhenRejected<T>(
  db: Db,
  alert: Parameters<typeof emitBudgetAlert>[1],
  work: Promise<T>,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Problem && error.code === 'download.budget')
      await inTransaction(db, (tx) => emitBudgetAlert(tx, alert))
    throw error
  }
}
