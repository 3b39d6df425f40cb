import type { Db, Tx } from '../src/kernel/db/connect.ts'

/**
 * A handle whose transactions run inside an open one. An app built on it works as usual, and
 * everything is committed together or not at all. A failed inner transaction is not rolled back by
 * itself, so the caller must let the outer one fail too.
 */
export function nestedDb(tx: Tx): Db {
  const transaction = () => ({ execute: <T>(work: (tx: Tx) => Promise<T>) => work(tx) })
  return Object.assign(tx, { transaction })
}
