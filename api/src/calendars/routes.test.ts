import assert from 'node:assert/strict'
import { test } from 'node:test'
import ICAL from 'ical.js'
import { createRequestAt, changeRequest } from '../../test/work-requests.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, PASSWORD, type Fixtures, type TestUser } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import { changeStudio } from '../studios/contract.ts'
import { changeUser } from '../users/contract.ts'
import * as contract from './contract.ts'

const create = (person: TestUser) =>
  person.call(contract.createCalendar, { body: { name: 'My deadlines' } })
const codeOf = ({ url }: { url: string }) => url.split('/').at(-1)!
const read = ({ app }: Fixtures, code: string) =>
  app.fastify.inject({ method: 'GET', url: `/api/calendars/${code}` })
const summaries = async (fixtures: Fixtures, code: string) =>
  new ICAL.Component(ICAL.parse((await read(fixtures, code)).body) as unknown[])
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component).summary)

test('shows the open deadlines of a person without a sign-in', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b } = fixtures
  const { vendor } = a.people
  const [open, cancelled] = [
    await createRequestAt(a, 'in-progress'),
    await createRequestAt(a, 'in-progress'),
  ]
  await changeRequest(a.people.studio, cancelled, { status: 'cancelled', reason: 'Cut.' })
  await createRequestAt(b, 'in-progress')
  const created = await create(vendor)
  assert.match(created.url, /^http:\/\/reelay\.test\/api\/calendars\/[\w-]{43}\.ics$/)
  const response = await read(fixtures, codeOf(created))
  assert.equal(response.statusCode, 200)
  assert.equal(response.headers['content-type'], 'text/calendar; charset=utf-8')
  assert.equal(response.headers['cache-control'], 'no-store')
  assert.ok(response.body.includes(open) && !response.body.includes(cancelled))
  assert.deepEqual(await summaries(fixtures, codeOf(created)), [
    'Due: Project a · Trailer a · German · DE',
  ])
  const { items } = await vendor.call(contract.listCalendars)
  assert.deepEqual(
    items.map(({ _id, name, used }) => [_id, name, used !== null]),
    [[created._id, 'My deadlines', true]],
  )
  assert.doesNotMatch(JSON.stringify(items), /ics|digest/)
  const feeds = await sql<{ digest: string }>`select digest from calendar_feed`.execute(fixtures.db)
  assert.ok(!created.url.includes(feeds.rows[0]!.digest))
})

test('ends with its revocation, with the account and with a new password', async (t) => {
  const fixtures = await loadFixtures(t)
  const { vendor, territory, studio } = fixtures.a.people
  const [first, second] = [await create(vendor), await create(vendor)]
  await expectProblem(
    territory.call(contract.removeCalendar, { params: { id: first._id } }),
    404,
    'calendar.not-found',
  )
  await vendor.call(contract.removeCalendar, { params: { id: first._id } })
  const gone = await read(fixtures, codeOf(first))
  assert.equal(gone.statusCode, 404)
  const wrong = await read(fixtures, `${'x'.repeat(43)}.ics`)
  assert.deepEqual(
    { ...gone.json<object>(), requestId: '' },
    { ...wrong.json<object>(), requestId: '' },
  )
  assert.equal((await read(fixtures, codeOf(second))).statusCode, 200)
  const third = await create(studio)
  await studio.call(changeUser, {
    params: { id: studio._id },
    body: { password: 'Another-horse-battery-7', currentPassword: PASSWORD },
  })
  assert.equal((await read(fixtures, codeOf(third))).statusCode, 404)
  await sql`update person set disabled_at = now() where id = ${vendor._id}`.execute(fixtures.db)
  assert.equal((await read(fixtures, codeOf(second))).statusCode, 404)
})

test('shows nothing of a studio that the person left, or that allows only some networks', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  const { vendor, studio } = a.people
  await createRequestAt(a, 'in-progress')
  const code = codeOf(await create(vendor))
  assert.equal((await summaries(fixtures, code)).length, 1)
  const allow = (allowedNetworks: string[]) =>
    studio.call(changeStudio, {
      params: { id: a.studio._id },
      body: { settings: { allowedNetworks } },
    })
  await allow(['127.0.0.0/8'])
  assert.deepEqual(await summaries(fixtures, code), [])
  await allow([])
  assert.equal((await summaries(fixtures, code)).length, 1)
  await sql`delete from group_person where person_id = ${vendor._id}`.execute(db)
  await sql`delete from membership where person_id = ${vendor._id}`.execute(db)
  assert.deepEqual(await summaries(fixtures, code), [])
})

test('limits reads of a network and calendars of a person', async (t) => {
  const fixtures = await loadFixtures(t)
  const { vendor } = fixtures.a.people
  for (let count = 0; count < 20; count++) await create(vendor)
  await expectProblem(create(vendor), 409, 'calendar.too-many')
  const statuses = new Set<number>()
  for (let count = 0; count < 301; count++)
    statuses.add((await read(fixtures, 'y'.repeat(43))).statusCode)
  assert.deepEqual([...statuses], [404, 429])
})
