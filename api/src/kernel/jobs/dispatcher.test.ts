import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadFixtures } from '../../../test/fixtures.ts'
import { statementsOf } from '../../../test/statements-of.ts'
import { sql } from '../db/sql.ts'
import { startDispatcher } from './dispatcher.ts'

const failOnError = { error: (about: object) => assert.fail(JSON.stringify(about)) }
const quiet = { error: () => {} }
const NEVER_MS = 600_000

/** A worker that remembers that it was woken. */
function createWorker() {
  let onWake: () => void = () => {}
  const woken = new Promise<void>((resolve) => (onWake = resolve))
  return { wake: () => onWake(), woken }
}

const countChecks = (statements: string[]) =>
  statements.filter((text) => text.includes('as due')).length

test('wakes the workers whose jobs are due, and no others', async (t) => {
  const { db } = await loadFixtures(t)
  await sql`delete from job`.execute(db)
  const due = createWorker()
  const later = createWorker()
  let isLaterWoken = false
  void later.woken.then(() => (isLaterWoken = true))
  await sql`
    insert into job (kind, payload, run_at) values
      ('lint-file', '{}', now()), ('transcode', '{}', now() + interval '1 hour')`.execute(db)
  const dispatcher = startDispatcher(db, NEVER_MS, failOnError)
  dispatcher.add({ worker: later, kinds: ['transcode', 'encode'] })
  dispatcher.add({ worker: due, kinds: ['notify', 'lint-file'] })
  await due.woken
  await dispatcher.stop()
  assert.equal(isLaterWoken, false)
})

test('wakes a worker when its delayed job is due and when a condition is true', async (t) => {
  const { db } = await loadFixtures(t)
  await sql`delete from job`.execute(db)
  await sql`
    insert into job (kind, payload, run_at)
    values ('lint-file', '{}', now() + interval '300 ms')`.execute(db)
  const [delayed, conditional] = [createWorker(), createWorker()]
  const dispatcher = startDispatcher(db, NEVER_MS, failOnError)
  dispatcher.add({ worker: delayed, kinds: ['lint-file'] })
  dispatcher.add({ worker: conditional, isDue: sql`true` })
  await Promise.all([delayed.woken, conditional.woken])
  await dispatcher.stop()
})

test('checks once for many changes, and not at all when nothing happens', async (t) => {
  const { db } = await loadFixtures(t)
  await sql`delete from job`.execute(db)
  const dispatcher = startDispatcher(db, NEVER_MS, failOnError)
  dispatcher.add({ worker: createWorker(), kinds: ['lint-file'] })
  await sleep(200)
  const woken = await statementsOf(async () => {
    for (let change = 0; change < 100; change++) dispatcher.wake()
    await sleep(200)
  })
  assert.equal(countChecks(woken), 1)
  assert.equal(countChecks(await statementsOf(() => sleep(300))), 0)
  await dispatcher.stop()
})

test('keeps checking after an error of the database', async (t) => {
  const { db } = await loadFixtures(t)
  await sql`delete from job`.execute(db)
  await sql`insert into job (kind, payload) values ('lint-file', '{}')`.execute(db)
  await sql`alter table job rename to job_away`.execute(db)
  const worker = createWorker()
  let onError: () => void = () => {}
  const failed = new Promise<void>((resolve) => (onError = resolve))
  const dispatcher = startDispatcher(db, NEVER_MS, { ...quiet, error: () => onError() })
  dispatcher.add({ worker, kinds: ['lint-file'] })
  await failed
  await sql`alter table job_away rename to job`.execute(db)
  await worker.woken
  await dispatcher.stop()
})
