import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { loadFixtures } from '../../../test/fixtures.ts'
import type { Db } from '../db/connect.ts'
import { connectOwner } from '../db/connect-owner.ts'
import { sql } from '../db/sql.ts'
import { startSchedule } from './schedule.ts'

const failOnError = {
  error: (about: object, message: string) => {
    throw Object.assign(new Error(message), about)
  },
}
type WaitingJob = { kind: string; wait: number }
async function listWaiting(db: Db): Promise<WaitingJob[]> {
  const { rows } = await sql<WaitingJob>`
    select kind, round(extract(epoch from run_at - created_at))::int as wait
    from job
    where dead_at is null
    order by kind, id`.execute(db)
  return rows
}

async function waitForKinds(db: Db, kinds: number) {
  while (new Set((await listWaiting(db)).map((job) => job.kind)).size < kinds) await sleep(10)
}

test('keeps one job of each kind waiting for its interval', async (t) => {
  const { db } = await loadFixtures(t)
  const schedule = startSchedule(db, { 'send-mail': 60, 'prune-mail': 3600 }, failOnError)
  await waitForKinds(db, 2)
  await schedule.stop()
  assert.deepEqual(await listWaiting(db), [
    { kind: 'prune-mail', wait: 3600 },
    { kind: 'send-mail', wait: 60 },
  ])
})

test('enqueues one job when many processes check at once', async (t) => {
  const { db, url } = await loadFixtures(t)
  const nodes = Array.from({ length: 12 }, () => connectOwner(url, { size: 1 }))
  await Promise.all(nodes.map((node) => sql`select 1`.execute(node)))
  const schedules = nodes.map((node) => startSchedule(node, { 'send-mail': 60 }, failOnError))
  await waitForKinds(db, 1)
  await Promise.all(schedules.map((schedule) => schedule.stop()))
  await Promise.all(nodes.map((node) => node.close()))
  assert.equal((await listWaiting(db)).length, 1)
})

test('brings forward jobs that were enqueued while the clock was a day ahead', async (t) => {
  const { db } = await loadFixtures(t)
  await sql`insert into job (kind, payload, created_at, run_at) values
    ('notify', '{}', now() + interval '1 day', now() + interval '1 day'),
    ('prune-mail', '{}', now() + interval '1 day', now() + interval '25 hours'),
    ('send-mail', '{}', now(), now() + interval '1 day')`.execute(db)
  const schedule = startSchedule(db, {}, failOnError)
  const listDue = () =>
    sql<{ kind: string }>`select kind from job where run_at <= now()`.execute(db)
  while ((await listDue()).rows.length === 0) await sleep(10)
  await schedule.stop()
  assert.deepEqual((await listDue()).rows, [{ kind: 'notify' }])
  assert.deepEqual(await listWaiting(db), [
    { kind: 'notify', wait: 0 },
    { kind: 'prune-mail', wait: 3600 },
    { kind: 'send-mail', wait: 86_400 },
  ])
})

test('enqueues a job although an earlier one has failed for good', async (t) => {
  const { db } = await loadFixtures(t)
  await sql`insert into job (kind, payload, dead_at) values ('send-mail', '{}', now())`.execute(db)
  const schedule = startSchedule(db, { 'send-mail': 60 }, failOnError)
  await waitForKinds(db, 1)
  await schedule.stop()
  assert.deepEqual(await listWaiting(db), [{ kind: 'send-mail', wait: 60 }])
})

test('logs an error of the database and keeps running', async (t) => {
  const { db } = await loadFixtures(t)
  await sql`drop table job`.execute(db)
  const logged = await new Promise<string>((resolve) => {
    const schedule = startSchedule(
      db,
      { 'send-mail': 60 },
      {
        error: (_about, message) => {
          void schedule.stop()
          resolve(message)
        },
      },
    )
  })
  assert.equal(logged, 'the job schedule could not be updated')
})
