// Every change that a page shows has an event, and people who are assigned or awaited are notified.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures, type Fixtures, type TestUser } from '../../test/fixtures.ts'
import { createRequestAt, readRequest, uploadOffline } from '../../test/work-requests.ts'
import { listEvents } from '../events/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import { decideOffline } from '../offlines/contract.ts'
import { changeTranslation } from '../translations/contract.ts'
import { changeWorkRequest } from '../workrequests/contract.ts'
import { listNotifications } from './contract.ts'

const notified = async (fixtures: Fixtures, who: TestUser, type: string) => {
  await fixtures.runJobs()
  return (await who.call(listNotifications, { query: { type } })).items
}

test('notifies a translator who is assigned', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const { vendor, translator, guest } = a.people
  const { translation } = await readRequest(vendor, await createRequestAt(a, 'awaiting-materials'))
  await vendor.call(changeTranslation, {
    params: { id: translation._id },
    body: { translator: translator._id },
  })
  const [assigned] = await notified(fixtures, translator, 'tas')
  assert.equal(assigned?.event.details.language, 'deu')
  assert.deepEqual(await notified(fixtures, guest, 'tas'), [])
})

test('announces a decision about an offline that does not move its request', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b } = fixtures
  const request = await createRequestAt(a, 'in-progress')
  const { _id: offline } = await uploadOffline(a, request)
  await a.people.territory.call(decideOffline, {
    params: { id: offline },
    body: { decision: 'rejected', reason: 'Too dark', code: 'picture' },
  })
  const { status } = await readRequest(a.people.vendor, request)
  const decisions = await notified(fixtures, a.people.vendor, 'ofd')
  const moves = await notified(fixtures, a.people.vendor, 'wrj')
  assert.equal(decisions.length + moves.length, 1, 'one notification for one decision')
  assert.equal(moves.length, Number(status === 'rejected'))
  const details = [...decisions, ...moves][0]!.event.details
  assert.equal(details.reason, 'Too dark')
  assert.deepEqual(await notified(fixtures, b.people.vendor, 'ofd'), [])
})

test('hides a decision about an offline whose file is under embargo', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  const { studio, vendor } = a.people
  const { _id: offline } = await uploadOffline(a, await createRequestAt(a, 'in-progress'))
  await studio.call(decideOffline, { params: { id: offline }, body: { decision: 'approved' } })
  const decisions = async (who: TestUser) =>
    (await who.call(listEvents, { query: { type: 'ofd' } })).items.length
  assert.equal(await decisions(vendor), 1)
  await sql`update file set embargo_end = now() + interval '1 day'`.execute(db)
  assert.equal(await decisions(vendor), 0)
  assert.deepEqual(await notified(fixtures, vendor, 'ofd'), [])
})

test('announces a changed field to open pages and notifies nobody of it', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const id = await createRequestAt(a, 'awaiting-materials')
  await a.people.studio.call(changeWorkRequest, { params: { id }, body: { tags: ['rush'] } })
  assert.deepEqual(await notified(fixtures, a.people.vendor, 'wch'), [])
  const { items } = await a.people.vendor.call(listEvents, { query: { type: 'wch' } })
  assert.deepEqual(
    items.map(({ details }) => details.fields),
    ['tags'],
  )
})
