import type { Db } from '../../kernel/db/connect.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import { Problem } from '../../kernel/http/contract/problem.ts'
import { emitBudgetAlert } from '../commands.ts'

/**
 * A rejection rolls its transaction back, so the alert gets a transaction of its own, as the system:
 * it is about all studios of the person and informs admins.
 */
export async function alertWhenRejected<T>(
  system: Db,
  alert: Parameters<typeof emitBudgetAlert>[1],
  work: Promise<T>,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Problem && error.code === 'download.limit-exceeded')
      await inTransaction(system, (tx) => emitBudgetAlert(tx, alert))
    throw error
  }
}
