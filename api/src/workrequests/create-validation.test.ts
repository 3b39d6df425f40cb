import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as assets from '../assets/contract.ts'
import { createGroup } from '../groups/contract.ts'
import { changeStudio } from '../studios/contract.ts'
import { createTerritory } from '../territories/contract.ts'
import { uploadFile, newOrder } from '../../test/orders.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser, type StudioFixtures } from '../../test/fixtures.ts'
import * as contract from './contract.ts'

const create = (by: TestUser, body: unknown) =>
  by.call(contract.createWorkRequest, { body: body as contract.NewWorkRequest })

test('lists everything that is missing for submission and creates nothing', async (t) => {
  const { a } = await loadFixtures(t)
  const missing = async (by: TestUser, body: object) =>
    (
      await expectProblem(
        create(by, { asset: a.asset._id, status: 'submitted', ...body }),
        422,
        'work-request.incomplete',
      )
    ).errors.map(({ pointer }) => pointer)
  const full = newOrder(a)
  assert.deepEqual(await missing(a.people.studio, {}), [
    '/territory',
    '/language',
    '/dng',
    '/uses',
    '/due',
  ])
  assert.deepEqual(await missing(a.people.territory, {}), ['/language', '/dng', '/uses', '/due'])
  assert.deepEqual(await missing(a.people.territory, { ...full, language: 'fra' }), ['/language'])
  assert.deepEqual(
    await missing(a.people.territory, { ...full, uses: { items: [], details: {} } }),
    ['/uses'],
  )
  assert.deepEqual(
    await missing(a.people.territory, {
      ...full,
      due: { date: Math.floor(Date.now() / 1000) + 3600, tz: 'Europe/Berlin' },
    }),
    ['/due'],
  )
  await a.people.studio.call(changeStudio, {
    params: { id: a.studio._id },
    body: { settings: { leadTimeHours: 24 * 30 } },
  })
  assert.deepEqual(
    await missing(a.people.territory, full),
    ['/due'],
    'the studio sets the lead time',
  )
  assert.equal((await a.people.studio.call(contract.listWorkRequests)).total, 0)
})

test('rejects another owner, another project and a later status', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { territory } = a.people
  await expectProblem(
    create(territory, newOrder(a, { from: a.people.studio._id })),
    403,
    'field.protected',
  )
  assert.equal(
    (
      await create(
        territory,
        newOrder(a, {
          from: { _id: territory._id } as never,
          project: { _id: a.project._id, name: 'x' } as never,
        }),
      )
    ).from._id,
    territory._id,
  )
  await expectProblem(
    create(territory, newOrder(a, { project: b.project._id })),
    422,
    'project.mismatch',
  )
  for (const status of [
    'in-progress',
    'in_progress',
    'for-review',
    'rejected',
    'approved',
    'complete',
    'cancelled',
  ] as const)
    await expectProblem(create(territory, newOrder(a, { status })), 403, 'field.protected')
  await expectProblem(
    create(territory, newOrder(a, { status: 'done' as never })),
    422,
    'body.invalid',
  )
})

test('ignores computed fields in the body', async (t) => {
  const { a } = await loadFixtures(t)
  const forged = {
    history: [{ date: 1, status: 'approved' }],
    estimate: { base: '0.00', applied: '0.00', currency: 'USD' },
    created: 0,
    urls: { view: 'https://evil.example' },
    rejections: [],
    $statuses: ['complete'],
    _id: 'f'.repeat(24),
    studio: 'x',
  }
  const request = await create(a.people.territory, {
    ...newOrder(a),
    ...forged,
    asset: { _id: a.asset._id, name: 'Renamed' },
  })
  assert.deepEqual(
    [request.history.length, request.asset.name, request.studio],
    [1, 'Trailer a', a.studio._id],
  )
  assert.notEqual(request._id, forged._id)
  assert.ok(
    request.created > 1e9 &&
      request.urls.view.startsWith('http://app.test/') &&
      request.estimate.base !== '0.00',
  )
})

test('reports an asset of another studio as unknown', async (t) => {
  const { a, b } = await loadFixtures(t)
  await expectSameProblem(
    create(a.people.territory, newOrder(a, { asset: b.asset._id })),
    create(a.people.territory, newOrder(a, { asset: 'f'.repeat(24) })),
    404,
  )
  const foreignFile = await uploadFile(b.people.studio, b)
  await expectProblem(
    create(a.people.territory, newOrder(a, { audioFile: foreignFile._id })),
    422,
    'reference.not-found',
  )
})

test('lets a territory order for itself and the studio for every existing territory', async (t) => {
  const { a, admin } = await loadFixtures(t)
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
  await expectProblem(
    create(a.people.territory, newOrder(a, { territory: 'FR' })),
    403,
    'territory.forbidden',
  )
  assert.equal(
    (
      await create(
        a.people.studio,
        newOrder(a, { territory: 'FR', language: 'fra', status: 'submitted' }),
      )
    ).territory,
    'FR',
  )
  await expectProblem(
    create(a.people.studio, newOrder(a, { territory: 'XX' })),
    422,
    'territory.not-found',
  )
})

test('rejects callers without the right to order before any lookup', async (t) => {
  const { a } = await loadFixtures(t)
  for (const role of ['vendor', 'translator', 'guest', 'service'] as const)
    await expectProblem(create(a.people[role], newOrder(a)), 403, 'permission.required')
})

test('reports all invalid values at once', async (t) => {
  const { a } = await loadFixtures(t)
  const bad = await expectProblem(
    create(
      a.people.territory,
      newOrder(a, {
        language: 'de',
        due: { date: 1.5, tz: '' },
        uses: { items: ['Betamax'] as never, details: {} },
        tags: 'x' as never,
        auto: 1 as never,
      }),
    ),
    422,
    'body.invalid',
  )
  for (const pointer of ['/language', '/tags', '/auto', '/uses/items/0'])
    assert.ok(
      bad.errors.some((error) => error.pointer === pointer),
      pointer,
    )
  for (const due of [
    { date: -1, tz: 'UTC' },
    { date: 1e12, tz: 'UTC' },
    { date: 8.64e15 + 1, tz: 'UTC' },
    { date: 1, tz: 'x'.repeat(65) },
  ])
    await expectProblem(create(a.people.territory, newOrder(a, { due })), 422)
  for (const tz of ['Mars/X', '../../etc/localtime', '+01:00', 'europe berlin']) {
    const zone = await expectProblem(
      create(
        a.people.territory,
        newOrder(a, { due: { date: 1, tz }, deliveryDeadline: { date: 1, tz } }),
      ),
      422,
      'time-zone.invalid',
    )
    assert.deepEqual(
      zone.errors.map(({ pointer }) => pointer),
      ['/due/tz', '/deliveryDeadline/tz'],
    )
  }
  const unknown = await expectProblem(
    create(a.people.territory, { ...newOrder(a), uses: { items: [], details: { Vhs: [] } } }),
    400,
    'body.unknown-field',
  )
  assert.deepEqual(
    unknown.errors.map(({ pointer }) => pointer),
    ['/uses/details/Vhs'],
  )
})

const phaseOf = (side: StudioFixtures, more: object) =>
  side.people.studio.call(assets.changeAsset, {
    params: { id: side.asset._id },
    body: {
      workflow: {
        definition: {
          phases: {
            WIP: { groups: [], users: [], terminal: false, ...more },
            FINAL: { groups: [], users: [], terminal: true },
          },
          requireGraphicsApproval: true,
          requireOfflineApproval: true,
        },
      },
    },
  })

test('rejects an order in a phase for other people and names the closed choices', async (t) => {
  const { a } = await loadFixtures(t)
  await phaseOf(a, { users: [a.people.studio._id] })
  const rejection = await expectProblem(
    create(a.people.territory, newOrder(a)),
    403,
    'phase.order-forbidden',
  )
  assert.deepEqual(
    rejection.errors.map(({ pointer }) => pointer),
    ['/dng/dialogue', '/dng/graphics', '/dng/narration', '/uses/items'],
  )
  assert.equal((await create(a.people.studio, newOrder(a))).status, 'incomplete')
  assert.equal(
    (await a.people.territory.call(contract.listWorkRequests)).total,
    1,
    'the rejected request was not created',
  )
})

test('allows what the list of a group names', async (t) => {
  const { a, admin } = await loadFixtures(t)
  const group = await admin.call(createGroup, {
    body: {
      name: 'Regional',
      type: 'rc',
      studios: [a.studio._id],
      users: [a.people.territory._id],
    },
  })
  await phaseOf(a, {
    groups: [{ id: group._id, dng: ['Subtitled', 'graphics_OV'], usages: ['online'] }],
  })
  const orderOf = (dialogue: string, use: 'Online' | 'Broadcast' | 'Streamingfile' | 'Print') =>
    create(
      a.people.territory,
      newOrder(a, {
        dng: { dialogue: [dialogue], graphics: ['OV'], narration: [] },
        uses: { items: [use], details: {} },
      }),
    )
  assert.equal((await orderOf('Subtitled', 'Online')).status, 'incomplete')
  assert.equal((await orderOf('Subtitled', 'Streamingfile')).status, 'incomplete')
  assert.deepEqual(
    (await expectProblem(orderOf('Dubbed', 'Broadcast'), 403, 'phase.order-forbidden')).errors.map(
      ({ pointer }) => pointer,
    ),
    ['/dng/dialogue', '/uses/items'],
  )
})
