// Many processes of the service share few connections of PostgreSQL.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectService } from '../src/kernel/db/service-database.ts'
import { sql } from '../src/kernel/db/sql.ts'
import { inTransaction } from '../src/kernel/db/transaction.ts'
import { loadFixtures } from './fixtures.ts'
import { hasPgBouncer, startPgBouncer } from './pgbouncer.ts'
import { runOn } from './standby.ts'

/** With four connections for reads and four for changes each. */
const PROCESSES = 63
const CLIENTS = 8
const SERVER_CONNECTIONS = 20
/** Of each connection. */
const ROUNDS = 20

test('500 clients share 20 connections, and each sees only the rows of its caller', async (t) => {
  if (!hasPgBouncer()) return t.skip('pgbouncer is not installed')
  const { a, b, url } = await loadFixtures(t)
  const pooler = await startPgBouncer(url, SERVER_CONNECTIONS)
  const processes = Array.from({ length: PROCESSES }, () =>
    connectService(pooler.serviceUrl, {
      size: 4,
      prepares: false,
      statementMs: 60_000,
      responseMs: 90_000,
    }),
  )
  t.after(async () => {
    await Promise.all(processes.map((database) => database.close()))
    await pooler.stop()
  })
  const studios = sql<{ studio_id: string }>`select distinct studio_id from asset`
  const read = async ({ as, saves }: (typeof processes)[number], studio: string) => {
    const caller = { person: null, studios: [studio] }
    const { rows } = await studios.execute(as(caller))
    const inside = await inTransaction(saves(caller), (tx) => studios.execute(tx))
    return [...rows, ...inside.rows].every(({ studio_id: seen }) => seen === studio)
  }
  // One process after the other, as they start.
  for (const database of processes)
    await Promise.all(Array.from({ length: CLIENTS }, () => read(database, a.studio._id)))
  const clients = processes.flatMap((database, index) =>
    Array.from({ length: CLIENTS }, async (_none, client) => {
      const studio = (index + client) % 2 ? a.studio._id : b.studio._id
      for (let round = 0; round < ROUNDS; round++) if (!(await read(database, studio))) return false
      return true
    }),
  )
  const outcomes = await Promise.allSettled(clients)
  const failed = outcomes.filter(({ status }) => status === 'rejected')
  assert.deepEqual(failed, [])
  assert.ok(outcomes.every((outcome) => outcome.status === 'fulfilled' && outcome.value))
  const [row] = await runOn<{ count: number }>(
    url,
    `select count(*)::int from pg_stat_activity where usename = 'reelay_system'
      and datname = current_database() and client_addr is not null`,
  )
  assert.ok(row!.count <= SERVER_CONNECTIONS, `${row!.count} connections`)
})
