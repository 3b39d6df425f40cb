import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { test } from 'node:test'
import { loadFixtures } from '../../../test/fixtures.ts'
import type { Db, Tx } from '../db/connect.ts'
import { sql } from '../db/sql.ts'
import { inTransaction } from '../db/transaction.ts'
import { enqueue } from './enqueue.ts'
import { startWorker } from './worker.ts'

const quiet = { error: () => {} }
const insertJob = (db: Db, payload: Record<string, unknown>) =>
  inTransaction(db, (tx) => enqueue(tx, 'lint-file', payload))

test('pauses after a batch that is not full, so that the next one is larger', async (t) => {
  const { db } = await loadFixtures(t)
  const batches: number[][] = []
  const ended = new EventEmitter()
  const handlers = {
    'lint-file': {
      batch: async (_tx: Tx, payloads: { number: number }[]) => {
        batches.push(payloads.map(({ number }) => number))
      },
    },
  }
  await insertJob(db, { number: 0 })
  const worker = startWorker(db, handlers, quiet, {
    afterEach: () => void ended.emit('batch'),
    batchMs: 1_000,
  })
  t.after(() => worker.stop())
  await once(ended, 'batch')
  const second = once(ended, 'batch')
  for (const number of [1, 2, 3]) {
    await insertJob(db, { number })
    worker.wake()
  }
  await second
  assert.deepEqual(batches, [[0], [1, 2, 3]])
})

test('runs waiting jobs, then those it is woken for, and calls afterEach each time', async (t) => {
  const { db } = await loadFixtures(t)
  const done: string[] = []
  let notify: () => void = () => {}
  const next = () => new Promise<void>((resolve) => (notify = resolve))
  await insertJob(db, { reel: 'first' })
  const first = next()
  const worker = startWorker(
    db,
    {
      'lint-file': async (_tx: Tx, { reel }: { reel: string }) => {
        done.push(reel)
        notify()
      },
    },
    quiet,
    { afterEach: () => void done.push('afterEach') },
  )
  await first
  const second = next()
  await insertJob(db, { reel: 'second' })
  worker.wake()
  await second
  await worker.stop()
  assert.deepEqual(done, ['first', 'afterEach', 'second', 'afterEach'])
})

test('logs that the database is unreachable and keeps trying', async (t) => {
  const { db } = await loadFixtures(t)
  await sql`alter table job rename to job_away`.execute(db)
  let report: (message: string) => void = () => {}
  const logged = new Promise<string>((resolve) => (report = resolve))
  const worker = startWorker(
    db,
    { 'lint-file': async () => {} },
    { error: (_about, message) => report(message) },
  )
  assert.equal(await logged, 'jobs could not be read')
  await sql`alter table job_away rename to job`.execute(db)
  await insertJob(db, {})
  await worker.drain()
  await worker.stop()
  assert.deepEqual((await sql<{ id: number }>`select id from job`.execute(db)).rows, [])
})
