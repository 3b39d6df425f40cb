import type { Db, Tx } from '../src/kernel/db/connect.ts'
import type { ServiceDatabase } from '../src/kernel/db/service-database.ts'

/**
 * A handle whose transactions run inside an open one. An app built on it works as usual, and
 * everything is committed together or not at all. A failed inner transaction is not rolled back by
 * itself, so the caller must let the outer one fail too.
 */
export const nestedDb = (tx: Tx): Db => ({ query: tx.query, transaction: (work) => work(tx) })

/** One connection cannot change its role within a transaction, so the demo people work as the system. */
export function nestedDatabase(tx: Tx): ServiceDatabase {
  const db = nestedDb(tx)
  return {
    system: db,
    as: () => db,
    heavy: () => db,
    saves: () => db,
    uploads: () => db,
    pools: () => [],
    close: async () => {},
  }
}
