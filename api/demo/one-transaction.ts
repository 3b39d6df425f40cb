import type { Db, Tx } from '../src/kernel/db/connect.ts'

/**
 * A handle whose transactions are parts of one that is already open. An app that is built on it
 * works as ever, and all that is
 * done through it happens whole or not at all: whoever is killed half-way leaves nothing behind. A
 * part that fails is not undone
 * by itself, so whoever uses this lets the whole fail with it.
 */
export function nestedDb(tx: Tx): Db {
  const transaction = () => ({ execute: <T>(work: (tx: Tx) => Promise<T>) => work(tx) })
  return Object.assign(tx, { transaction })
}
