import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { sql } from 'kysely'
import { loadFixtures } from '../../../test/fixtures.ts'
import { connect, type Db } from '../db/connect.ts'
import { startSchedule } from './schedule.ts'

const loud = {
  error: (about: object, message: string) => {
    throw Object.assign(new Error(message), about)
  },
}
const waiting = async (db: Db) =>
  (
    await sql<{
      kind: string
      wait: number
    }>`select kind, round(extract(epoch from run_at - created_at))::int as wait from job where dead_at is null order by kind, id`.execute(
      db,
    )
  ).rows

async function until(db: Db, kinds: number) {
  while (new Set((await waiting(db)).map((job) => job.kind)).size < kinds) await sleep(10)
}

test('one job of each kind waits, as far ahead as the schedule says', async (t) => {
  const { db } = await loadFixtures(t)
  const schedule = startSchedule(db, { sweep: 60, count: 3600 }, loud)
  await until(db, 2)
  schedule.stop()
  assert.deepEqual(await waiting(db), [
    { kind: 'count', wait: 3600 },
    { kind: 'sweep', wait: 60 },
  ])
})

test('however many nodes look at once, one job waits', async (t) => {
  const { db, url } = await loadFixtures(t)
  const nodes = Array.from({ length: 12 }, () => connect(url, { size: 1 }))
  await Promise.all(nodes.map((node) => sql`select 1`.execute(node)))
  const schedules = nodes.map((node) => startSchedule(node, { sweep: 60 }, loud))
  await until(db, 1)
  for (const schedule of schedules) schedule.stop()
  await Promise.all(nodes.map((node) => node.destroy()))
  assert.equal((await waiting(db)).length, 1)
})

test('a dead job does not stand in the way of the next', async (t) => {
  const { db } = await loadFixtures(t)
  await sql`insert into job (kind, payload, dead_at) values ('sweep', '{}', now())`.execute(db)
  const schedule = startSchedule(db, { sweep: 60 }, loud)
  await until(db, 1)
  schedule.stop()
  assert.deepEqual(await waiting(db), [{ kind: 'sweep', wait: 60 }])
})

test('a schedule that cannot be kept is told, and the process lives on', async (t) => {
  const { db } = await loadFixtures(t)
  await sql`drop table job`.execute(db)
  const said = await new Promise<string>((resolve) => {
    const schedule = startSchedule(
      db,
      { sweep: 60 },
      {
        error: (_about, message) => {
          schedule.stop()
          resolve(message)
        },
      },
    )
  })
  assert.equal(said, 'the schedule cannot be kept')
})
