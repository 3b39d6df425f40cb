import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { loadFixtures } from '../../../test/fixtures.ts'
import type { Db, Tx } from '../db/connect.ts'
import { inTransaction } from '../db/transaction.ts'
import { enqueue } from './enqueue.ts'
import { runNextJob, startWorker, type LongJob } from './worker.ts'

const quiet = { error: () => {} }
const put = (
  db: Db,
  kind = 'stamp',
  payload: Record<string, unknown> = {},
  inSeconds = 0,
  priority = 0,
) => inTransaction(db, (tx) => enqueue(tx, kind, payload, { inSeconds, priority }))
const jobs = async (db: Db) =>
  (
    await sql<{
      attempts: number
      error: string | null
      dead: boolean
      leased: boolean
      wait: number
    }>`
  select attempts, error, dead_at is not null as dead, leased_until is not null as leased, round(extract(epoch from run_at - now()))::int as wait from job order by id`.execute(
      db,
    )
  ).rows
const letPass = (db: Db) =>
  sql`update job set run_at = now() - interval '1 second', leased_until = leased_until - interval '1 hour'`.execute(
    db,
  )

test('a job runs once, with what it was given, and is gone', async (t) => {
  const { db } = await loadFixtures(t)
  const done: unknown[] = []
  await put(db, 'stamp', { reel: 'r1', numbers: [1, 2] })
  const reactions = { stamp: async (_tx: Tx, payload: object) => void done.push(payload) }
  assert.equal(await runNextJob(db, reactions, quiet), true)
  assert.equal(await runNextJob(db, reactions, quiet), false)
  assert.deepEqual(done, [{ reel: 'r1', numbers: [1, 2] }])
  assert.deepEqual(await jobs(db), [])
})

test('twenty jobs and four workers: each job runs once', async (t) => {
  const { db } = await loadFixtures(t)
  for (let number = 0; number < 20; number++) await put(db, 'stamp', { number })
  const done: number[] = []
  const reactions = {
    stamp: async (_tx: Tx, { number }: { number: number }) => void done.push(number),
  }
  await Promise.all(
    [1, 2, 3, 4].map(async () => {
      while (await runNextJob(db, reactions, quiet));
    }),
  )
  assert.deepEqual(
    done.toSorted((one, other) => one - other),
    Array.from({ length: 20 }, (_, at) => at),
  )
})

test('work for a change that was rolled back does not exist', async (t) => {
  const { db } = await loadFixtures(t)
  await assert.rejects(
    inTransaction(db, async (tx) => {
      await enqueue(tx, 'stamp', {})
      throw new Error('no')
    }),
  )
  assert.deepEqual(await jobs(db), [])
})

test('a job waits for its time, and for somebody who knows its kind', async (t) => {
  const { db } = await loadFixtures(t)
  await put(db, 'stamp', {}, 60)
  await put(db, 'unheard-of')
  assert.equal(await runNextJob(db, { stamp: async () => {} }, quiet), false)
  assert.equal((await jobs(db)).length, 2)
})

test('a failing job undoes its work, says why, and comes back later each time', async (t) => {
  const { db } = await loadFixtures(t)
  await put(db)
  const said: string[] = []
  const reactions = {
    stamp: async (tx: Tx) => {
      await tx.updateTable('studio').set({ name: 'Half' }).execute()
      throw new Error('no ink')
    },
  }
  for (const wait of [2, 4, 8]) {
    assert.equal(
      await runNextJob(db, reactions, { error: (_about, message) => said.push(message) }),
      true,
    )
    assert.deepEqual(
      (await jobs(db)).map((job) => [job.error, job.wait, job.dead, job.leased]),
      [['no ink', wait, false, false]],
    )
    await letPass(db)
  }
  assert.deepEqual(said, ['job failed', 'job failed', 'job failed'])
  assert.deepEqual(
    await db.selectFrom('studio').select('id').where('name', '=', 'Half').execute(),
    [],
  )
})

test('after eight tries a job is dead, loudly, and is not touched again', async (t) => {
  const { db } = await loadFixtures(t)
  await put(db)
  const said: string[] = []
  const reactions = {
    stamp: async () => {
      throw new Error('no ink')
    },
  }
  for (let attempt = 0; attempt < 8; attempt++) {
    await runNextJob(db, reactions, { error: (_about, message) => said.push(message) })
    await letPass(db)
  }
  assert.equal(said.at(-1), 'job is dead')
  assert.deepEqual(
    (await jobs(db)).map((job) => [job.attempts, job.dead]),
    [[8, true]],
  )
  assert.equal(await runNextJob(db, reactions, quiet), false)
})

test('a job that kills its worker every time is dead after eight tries too', async (t) => {
  const { db } = await loadFixtures(t)
  await put(db)
  await sql`update job set attempts = 8, leased_until = now() - interval '1 second'`.execute(db)
  const said: string[] = []
  let ran = false
  await runNextJob(
    db,
    {
      stamp: async () => {
        ran = true
      },
    },
    { error: (_about, message) => said.push(message) },
  )
  assert.equal(ran, false)
  assert.deepEqual(said, ['job is dead'])
  assert.deepEqual(
    (await jobs(db)).map((job) => job.dead),
    [true],
  )
})

test('while one works nobody else does; when its lease ends another takes over', async (t) => {
  const { db } = await loadFixtures(t)
  await put(db)
  await sql`update job set attempts = 1, leased_until = now() + interval '10 seconds'`.execute(db)
  let runs = 0
  const reactions = { stamp: async () => void runs++ }
  assert.equal(await runNextJob(db, reactions, quiet), false)
  await sql`update job set leased_until = now() - interval '1 second'`.execute(db)
  assert.equal(await runNextJob(db, reactions, quiet), true)
  assert.equal(runs, 1)
  assert.deepEqual(await jobs(db), [])
})

test('a worker that was thought dead and comes back late changes nothing', async (t) => {
  const { db } = await loadFixtures(t)
  await put(db)
  const mark = (tx: Tx, sign: string) =>
    sql`update studio set name = name || ${sign} where slug = 'studio-a'`.execute(tx)
  await runNextJob(
    db,
    {
      stamp: async (tx: Tx) => {
        await letPass(db)
        await runNextJob(
          db,
          { stamp: async (other: Tx) => void (await mark(other, ' second')) },
          quiet,
        )
        await mark(tx, ' first')
      },
    },
    quiet,
  )
  assert.deepEqual(
    await db.selectFrom('studio').select('name').where('slug', '=', 'studio-a').executeTakeFirst(),
    { name: 'Studio a second' },
  )
  assert.deepEqual(await jobs(db), [])
})

test('what somebody waits for goes first, then as it came', async (t) => {
  const { db } = await loadFixtures(t)
  for (const [reel, priority] of [
    ['nicer', 5],
    ['soon', 0],
    ['nicer still', 5],
    ['sooner', -1],
  ] as const)
    await put(db, 'stamp', { reel }, 0, priority)
  const done: string[] = []
  while (
    await runNextJob(
      db,
      { stamp: async (_tx: Tx, { reel }: { reel: string }) => void done.push(reel) },
      quiet,
    )
  );
  assert.deepEqual(done, ['sooner', 'soon', 'nicer', 'nicer still'])
})

test('a service that stops gives long work back, and that is no try of it', async (t) => {
  const { db } = await loadFixtures(t)
  await put(db)
  let given = 0
  for (let stops = 0; stops < 4; stops++) {
    const stopping = new AbortController()
    const stamp: LongJob = {
      maxAttempts: 2,
      onExhausted: async () => void given++,
      work: (_payload, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          stopping.abort(new Error('The service is stopping'))
        }),
    }
    assert.equal(
      await runNextJob(
        db,
        { stamp },
        { error: (_about, message) => assert.fail(message) },
        stopping.signal,
      ),
      true,
    )
    assert.deepEqual(
      (await jobs(db)).map((job) => [job.attempts, job.dead, job.leased, job.wait]),
      [[0, false, false, 0]],
    )
  }
  assert.equal(given, 0)
})

test('long work that fails for good is given up in the commit that says so', async (t) => {
  const { db } = await loadFixtures(t)
  await put(db, 'stamp', { reel: 'r1' })
  const given: unknown[] = []
  const stamp: LongJob = {
    maxAttempts: 2,
    work: async () => {
      throw new Error('no ink')
    },
    onExhausted: async (_tx, payload, error) => void given.push(payload, error.message),
  }
  for (const [dead, so] of [
    [false, []],
    [true, [{ reel: 'r1' }, 'no ink']],
  ] as const) {
    await runNextJob(db, { stamp }, quiet)
    assert.deepEqual([(await jobs(db)).map((job) => job.dead), given], [[dead], so])
    await letPass(db)
  }
})

test('a worker does what waits, then what it is woken for, says so each time, and stops when asked', async (t) => {
  const { db } = await loadFixtures(t)
  const done: string[] = []
  let told: () => void = () => {}
  const next = () => new Promise<void>((resolve) => (told = resolve))
  await put(db, 'stamp', { reel: 'first' })
  const first = next()
  const worker = startWorker(
    db,
    {
      stamp: async (_tx: Tx, { reel }: { reel: string }) => {
        done.push(reel)
        told()
      },
    },
    quiet,
    () => done.push('afterwards'),
  )
  await first
  const second = next()
  await put(db, 'stamp', { reel: 'second' })
  worker.wake()
  await second
  await worker.stop()
  assert.deepEqual(done, ['first', 'afterwards', 'second', 'afterwards'])
})

test('a worker that cannot reach the database says so and goes on trying', async (t) => {
  const { db } = await loadFixtures(t)
  await sql`alter table job rename to job_away`.execute(db)
  let told: (message: string) => void = () => {}
  const said = new Promise<string>((resolve) => (told = resolve))
  const worker = startWorker(
    db,
    { stamp: async () => {} },
    { error: (_about, message) => told(message) },
  )
  assert.equal(await said, 'jobs cannot be read')
  await sql`alter table job_away rename to job`.execute(db)
  await put(db)
  await worker.drain()
  await worker.stop()
  assert.deepEqual(await jobs(db), [])
})
