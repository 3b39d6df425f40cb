// People get no notification about files they cannot see, and one when the embargo is lifted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as assets from '../assets/contract.ts'
import * as downloads from '../downloads/contract.ts'
import * as events from '../events/contract.ts'
import * as files from '../files/contract.ts'
import * as notifications from '../notifications/contract.ts'
import * as offlines from '../offlines/contract.ts'
import * as previews from '../previews/contract.ts'
import { uploadFile } from '../../test/orders.ts'
import {
  EMBARGOED,
  LIFTED,
  OUTSIDERS,
  setEmbargo,
  loadEmbargoFixtures,
  type EmbargoFixtures,
} from '../../test/embargo-fixtures.ts'
import type { TestUser } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'

/** A file without media work, which keeps the test fast. */
const TEXT = Buffer.from('secret text')

/** Actions on an embargoed file. Each emits an event. */
const ACTIONS = {
  fin: ({ a }: EmbargoFixtures) =>
    uploadFile(a.people.studio, a, 'another.txt', `${Math.random()}`),
  prv: ({ a, file }: EmbargoFixtures) =>
    a.people.studio.call(previews.createPreview, { body: { asset: a.asset._id, file } }),
  ofl: ({ a, request, file }: EmbargoFixtures) =>
    a.people.studio.call(offlines.createOffline, { body: { workRequest: request, file } }),
  fd: ({ a, file }: EmbargoFixtures) =>
    a.people.studio.call(downloads.startDownloads, { body: { files: [file] } }),
}
const anyAction = fc.constantFrom(...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]))

test('never creates notifications or mail about embargoed content', async (t) => {
  const fixtures = await loadEmbargoFixtures(t)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ action: anyAction, before: fc.boolean() }), {
        minLength: 1,
        maxLength: 5,
      }),
      async (actions) => {
        const initial = await countMessages(fixtures)
        for (const { action: name, before } of actions) {
          // The embargo may exist when the event happens or start before the notification.
          await setEmbargo(fixtures, before ? EMBARGOED : LIFTED)
          await ACTIONS[name](fixtures)
          await setEmbargo(fixtures, EMBARGOED)
          await sql`update file set embargo_end = 'infinity' where name = 'another.txt'`.execute(
            fixtures.db,
          )
        }
        await fixtures.runJobs()
        assert.deepEqual(await countMessages(fixtures), initial)
        await setEmbargo(fixtures, LIFTED)
        await fixtures.runJobs()
        assert.deepEqual(
          await countMessages(fixtures),
          initial,
          'skipped notifications are not sent later',
        )
      },
    ),
    { numRuns: 5, endOnFailure: true },
  )
})

/** Counts the notifications and mails of people without embargo.bypass. */
async function countMessages({ db, a }: EmbargoFixtures) {
  const outsiders = OUTSIDERS.map((role) => a.people[role]._id)
  const { rows } = await sql<{ to_id: string; many: number; mails: number }>`
    select to_id, count(*) as many, (select count(*) from mail where person_id = to_id) as mails
      from notification where to_id = any (${outsiders}) group by to_id order by to_id`.execute(db)
  return rows
}

test('hides an offline of an embargoed file, and notifies the translator of a visible one', async (t) => {
  const fixtures = await loadEmbargoFixtures(t, TEXT)
  const { a, request } = fixtures
  const countOfflineEvents = async (by: TestUser) =>
    (await by.call(events.listEvents, { query: { type: 'ofl' } })).total! +
    (await by.call(notifications.listNotifications, { query: { type: 'ofl' } })).total!
  for (const [role, times] of [
    ['territory', 2],
    ['translator', 2],
    ['vendor', 1],
  ] as const)
    assert.equal(await countOfflineEvents(a.people[role]), times, role)
  await setEmbargo(fixtures, EMBARGOED)
  for (const role of OUTSIDERS) assert.equal(await countOfflineEvents(a.people[role]), 0, role)
  assert.equal(
    (await a.people.studio.call(events.listEvents, { query: { type: 'ofl' } })).items[0]!
      .workRequest!._id,
    request,
  )
})

const liftNotifications = async ({ call }: TestUser) =>
  (await call(notifications.listNotifications, { query: { type: 'emb' } })).items.map(
    ({ title, event }) => [title, event.files],
  )
const changeEmbargo = (
  { a, file }: EmbargoFixtures,
  body: { event?: boolean; end?: number | null },
) => a.people.studio.call(files.changeFile, { params: { id: file }, body: { embargo: body } })

test('notifies people once when an embargo is lifted by hand', async (t) => {
  const fixtures = await loadEmbargoFixtures(t, TEXT)
  const { territory, vendor, translator } = fixtures.a.people
  await changeEmbargo(fixtures, { end: 4_000_000_000, event: true })
  await changeEmbargo(fixtures, { event: false })
  await fixtures.runJobs()
  assert.deepEqual(await liftNotifications(territory), [], 'the end has not been reached')
  await changeEmbargo(fixtures, { end: null })
  await changeEmbargo(fixtures, { end: 1_000_000_000 })
  await fixtures.runJobs()
  for (const person of [territory, vendor])
    assert.deepEqual(await liftNotifications(person), [
      ['studio a lifted an embargo', [fixtures.file]],
    ])
  assert.deepEqual(await liftNotifications(translator), [], 'translators cannot see files')
})

test('notifies at the end of an embargo unless it was moved or the asset is not final', async (t) => {
  const fixtures = await loadEmbargoFixtures(t, TEXT)
  const { territory } = fixtures.a.people
  await changeEmbargo(fixtures, { end: 4_000_000_000 })
  await changeEmbargo(fixtures, { end: 3_999_999_999 })
  await runLiftJobs(fixtures)
  assert.deepEqual(await liftNotifications(territory), [], 'the end has not been reached')
  await endEmbargo(fixtures)
  await sql`update file set embargo_event = true where id = ${fixtures.file}`.execute(fixtures.db)
  await runLiftJobs(fixtures)
  assert.deepEqual(await liftNotifications(territory), [], 'the asset is not final')
  await changeEmbargo(fixtures, { event: false, end: 4_000_000_000 })
  await changeEmbargo(fixtures, { end: 3_999_999_999 })
  await endEmbargo(fixtures)
  await runLiftJobs(fixtures)
  assert.deepEqual(
    await liftNotifications(territory),
    [['vendor a lifted an embargo', [fixtures.file]]],
    'two jobs were queued, one notification is sent',
  )
})

/** Sets the end to a time in the past, but after the upload. */
const endEmbargo = ({ db, file }: EmbargoFixtures) =>
  sql`update file set received_at = now() - interval '1 minute',
    embargo_end = now() - interval '1 second' where id = ${file}`.execute(db)

/** Makes the jobs that lift embargoes due and runs them. */
async function runLiftJobs({ db, runJobs }: EmbargoFixtures) {
  await sql`update job set run_at = now() where kind = 'lift-embargo'`.execute(db)
  await runJobs()
}

test('notifies when an asset becomes final, and again after it was reopened', async (t) => {
  const fixtures = await loadEmbargoFixtures(t, TEXT)
  const { a, admin, file } = fixtures
  const { territory } = a.people
  const move = (phase: string) =>
    admin.call(assets.changeAsset, {
      params: { id: a.asset._id },
      body: { workflow: { phase }, reason: 'recut' },
    })
  await changeEmbargo(fixtures, { event: true })
  await move('FINAL')
  await fixtures.runJobs()
  assert.deepEqual(
    (await liftNotifications(territory)).map(([, files]) => files),
    [[file]],
  )
  await move('WIP')
  await fixtures.runJobs()
  assert.deepEqual(await liftNotifications(territory), [], 'its notifications are hidden again')
  await move('FINAL')
  await fixtures.runJobs()
  assert.deepEqual(
    (await liftNotifications(territory)).map(([, files]) => files),
    [[file], [file]],
  )
})
