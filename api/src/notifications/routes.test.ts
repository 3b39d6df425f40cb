import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeAsset } from '../assets/contract.ts'
import { createGroup } from '../groups/contract.ts'
import { changeTranslation } from '../translations/contract.ts'
import { createTerritory } from '../territories/contract.ts'
import { changeUser } from '../users/contract.ts'
import { createWorkRequest } from '../workrequests/contract.ts'
import { newOrder } from '../../test/orders.ts'
import { changeRequest, orderWithoutMaterials, createRequestAt } from '../../test/work-requests.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser, type StudioFixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

const list = async (by: TestUser, type?: string) =>
  (
    await by.call(contract.listNotifications, {
      query: { ...(type && { type }) },
      range: { first: 0, last: 99 },
    })
  ).items
const submit = ({ people, ...side }: StudioFixtures) =>
  people.territory.call(createWorkRequest, {
    body: newOrder({ people, ...side }, { status: 'submitted' }),
  })

test('notifies each person once and never the originator', async (t) => {
  const { a, admin, runJobs } = await loadFixtures(t)
  await admin.call(createGroup, {
    body: {
      name: 'Also vendors',
      type: 'v',
      studios: [a.studio._id],
      users: [a.people.vendor._id, a.people.territory._id],
    },
  })
  await submit(a)
  await runJobs()
  assert.deepEqual(
    (await list(a.people.vendor)).map(({ title }) => title).toSorted(),
    [
      'A work request is awaiting materials (automatic, because materials are missing)',
      'territory a submitted a work request',
    ],
    'although two groups contain them',
  )
  assert.deepEqual(await list(a.people.territory), [])
  for (const role of ['translator', 'guest', 'studio', 'service'] as const)
    assert.deepEqual(await list(a.people[role]), [])
})

test('includes the full event', async (t) => {
  const { a, runJobs } = await loadFixtures(t)
  const { _id: request } = await submit(a)
  await runJobs()
  const [notification] = await list(a.people.vendor, 'wam')
  const { event, ...rest } = notification!
  assert.deepEqual(rest, {
    _id: notification!._id,
    from: a.people.territory._id,
    to: a.people.vendor._id,
    type: 'wam',
    title: 'A work request is awaiting materials (automatic, because materials are missing)',
    emailSubject:
      'Project a · Trailer a · German · DE: A work request is awaiting materials (automatic, because materials are missing)',
    read: false,
    viewed: false,
    sent: true,
    added: notification!.added,
    created: notification!.created,
    $links: { self: `//reelay.test/api/notifications/${notification!._id}` },
  })
  assert.deepEqual(
    [event.type, event.processed, event.workRequest!._id, event.from.username, event.from.invite],
    ['wam', true, request, 'territory-a@example.com', 'http://app.test/register/:code'],
  )
  assert.deepEqual(event.from.status, {
    invited: true,
    approved: true,
    registered: true,
    confirmed: true,
  })
  assert.deepEqual(
    await a.people.vendor.call(contract.getNotification, { params: { id: notification!._id } }),
    notification,
  )
})

test('has a title for every move', async (t) => {
  const { a, runJobs } = await loadFixtures(t)
  await createRequestAt(a, 'complete')
  await changeRequest(a.people.studio, await createRequestAt(a, 'in-progress'), {
    status: 'cancelled',
    reason: 'x',
  })
  await createRequestAt(a, 'rejected')
  await runJobs()
  const titles = [
    ...new Set(
      [...(await list(a.people.vendor)), ...(await list(a.people.territory))].map(
        ({ title }) => title,
      ),
    ),
  ].toSorted()
  assert.deepEqual(titles, [
    'A work request is in progress (automatic, because it needs no materials)',
    'studio a cancelled a work request',
    'studio a completed a work request',
    'territory a approved a work request',
    'territory a approved an offline',
    'territory a rejected a work request',
    'territory a submitted a work request',
    'vendor a added a file',
    'vendor a submitted a work request for review',
    'vendor a uploaded an offline',
  ])
})

test('turns a name with line breaks and markup into one plain line', async (t) => {
  const { a, db, runJobs } = await loadFixtures(t)
  await sql`
    update person set name = ${'Eve\r\nBcc: all@example.com\t<b>{{7*7}}</b>'}
    where id = ${a.people.territory._id}`.execute(db)
  await submit(a)
  await runJobs()
  const [notification] = await list(a.people.vendor, 'wsu')
  assert.equal(
    notification!.title,
    'Eve Bcc: all@example.com <b>{{7*7}}</b> submitted a work request',
  )
  assert.ok(!/[\r\n\t]/.test(notification!.title + notification!.emailSubject))
})

test('notifies only people who can see the event', async (t) => {
  const { a, b, admin, runJobs } = await loadFixtures(t)
  const france = await admin.call(createTerritory, {
    body: {
      name: 'France',
      code: 'FR',
      standard: 'PAL',
      countries: [],
      languages: [{ name: 'French', code: 'fra', dcpCode: 'FR' }],
      assignedLanguages: [],
    },
  })
  await admin.call(changeUser, {
    params: { id: a.people.guest._id },
    body: { roles: ['territory'], territory: france._id },
  })
  const strangers = await admin.call(createGroup, {
    body: {
      name: 'Strangers',
      type: 'rc',
      studios: [b.studio._id],
      users: [b.people.vendor._id, b.people.studio._id],
    },
  })
  const phases = {
    WIP: {
      groups: [{ id: strangers._id, dng: [], usages: [] }],
      users: [
        a.people.guest._id,
        a.people.territory._id,
        a.people.translator._id,
        b.people.territory._id,
      ],
      terminal: false,
    },
    FINAL: { groups: [], users: [], terminal: true },
  }
  await a.people.studio.call(changeAsset, {
    params: { id: a.asset._id },
    body: {
      workflow: {
        definition: { phases, requireGraphicsApproval: true, requireOfflineApproval: true },
      },
    },
  })
  await submit(a)
  await runJobs()
  for (const person of [a.people.guest, a.people.translator, ...Object.values(b.people)])
    assert.deepEqual(await list(person), [])
  assert.equal((await list(a.people.vendor)).length, 2)
})

test('does not notify suspended or disabled people', async (t) => {
  const { a, db, runJobs } = await loadFixtures(t)
  await sql`update person set approved = false where id = ${a.people.vendor._id}`.execute(db)
  await submit(a)
  await runJobs()
  assert.equal((await sql`select from notification`.execute(db)).rows.length, 0)
})

test('does not notify about muted projects', async (t) => {
  const { a, b, admin, runJobs } = await loadFixtures(t)
  await admin.call(changeUser, {
    params: { id: a.people.vendor._id },
    body: { studios: [a.studio._id, b.studio._id] },
  })
  await a.people.vendor.call(changeUser, {
    params: { id: a.people.vendor._id },
    body: { preferences: { blacklist: { projects: [b.project._id] } } },
  })
  await admin.call(createGroup, {
    body: { name: 'Both', type: 'v', studios: [b.studio._id], users: [a.people.vendor._id] },
  })
  await submit(a)
  await submit(b)
  await runJobs()
  assert.deepEqual(
    new Set((await list(a.people.vendor)).map(({ event }) => event.projects![0]!._id)),
    new Set([a.project._id]),
  )
})

test('shows a notification only to its recipient', async (t) => {
  const { a, b, admin, runJobs } = await loadFixtures(t)
  await submit(a)
  await runJobs()
  const [{ _id: id }] = (await list(a.people.vendor, 'wam')) as [contract.Notification]
  for (const by of [a.people.territory, a.people.studio, b.people.vendor, admin]) {
    const get = (which: string) => by.call(contract.getNotification, { params: { id: which } })
    const mark = (which: string) =>
      by.call(contract.markNotification, { params: { id: which }, body: { read: true } })
    await expectSameProblem(get(id), get('f'.repeat(24)), 404)
    await expectSameProblem(mark(id), mark('f'.repeat(24)), 404)
  }
})

test('hides a notification while its subject is invisible', async (t) => {
  const { a, runJobs } = await loadFixtures(t)
  const { _id: request } = await submit(a)
  await runJobs()
  const [{ _id: id }] = (await list(a.people.vendor, 'wam')) as [contract.Notification]
  await changeRequest(a.people.territory, request, { status: 'incomplete' })
  assert.deepEqual(await a.people.vendor.call(contract.listNotifications), { items: [], total: 0 })
  await expectProblem(
    a.people.vendor.call(contract.getNotification, { params: { id } }),
    404,
    'notification.not-found',
  )
  await changeRequest(a.people.territory, request, { status: 'submitted' })
  assert.equal((await a.people.vendor.call(contract.getNotification, { params: { id } }))._id, id)
})

test('hides notifications of an unassigned translator', async (t) => {
  const { a, runJobs } = await loadFixtures(t)
  const { _id: request, translation } = await submit(a)
  const give = (translator: string | null) =>
    a.people.vendor.call(changeTranslation, {
      params: { id: translation._id },
      body: { translator },
    })
  await give(a.people.translator._id)
  await changeRequest(a.people.vendor, request, { status: 'in-progress', reason: 'x' })
  await runJobs()
  assert.deepEqual(
    (await list(a.people.translator)).map(({ type }) => type),
    ['wip', 'tas'],
  )
  await give(null)
  assert.deepEqual(await list(a.people.translator), [])
})

test('changes only the read and viewed flags', async (t) => {
  const { a, runJobs } = await loadFixtures(t)
  await submit(a)
  await runJobs()
  const [notification] = (await list(a.people.vendor, 'wam')) as [contract.Notification]
  const mark = (body: object, headers = {}) =>
    a.people.vendor.call(contract.markNotification, {
      params: { id: notification._id },
      body: body,
      headers,
    })
  assert.deepEqual(await mark({ viewed: true }), { ...notification, viewed: true })
  assert.deepEqual(await mark({ read: true }), { ...notification, viewed: true, read: true })
  assert.deepEqual(await mark({ read: false, viewed: false }), notification)
  assert.deepEqual(await mark(notification), notification, 'an unchanged record is accepted')
  for (const claim of [
    { to: a.people.territory._id },
    { from: a.people.vendor._id },
    { title: 'x' },
    { sent: false },
    { type: 'wco' },
    { created: 1 },
  ])
    await expectProblem(mark({ read: true, ...claim }), 403, 'field.protected')
  await expectProblem(mark({ read: 'yes' }), 422, 'body.invalid')
  await expectProblem(mark({ colour: 'red' }), 400, 'body.unknown-field')
  await expectProblem(mark({ read: true }, { 'if-match': '"old"' }), 412, 'record.changed')
  const { headers } = await a.people.vendor.send(contract.getNotification, {
    params: { id: notification._id },
  })
  await expectProblem(
    a.people.vendor.call(contract.getNotification, {
      params: { id: notification._id },
      headers: { 'if-none-match': headers.get('etag')! },
    }),
    304,
  )
})

test('marks all own notifications as read and filters by type and read', async (t) => {
  const { a, b, runJobs } = await loadFixtures(t)
  for (const side of [a, b]) await submit(side)
  await a.people.territory.call(createWorkRequest, {
    body: orderWithoutMaterials(a, { status: 'submitted' }),
  })
  await runJobs()
  const count = async (by: TestUser, query: { read?: 'true' | 'false'; type?: string }) =>
    (await by.call(contract.listNotifications, { query })).total
  assert.deepEqual(
    [
      await count(a.people.vendor, {}),
      await count(a.people.vendor, { type: 'wsu' }),
      await count(a.people.vendor, { type: 'wam,wip' }),
      await count(a.people.vendor, { read: 'true' }),
    ],
    [4, 2, 2, 0],
  )
  assert.deepEqual(
    await a.people.vendor.call(contract.markAllNotifications, { body: { read: true } }),
    { read: 4 },
  )
  assert.deepEqual(
    await a.people.vendor.call(contract.markAllNotifications, { body: { read: true } }),
    { read: 0 },
  )
  assert.deepEqual(
    [
      await count(a.people.vendor, { read: 'false' }),
      await count(b.people.vendor, { read: 'false' }),
    ],
    [0, 2],
  )
  await expectProblem(
    a.people.vendor.call(contract.markAllNotifications, { body: { read: false } as never }),
    422,
    'body.invalid',
  )
  await expectProblem(count(a.people.vendor, { read: 'maybe' as never }), 400)
})
