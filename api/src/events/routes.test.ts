import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeAsset } from '../assets/contract.ts'
import { startDownloads } from '../downloads/contract.ts'
import { changeTranslation } from '../translations/contract.ts'
import {
  changeWorkRequest,
  createWorkRequest,
  type NewWorkRequest,
} from '../workrequests/contract.ts'
import { uploadFile, newOrder } from '../../test/orders.ts'
import { readRequest, createRequestAt } from '../../test/work-requests.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser, type StudioFixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

const find = async (by: TestUser, type?: string) =>
  (await by.call(contract.listEvents, { query: { ...(type && { type }) } })).items
const waiting = (side: StudioFixtures, more: Partial<NewWorkRequest> = {}) =>
  side.people.territory.call(createWorkRequest, {
    body: newOrder(side, { status: 'submitted', ...more }),
  })

test('describes the request of a wam event with ids, project, URLs and audience', async (t) => {
  const { a } = await loadFixtures(t)
  const {
    _id: id,
    translation,
    graphicsTranslation,
  } = await waiting(a, { recipients: { Online: ['agency'], Dcp: [] } })
  await a.people.vendor.call(changeTranslation, {
    params: { id: translation._id },
    body: { translator: a.people.translator._id },
  })
  const [event] = await find(a.people.studio, 'wam')
  const { workRequest: request, ...content } = event!
  assert.deepEqual(content, {
    _id: event!._id,
    type: 'wam',
    from: {
      _id: a.people.territory._id,
      name: 'territory a',
      emailNormal: 'territory-a@example.com',
      $links: { self: `//reelay.test/api/users/${a.people.territory._id}` },
    },
    files: [],
    processed: false,
    pushed: false,
    digested: false,
    created: event!.created,
    details: { status: 'awaiting-materials', reason: '', cause: 'materials-open' },
    automatic: { cause: 'materials-open' },
    projects: [{ _id: a.project._id, name: 'Project a', slug: 'project-a' }],
    assets: [{ _id: a.asset._id, name: 'Trailer a' }],
    urls: {
      view: `http://app.test/workrequests/${id}`,
      manage: `http://app.test/workrequests/${id}/manage`,
      invite: `http://app.test/workrequests/${id}/invite/:code`,
      translate: `http://app.test/workrequests/${id}/translate`,
    },
    notify: { users: [a.people.territory._id], groups: [a.vendors._id] },
  })
  assert.deepEqual(
    [
      request!._id,
      request!.project,
      request!.asset,
      request!.from,
      request!.translation,
      request!.graphicsTranslation,
    ],
    [
      id,
      a.project._id,
      a.asset._id,
      a.people.territory._id,
      translation._id,
      graphicsTranslation._id,
    ],
  )
  assert.deepEqual(request!.recipients, [{ use: 'Online', recipients: ['agency'] }])
  assert.equal(request!.status, 'awaiting-materials')
  assert.deepEqual(
    await a.people.studio.call(contract.getEvent, { params: { id: event!._id } }),
    event,
  )
})

test('keeps the status at the time of the event', async (t) => {
  const { a } = await loadFixtures(t)
  await createRequestAt(a, 'complete')
  const statuses = (
    await a.people.studio.call(contract.listEvents, { query: { type: 'wsu,wip,wrv,wap,wco' } })
  ).items.map(({ type, workRequest }) => `${type} ${workRequest!.status}`)
  assert.deepEqual(statuses.toSorted(), [
    'wap approved',
    'wco complete',
    'wip in-progress',
    'wrv for-review',
    'wsu submitted',
  ])
})

test('notifies the owner of a downloaded file and the readers of reports', async (t) => {
  const { a } = await loadFixtures(t)
  const file = await uploadFile(a.people.vendor, a)
  await a.people.territory.call(startDownloads, { body: { files: [file._id] } })
  const [event] = await find(a.people.studio, 'fd')
  assert.deepEqual(
    [
      event!.files,
      event!.from._id,
      { ...event!.notify, users: event!.notify!.users.toSorted() },
      event!.workRequest,
    ],
    [
      [file._id],
      a.people.territory._id,
      {
        users: [a.people.vendor, a.people.studio].map(({ _id }) => _id).toSorted(),
        groups: [],
      },
      undefined,
    ],
  )
})

test('includes translators, vendors and people of the phase in the audience', async (t) => {
  const { a } = await loadFixtures(t)
  const phases = {
    WIP: { groups: [], users: [a.people.guest._id], terminal: false },
    FINAL: { groups: [], users: [], terminal: true },
  }
  const { _id: id, translation } = await waiting(a)
  await a.people.studio.call(changeAsset, {
    params: { id: a.asset._id },
    body: {
      workflow: {
        definition: { phases, requireGraphicsApproval: true, requireOfflineApproval: true },
      },
    },
  })
  await a.people.vendor.call(changeTranslation, {
    params: { id: translation._id },
    body: { translator: a.people.translator._id },
  })
  await a.people.studio.call(changeWorkRequest, {
    params: { id },
    body: { status: 'in-progress', reason: 'x' },
  })
  const [event] = await find(a.people.studio, 'wip')
  assert.deepEqual(
    event!.notify!.users.toSorted(),
    [
      a.people.territory._id,
      a.people.translator._id,
      a.people.guest._id,
      a.people.studio._id,
    ].toSorted(),
    'includes the studio, which has acted on the request',
  )
})

test('shows all events with report.read or event.write, else only own ones', async (t) => {
  const { a, b } = await loadFixtures(t)
  await waiting(a)
  await waiting(b)
  const file = await uploadFile(a.people.studio, a)
  await a.people.studio.call(startDownloads, { body: { files: [file._id] } })
  const types = async (by: TestUser) => (await find(by)).map(({ type }) => type).toSorted()
  for (const person of [a.people.studio, a.people.service])
    assert.deepEqual(await types(person), ['fd', 'fin', 'wam', 'wsu'])
  assert.deepEqual(await types(a.people.territory), ['fin', 'wam', 'wsu'])
  assert.deepEqual(await types(a.people.vendor), ['wam', 'wsu'])
  for (const role of ['translator', 'guest'] as const)
    assert.deepEqual(await a.people[role].call(contract.listEvents), { items: [], total: 0 })
})

test('hides an event when its subject is no longer visible', async (t) => {
  const { a, db } = await loadFixtures(t)
  const { _id: id } = await waiting(a)
  assert.equal((await find(a.people.vendor, 'wam')).length, 1)
  await sql`update work_request set submitted_at = null where id = ${id}`.execute(db)
  const [event] = await find(a.people.studio, 'wam')
  assert.deepEqual(await find(a.people.vendor), [])
  await expectProblem(
    a.people.vendor.call(contract.getEvent, { params: { id: event!._id } }),
    404,
    'event.not-found',
  )
})

test('reports events of others as unknown', async (t) => {
  const { a, b } = await loadFixtures(t)
  await waiting(b)
  const file = await uploadFile(a.people.studio, a)
  await a.people.studio.call(startDownloads, { body: { files: [file._id] } })
  const [[foreign], [unconcerning]] = [
    await find(b.people.studio, 'wam'),
    await find(a.people.studio, 'fd'),
  ]
  const get = (by: TestUser, id: string) => by.call(contract.getEvent, { params: { id } })
  await expectSameProblem(
    get(a.people.studio, foreign!._id),
    get(a.people.studio, 'f'.repeat(24)),
    404,
  )
  await expectSameProblem(
    get(a.people.territory, unconcerning!._id),
    get(a.people.territory, 'f'.repeat(24)),
    404,
  )
  const flag = (by: TestUser, _id: string) =>
    by.call(contract.flagEvent, { body: { _id, pushed: true } })
  await expectSameProblem(
    flag(a.people.service, foreign!._id),
    flag(a.people.service, 'f'.repeat(24)),
    404,
  )
})

test('changes only the three flags, with permission', async (t) => {
  const { a, b, admin } = await loadFixtures(t)
  await waiting(a)
  const [event] = (await find(a.people.service, 'wam')) as [contract.Event]
  const put = (by: TestUser, body: object, headers = {}) =>
    by.call(contract.flagEvent, { body: { _id: event._id, ...body }, headers })
  for (const role of ['studio', 'territory', 'vendor', 'translator', 'guest'] as const)
    await expectProblem(put(a.people[role], { pushed: true }), 403, 'permission.required')
  assert.deepEqual(await put(a.people.service, { pushed: true }), { ...event, pushed: true })
  const flagged = await put(admin, { digested: true, processed: true, pushed: false })
  assert.deepEqual([flagged.processed, flagged.pushed, flagged.digested], [true, false, true])
  assert.deepEqual(await put(a.people.service, event), event, 'an unchanged record is accepted')
  for (const claim of [
    { from: b.people.territory._id },
    { type: '__proto__' },
    { type: 'wco' },
    { notify: { users: [b.people.vendor._id], groups: [] } },
    { notify: { users: [], groups: [b.vendors._id] } },
    { files: ['f'.repeat(24)] },
    { created: 1 },
    { details: { status: 'complete' } },
    { assets: [] },
    { workRequest: 'f'.repeat(24) },
  ]) {
    await expectProblem(put(a.people.service, { pushed: true, ...claim }), 403, 'field.protected')
  }
  await expectProblem(put(a.people.service, { mailed: true }), 400, 'body.unknown-field')
  await expectProblem(put(a.people.service, { pushed: 'yes' }), 422, 'body.invalid')
  await expectProblem(
    put(a.people.service, { pushed: true }, { 'if-match': '"old"' }),
    412,
    'record.changed',
  )
  await expectProblem(
    a.people.service.call(contract.flagEvent, { body: { pushed: true } as never }),
    400,
    'id.required',
  )
  assert.deepEqual(
    await a.people.service.call(contract.getEvent, { params: { id: event._id } }),
    event,
  )
})

test('does not notify again after the processed flag is cleared', async (t) => {
  const { a, runJobs, db } = await loadFixtures(t)
  await waiting(a)
  await runJobs()
  const [event] = await find(a.people.service, 'wam')
  assert.equal(event!.processed, true)
  await a.people.service.call(contract.flagEvent, { body: { _id: event!._id, processed: false } })
  await sql`
    insert into job (kind, payload)
    values ('notify', ${JSON.stringify({ event: event!._id })})`.execute(db)
  await runJobs()
  assert.equal(
    (await sql`select from notification where event_id = ${event!._id}`.execute(db)).rows.length,
    1,
  )
})

test('filters events by type and time', async (t) => {
  const { a, db } = await loadFixtures(t)
  await waiting(a)
  assert.equal((await find(a.people.studio, 'wam,wsu')).length, 2)
  await expectProblem(find(a.people.studio, 'wam,nonsense'), 400, 'query.unknown-value')
  await sql`update event set created_at = '2020-01-01T00:00:00Z' where type = 'wsu'`.execute(db)
  const since = async (created: string) =>
    (await a.people.studio.call(contract.listEvents, { query: { created } })).items.map(
      ({ type }) => type,
    )
  assert.deepEqual([await since('-2020-01-01'), await since('2020-01-02-')], [['wsu'], ['wam']])
  await expectProblem(since('nonsense'), 400)
  await expectProblem(
    a.people.studio.call(contract.listEvents, { query: { order: 'x' } as never }),
    400,
    'query.unknown-field',
  )
})

test('redacts prices and addresses in events as in work requests', async (t) => {
  const { a } = await loadFixtures(t)
  const { _id: id } = await waiting(a, { shippingAddresses: ['Köln'] })
  const [forVendor] = await find(a.people.vendor, 'wam')
  assert.deepEqual(forVendor!.workRequest!.estimate, {
    base: '',
    applied: '',
    currency: '',
  })
  assert.deepEqual(
    forVendor!.workRequest!.$statuses,
    (await readRequest(a.people.vendor, id)).$statuses,
  )
})
