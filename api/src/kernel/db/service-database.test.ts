import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { loadFixtures } from '../../../test/fixtures.ts'
import type { Db } from './connect.ts'
import { connectService, type ServiceDatabase } from './service-database.ts'
import { sql } from './sql.ts'

const IDENTITY = { person: null, studios: [] }
const MANY = 30

/** How many connections a process opens if every pool is used by more requests than it has room for. */
async function countConnections(t: TestContext, size: number): Promise<number> {
  const { url, db } = await loadFixtures(t)
  const before = await countOpen(db)
  const database = connectService(url, { size })
  const release = Promise.withResolvers<void>()
  let running = 0
  const work = handlesOf(database).flatMap((handle) =>
    Array.from({ length: MANY }, () =>
      handle.transaction(async (tx) => {
        await sql`select 1`.execute(tx)
        running++
        await release.promise
      }),
    ),
  )
  const settled = Promise.allSettled(work)
  const isFull = () => {
    const pools = database.pools()
    const busy = pools.reduce((sum, pool) => sum + pool.busy, 0)
    return running === busy && pools.every(({ idle, waiting }) => idle === 0 && waiting > 0)
  }
  while (!isFull()) await new Promise((resolve) => setTimeout(resolve, 10))
  const opened = (await countOpen(db)) - before
  release.resolve()
  await settled
  await database.close()
  return opened
}

const handlesOf = ({ system, as, heavy, saves, uploads }: ServiceDatabase): Db[] => {
  const { signal } = new AbortController()
  return [
    system,
    as(IDENTITY),
    heavy(undefined, signal),
    heavy(IDENTITY, signal),
    saves(undefined),
    saves(IDENTITY),
    uploads(undefined),
    uploads(IDENTITY),
  ]
}

const countOpen = async (db: Db) =>
  (
    await sql<{ count: number }>`
      select count(*) from pg_stat_activity where datname = current_database()`.execute(db)
  ).rows[0]!.count

for (const [size, most] of [
  [1, 4],
  [4, 12],
] as const)
  test(`opens at most ${most} connections with DATABASE_POOL=${size}`, async (t) => {
    assert.equal(await countConnections(t, size), most)
  })
