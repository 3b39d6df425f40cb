import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures } from '../../../test/fixtures.ts'
import type { Db, Tx } from '../db/connect.ts'
import { sql } from '../db/sql.ts'
import { inTransaction } from '../db/transaction.ts'
import { enqueue } from './enqueue.ts'
import type { JobKind } from './kinds.ts'
import { runNextJob, type LongJob } from './worker.ts'

const quiet = { error: () => {} }
const insertJob = (
  db: Db,
  kind: JobKind = 'lint-file',
  payload: Record<string, unknown> = {},
  inSeconds = 0,
  priority = 0,
) => inTransaction(db, (tx) => enqueue(tx, kind, payload, { inSeconds, priority }))
type JobRow = {
  attempts: number
  error: string | null
  dead: boolean
  leased: boolean
  wait: number
}
async function listJobs(db: Db): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select
      attempts,
      error,
      dead_at is not null as dead,
      leased_until is not null as leased,
      round(extract(epoch from run_at - now()))::int as wait
    from job
    order by id`.execute(db)
  return rows
}
/** Makes every job due and ends every lease. */
const expireWaits = (db: Db) =>
  sql`
    update job set
      run_at = now() - interval '1 second',
      leased_until = leased_until - interval '1 hour'`.execute(db)

test('runs a job once with its payload and deletes it', async (t) => {
  const { db } = await loadFixtures(t)
  const done: unknown[] = []
  await insertJob(db, 'lint-file', { reel: 'r1', numbers: [1, 2] })
  const handlers = { 'lint-file': async (_tx: Tx, payload: object) => void done.push(payload) }
  assert.equal(await runNextJob(db, handlers, quiet), true)
  assert.equal(await runNextJob(db, handlers, quiet), false)
  assert.deepEqual(done, [{ reel: 'r1', numbers: [1, 2] }])
  assert.deepEqual(await listJobs(db), [])
})

test('runs each of twenty jobs once with four workers', async (t) => {
  const { db } = await loadFixtures(t)
  for (let number = 0; number < 20; number++) await insertJob(db, 'lint-file', { number })
  const done: number[] = []
  const handlers = {
    'lint-file': async (_tx: Tx, { number }: { number: number }) => void done.push(number),
  }
  await Promise.all(
    [1, 2, 3, 4].map(async () => {
      while (await runNextJob(db, handlers, quiet));
    }),
  )
  assert.deepEqual(
    done.toSorted((one, other) => one - other),
    Array.from({ length: 20 }, (_, index) => index),
  )
})

test('runs jobs of a batch in one transaction, and alone if one of them fails', async (t) => {
  const { db } = await loadFixtures(t)
  for (let number = 0; number < 5; number++) await insertJob(db, 'notify', { number })
  const batches: number[][] = []
  const errors: string[] = []
  const handlers = {
    notify: {
      batch: async (_tx: Tx, payloads: { number: number }[]) => {
        batches.push(payloads.map(({ number }) => number))
        if (errors.length < 1 && payloads.some(({ number }) => number === 2))
          throw new Error('cannot do 2')
      },
    },
  }
  const log = { error: (about: object) => void errors.push((about as { err: Error }).err.message) }
  await runNextJob(db, handlers, log)
  assert.deepEqual(batches, [[0, 1, 2, 3, 4], [0], [1], [2], [3], [4]])
  assert.deepEqual(errors, ['cannot do 2'])
  assert.deepEqual(
    (await listJobs(db)).map(({ attempts, error }) => [attempts, error]),
    [[1, 'cannot do 2']],
  )
  await insertJob(db, 'notify', { number: 5 })
  await insertJob(db, 'notify', { number: 6 })
  await runNextJob(db, handlers, log)
  assert.deepEqual([batches.at(-1), (await listJobs(db)).length], [[5, 6], 1])
})

test('enqueues no job for a change that is rolled back', async (t) => {
  const { db } = await loadFixtures(t)
  await assert.rejects(
    inTransaction(db, async (tx) => {
      await enqueue(tx, 'lint-file', {})
      throw new Error('no')
    }),
  )
  assert.deepEqual(await listJobs(db), [])
})

test('runs no job before its time, or without a handler for its kind', async (t) => {
  const { db } = await loadFixtures(t)
  await insertJob(db, 'lint-file', {}, 60)
  await insertJob(db, 'notify')
  assert.equal(await runNextJob(db, { 'lint-file': async () => {} }, quiet), false)
  assert.equal((await listJobs(db)).length, 2)
})

test('rolls back a failed job, saves the error and doubles the wait', async (t) => {
  const { db } = await loadFixtures(t)
  await insertJob(db)
  const logged: string[] = []
  const handlers = {
    'lint-file': async (tx: Tx) => {
      await sql`update studio set name = 'Half'`.execute(tx)
      throw new Error('out of disk space')
    },
  }
  for (const wait of [2, 4, 8]) {
    assert.equal(
      await runNextJob(db, handlers, { error: (_about, message) => logged.push(message) }),
      true,
    )
    assert.deepEqual(
      (await listJobs(db)).map((job) => [job.error, job.wait, job.dead, job.leased]),
      [['out of disk space', wait, false, false]],
    )
    await expireWaits(db)
  }
  assert.deepEqual(logged, ['job failed', 'job failed', 'job failed'])
  assert.deepEqual(
    (await sql<{ id: string }>`select id from studio where name = 'Half'`.execute(db)).rows,
    [],
  )
})

test('gives up a job after eight attempts and logs it', async (t) => {
  const { db } = await loadFixtures(t)
  await insertJob(db)
  const logged: string[] = []
  const handlers = {
    'lint-file': async () => {
      throw new Error('out of disk space')
    },
  }
  for (let attempt = 0; attempt < 8; attempt++) {
    await runNextJob(db, handlers, { error: (_about, message) => logged.push(message) })
    await expireWaits(db)
  }
  assert.equal(logged.at(-1), 'job failed for good')
  assert.deepEqual(
    (await listJobs(db)).map((job) => [job.attempts, job.dead]),
    [[8, true]],
  )
  assert.equal(await runNextJob(db, handlers, quiet), false)
})

test('gives up a job that killed its worker eight times', async (t) => {
  const { db } = await loadFixtures(t)
  await insertJob(db)
  await sql`update job set attempts = 8, leased_until = now() - interval '1 second'`.execute(db)
  const logged: string[] = []
  let ran = false
  await runNextJob(
    db,
    {
      'lint-file': async () => {
        ran = true
      },
    },
    { error: (_about, message) => logged.push(message) },
  )
  assert.equal(ran, false)
  assert.deepEqual(logged, ['job failed for good'])
  assert.deepEqual(
    (await listJobs(db)).map((job) => job.dead),
    [true],
  )
})

test('runs a leased job again only when the lease has ended', async (t) => {
  const { db } = await loadFixtures(t)
  await insertJob(db)
  await sql`update job set attempts = 1, leased_until = now() + interval '10 seconds'`.execute(db)
  let runs = 0
  const handlers = { 'lint-file': async () => void runs++ }
  assert.equal(await runNextJob(db, handlers, quiet), false)
  await sql`update job set leased_until = now() - interval '1 second'`.execute(db)
  assert.equal(await runNextJob(db, handlers, quiet), true)
  assert.equal(runs, 1)
  assert.deepEqual(await listJobs(db), [])
})

test('ignores the result of a worker that lost its lease', async (t) => {
  const { db } = await loadFixtures(t)
  await insertJob(db)
  const mark = (tx: Tx, sign: string) =>
    sql`update studio set name = name || ${sign} where slug = 'studio-a'`.execute(tx)
  await runNextJob(
    db,
    {
      'lint-file': async (tx: Tx) => {
        await expireWaits(db)
        await runNextJob(
          db,
          { 'lint-file': async (secondTx: Tx) => void (await mark(secondTx, ' second')) },
          quiet,
        )
        await mark(tx, ' first')
      },
    },
    quiet,
  )
  assert.deepEqual(
    (await sql<{ name: string }>`select name from studio where slug = 'studio-a'`.execute(db))
      .rows[0],
    { name: 'Studio a second' },
  )
  assert.deepEqual(await listJobs(db), [])
})

test('runs jobs by priority, then in order of arrival', async (t) => {
  const { db } = await loadFixtures(t)
  for (const [reel, priority] of [
    ['nicer', 5],
    ['soon', 0],
    ['nicer still', 5],
    ['sooner', -1],
  ] as const)
    await insertJob(db, 'lint-file', { reel }, 0, priority)
  const done: string[] = []
  while (
    await runNextJob(
      db,
      { 'lint-file': async (_tx: Tx, { reel }: { reel: string }) => void done.push(reel) },
      quiet,
    )
  );
  assert.deepEqual(done, ['sooner', 'soon', 'nicer', 'nicer still'])
})

test('releases a long job on shutdown without counting an attempt', async (t) => {
  const { db } = await loadFixtures(t)
  await insertJob(db)
  let exhausted = 0
  for (let stops = 0; stops < 4; stops++) {
    const stopping = new AbortController()
    const handler: LongJob = {
      maxAttempts: 2,
      onExhausted: async () => void exhausted++,
      work: (_payload, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          stopping.abort(new Error('The service is stopping'))
        }),
    }
    assert.equal(
      await runNextJob(
        db,
        { 'lint-file': handler },
        { error: (_about, message) => assert.fail(message) },
        stopping.signal,
      ),
      true,
    )
    assert.deepEqual(
      (await listJobs(db)).map((job) => [job.attempts, job.dead, job.leased, job.wait]),
      [[0, false, false, 0]],
    )
  }
  assert.equal(exhausted, 0)
})

test('calls onExhausted in the transaction that gives up a long job', async (t) => {
  const { db } = await loadFixtures(t)
  await insertJob(db, 'lint-file', { reel: 'r1' })
  const received: unknown[] = []
  const handler: LongJob = {
    maxAttempts: 2,
    work: async () => {
      throw new Error('out of disk space')
    },
    onExhausted: async (_tx, payload, error) => void received.push(payload, error.message),
  }
  for (const [dead, so] of [
    [false, []],
    [true, [{ reel: 'r1' }, 'out of disk space']],
  ] as const) {
    await runNextJob(db, { 'lint-file': handler }, quiet)
    assert.deepEqual([(await listJobs(db)).map((job) => job.dead), received], [[dead], so])
    await expireWaits(db)
  }
})
