import type { Db, Tx } from './connect.ts'

const TRIES = 3
/** Serialisation failure and deadlock: nothing happened, so the whole may be tried again. */
const AGAIN = new Set(['40001', '40P01'])

export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === TRIES || !AGAIN.has((error as { code?: string }).code ?? '')) throw error
    }
  }
}

const UNDO = new Error('undone')

/** What work would give, and as if it had never been. */
export async function dryRun<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const done: T[] = []
  await db
    .transaction()
    .execute(async (tx) => {
      done.push(await work(tx))
      throw UNDO
    })
    .catch((error: unknown) => {
      if (error !== UNDO) throw error
    })
  return done[0]!
}
