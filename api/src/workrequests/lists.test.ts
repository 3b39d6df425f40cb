import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAsset } from '../assets/contract.ts'
import { createProject } from '../projects/contract.ts'
import { createTerritory } from '../territories/contract.ts'
import { changeTranslation, translationLines } from '../translations/contract.ts'
import { newOrder } from '../../test/orders.ts'
import { orderWithoutMaterials, createRequestAt, readRequest } from '../../test/work-requests.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

const find = async (by: TestUser, query: Record<string, string> = {}) =>
  (await by.call(contract.listWorkRequests, { query })).items.map(
    ({ instructions }) => instructions,
  )

/** Three work requests of studio A, identified by their instructions, and one of B. */
async function shelf(t: Parameters<typeof loadFixtures>[0]) {
  const fixtures = await loadFixtures(t)
  const { a, b, admin } = fixtures
  await admin.call(createTerritory, {
    body: {
      name: 'France',
      code: 'FR',
      standard: 'PAL',
      countries: [],
      languages: [{ name: 'French', code: 'fra', dcpCode: 'FR' }],
      assignedLanguages: [],
    },
  })
  const second = await a.people.studio.call(createProject, {
    body: { name: 'Été', slug: 'ete', studio: a.studio._id },
  })
  const teaser = await a.people.studio.call(createAsset, {
    body: { name: 'Téaser_1', slug: 'teaser', project: second._id, type: 'promo' },
  })
  const create = (by: TestUser, body: contract.NewWorkRequest) =>
    by.call(contract.createWorkRequest, { body })
  await create(
    a.people.territory,
    newOrder(a, { instructions: 'one', due: { date: 2_000_000_000, tz: 'UTC' } }),
  )
  await create(
    a.people.territory,
    orderWithoutMaterials(a, {
      instructions: 'two',
      status: 'submitted',
      due: { date: 1_950_000_000, tz: 'UTC' },
    }),
  )
  await create(a.people.studio, {
    asset: teaser._id,
    instructions: 'three',
    territory: 'FR',
    language: 'fra',
  })
  await create(b.people.territory, newOrder(b, { instructions: 'theirs' }))
  return fixtures
}

test('lists visible work requests, newest first', async (t) => {
  const { a, b, admin } = await shelf(t)
  assert.deepEqual(await find(a.people.studio), ['three', 'two', 'one'])
  assert.deepEqual(await find(a.people.territory), ['two', 'one'], 'only its own territory')
  assert.deepEqual(await find(a.people.vendor), ['two'], 'from submitted on')
  assert.deepEqual(await find(b.people.studio), ['theirs'])
  assert.equal((await find(admin)).length, 4)
  for (const role of ['translator', 'guest'] as const)
    assert.deepEqual(await a.people[role].call(contract.listWorkRequests), { items: [], total: 0 })
})

test('filters by text, status, project, asset, territory, language and owner', async (t) => {
  const { a, b, admin } = await shelf(t)
  assert.deepEqual(await find(admin, { q: 'TEASER' }), ['three'], 'the asset’s name')
  assert.deepEqual(await find(admin, { q: 'ete' }), ['three'], 'the name of the project')
  assert.deepEqual(await find(admin, { q: 'Two' }), ['two'], 'the instructions')
  assert.deepEqual(await find(admin, { q: 'r_1' }), ['three'])
  assert.deepEqual(await find(admin, { q: '%' }), [])
  assert.deepEqual(await find(a.people.studio, { status: 'in_progress' }), ['two'])
  assert.deepEqual(await find(a.people.studio, { status: 'in-progress,incomplete' }), [
    'three',
    'two',
    'one',
  ])
  await expectProblem(find(a.people.studio, { status: 'nonsense' }), 400, 'query.unknown-value')
  assert.deepEqual(await find(admin, { project: 'ete' }), ['three'])
  assert.deepEqual(await find(admin, { project: b.project._id }), ['theirs'])
  assert.deepEqual(await find(admin, { asset: 'teaser' }), ['three'])
  assert.deepEqual(await find(admin, { asset: a.asset._id }), ['two', 'one'])
  assert.deepEqual(await find(a.people.studio, { territory: 'FR' }), ['three'])
  assert.deepEqual(await find(a.people.studio, { language: 'fra,deu' }), ['three', 'two', 'one'])
  assert.deepEqual(await find(a.people.studio, { from: 'me' }), ['three'])
  assert.deepEqual(await find(a.people.studio, { from: a.people.territory._id }), ['two', 'one'])
  assert.deepEqual(await find(a.people.studio, { from: 'Territory-A@Example.com' }), ['two', 'one'])
  assert.deepEqual(await find(a.people.studio, { project: b.project._id }), [])
  assert.deepEqual(await find(a.people.studio, { from: b.people.territory._id }), [])
})

test('filters by due date and creation date', async (t) => {
  const { a, db } = await shelf(t)
  const { studio } = a.people
  assert.deepEqual(await find(studio, { due: '1950000001-2000000000' }), ['one'])
  assert.deepEqual(await find(studio, { due: '-1999999999' }), ['two'])
  await sql`
    update work_request set created_at = '2020-02-29T23:59:59Z'
    where instructions = 'one'`.execute(db)
  assert.deepEqual(await find(studio, { created: '2020-02-29-2020-02-29' }), ['one'])
  assert.deepEqual(await find(studio, { created: '2020-03-01-' }), ['three', 'two'])
  for (const span of ['soon', '-', '1-2-3', '2020-13-01-']) {
    await expectProblem(find(studio, { due: span }), 400)
    await expectProblem(find(studio, { created: span }), 400)
  }
})

test('sorts by created, due, status, territory and asset only', async (t) => {
  const { a } = await shelf(t)
  const { studio } = a.people
  assert.deepEqual(await find(studio, { order: 'created' }), ['one', 'two', 'three'])
  assert.deepEqual(
    await find(studio, { order: 'due' }),
    ['two', 'one', 'three'],
    'requests without a due date come last',
  )
  assert.deepEqual((await find(studio, { order: '-status' })).length, 3)
  assert.deepEqual((await find(studio, { order: '-territory' }))[0], 'three')
  assert.notDeepEqual(
    await find(studio, { order: 'asset' }),
    await find(studio, { order: '-asset' }),
  )
  for (const order of ['estimate', 'from', 'constructor'])
    await expectProblem(find(studio, { order }), 400, 'order.unknown-field')
  await expectProblem(find(studio, { colour: 'red' }), 400, 'query.unknown-field')
})

test('omits translation lines in lists and includes them in a single record', async (t) => {
  const { a } = await loadFixtures(t)
  const id = await createRequestAt(a, 'awaiting-materials')
  const { translation } = await readRequest(a.people.vendor, id)
  await a.people.vendor.call(translationLines.put, {
    params: { id: translation._id },
    body: [{ number: 1, text: 'a', startTime: '00:00:01,000', stopTime: '00:00:02,000' }],
  })
  const [listed] = (await a.people.vendor.call(contract.listWorkRequests)).items
  const { body: single, headers } = await a.people.vendor.send(contract.getWorkRequest, {
    params: { id },
  })
  assert.deepEqual([listed!.translation.lines, single.translation.lines.length], [[], 1])
  assert.ok(headers.get('etag'))
})

test('lists the work requests of a translator’s assignments', async (t) => {
  const { a } = await shelf(t)
  const [two] = (await a.people.studio.call(contract.listWorkRequests, { query: { q: 'two' } }))
    .items
  await a.people.vendor.call(changeTranslation, {
    params: { id: two!.translation._id },
    body: { translator: a.people.translator._id },
  })
  assert.deepEqual(await find(a.people.translator), ['two'])
})

test('counts requests in groups, in the order of the sorted list', async (t) => {
  const { a } = await shelf(t)
  const { studio, territory, vendor } = a.people
  const groups = async (by: TestUser, query: { by: contract.RequestGrouping; status?: string }) =>
    (await by.call(contract.groupWorkRequests, { query })).map(({ value, count }) => [value, count])
  assert.deepEqual(await groups(studio, { by: 'status' }), [
    ['incomplete', 2],
    ['in-progress', 1],
  ])
  assert.deepEqual(await groups(studio, { by: 'territory' }), [
    ['DE', 2],
    ['FR', 1],
  ])
  assert.deepEqual(await groups(territory, { by: 'language' }), [['deu', 2]], 'only what they see')
  assert.deepEqual(await groups(vendor, { by: 'status' }), [['in-progress', 1]])
  assert.deepEqual(await groups(studio, { by: 'due' }), [
    ['2031-10-13', 1],
    ['2033-05-16', 1],
    [null, 1],
  ])
  assert.deepEqual(await groups(studio, { by: 'project', status: 'in-progress' }), [
    [a.project._id, 1],
  ])
  for (const by of contract.REQUEST_GROUPINGS) {
    const listed = (await studio.call(contract.listWorkRequests, { query: { order: `${by},due` } }))
      .items
    assert.equal(listed.length, 3, by)
  }
  await expectProblem(groups(studio, { by: 'colour' as 'status' }), 400)
  await expectProblem(
    find(studio, { order: 'status,status,due,asset' }),
    400,
    'order.unknown-field',
  )
})

test('filters and sorts by the translator', async (t) => {
  const { a } = await shelf(t)
  const { studio, vendor, translator } = a.people
  const [two] = (await vendor.call(contract.listWorkRequests)).items
  await vendor.call(changeTranslation, {
    params: { id: two!.translation._id },
    body: { translator: translator._id },
  })
  assert.deepEqual(await find(studio, { assignee: translator._id }), ['two'])
  assert.deepEqual(await find(studio, { assignee: 'none' }), ['three', 'one'])
  assert.deepEqual(await find(translator, { assignee: 'me' }), ['two'])
  assert.deepEqual(await find(studio, { assignee: 'me' }), [])
  assert.deepEqual((await find(studio, { order: 'assignee,due' }))[0], 'two')
})

test('has the image of the asset', async (t) => {
  const { a } = await loadFixtures(t)
  const id = await createRequestAt(a, 'awaiting-materials')
  const [listed] = (await a.people.vendor.call(contract.listWorkRequests)).items
  const single = await readRequest(a.people.vendor, id)
  assert.deepEqual([listed!.asset.$poster, single.asset.$poster], [null, null])
})

test('selects requests by id, and only those that the person can see', async (t) => {
  const { a, b } = await shelf(t)
  const listed = async (by: TestUser) =>
    (await by.call(contract.listWorkRequests)).items.map(({ _id }) => _id)
  const all = [...(await listed(a.people.studio)), ...(await listed(b.people.studio))]
  const ids = all.join(',')
  assert.deepEqual(await find(a.people.studio, { ids }), ['three', 'two', 'one'])
  assert.deepEqual(await find(a.people.territory, { ids }), ['two', 'one'])
  assert.deepEqual(await find(b.people.studio, { ids }), ['theirs'])
  assert.equal((await find(a.people.studio, { ids: all[0]! })).length, 1)
  for (const wrong of ['x', `${ids},`, Array(101).fill(all[0]).join(',')])
    await expectProblem(find(a.people.studio, { ids: wrong }), 422)
})
