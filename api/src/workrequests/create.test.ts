import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listEvents } from '../events/contract.ts'
import { uploadFile, newOrder } from '../../test/orders.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import * as contract from './contract.ts'

const create = (by: TestUser, body: unknown) =>
  by.call(contract.createWorkRequest, { body: body as contract.NewWorkRequest })

test('creates an incomplete work request from an asset alone', async (t) => {
  const { a } = await loadFixtures(t)
  const { body: request, headers } = await a.people.territory.send(contract.createWorkRequest, {
    body: { asset: a.asset._id },
  })
  assert.deepEqual(
    [request.status, request.language, request.territory, request.due, request.deliveryDeadline],
    ['incomplete', '', 'DE', null, null],
    'defaults to the own territory',
  )
  assert.deepEqual(
    [request.dng, request.uses, request.dcp],
    [
      { dialogue: [], graphics: [], narration: [] },
      { items: [], details: {} },
      { items: [], details: [] },
    ],
  )
  assert.deepEqual(
    [request.from._id, request.project._id, request.asset._id, request.studio],
    [a.people.territory._id, a.project._id, a.asset._id, a.studio._id],
  )
  assert.deepEqual(
    [
      request.assetType,
      request.assetCategory,
      request.materials,
      request.files,
      request.offlines,
      request.rejections,
      request.tags,
    ],
    ['trailer.intl', 'av', [], [], [], [], []],
  )
  assert.deepEqual(
    request.history.map(({ status, user, reason }) => [status, user.name, reason]),
    [['incomplete', 'territory a', '']],
  )
  assert.deepEqual(
    [request.translation.status, request.graphicsTranslation.status],
    ['incomplete', 'incomplete'],
  )
  assert.notEqual(request.translation._id, request.graphicsTranslation._id)
  assert.equal(request.asset.transcription.graphics, request.graphicsTranslation._id)
  assert.equal(Object.keys(request.recipients).length, 13)
  assert.deepEqual(request.urls, {
    view: 'http://app.test/workrequests/:workRequest',
    manage: 'http://app.test/workrequests/:workRequest/manage',
    invite: 'http://app.test/workrequests/:workRequest/invite/:code',
    translate: 'http://app.test/workrequests/:workRequest/translate',
  })
  assert.deepEqual(request.$statuses, ['cancelled'])
  assert.equal(headers.get('location'), request.$links.self)
  assert.equal((await a.people.studio.call(listEvents)).total, 0, 'a draft emits no event')
})

test('returns the order as it was sent', async (t) => {
  const { a } = await loadFixtures(t)
  const audio = await uploadFile(a.people.studio, a, 'm-and-e.wav')
  const body = newOrder(a, {
    deliveryDeadline: { date: 1_900_000_000, tz: 'Asia/Kolkata' },
    dcp: { items: ['2D Flat'], details: ['x'] },
    recipients: { Online: [{ name: 'Agency', nested: { deep: [1] } }] },
    shippingAddresses: [{ city: 'Köln' }],
    aspectRatio: '16:9',
    audioFile: audio._id,
    auto: true,
    autosubs: true,
    dualLanguages: true,
    autoMode: true,
  })
  const request = await create(a.people.territory, body)
  for (const [name, sent] of Object.entries(body))
    if (name !== 'asset' && name !== 'recipients')
      assert.deepEqual((request as Record<string, unknown>)[name], sent, name)
  assert.deepEqual(
    [request.recipients.Online, request.recipients.Dcp],
    [[{ name: 'Agency', nested: { deep: [1] } }], []],
  )
  assert.deepEqual(
    await a.people.territory.call(contract.getWorkRequest, { params: { id: request._id } }),
    request,
  )
})

for (const status of ['submitted', 'awaiting-materials', 'awaiting_materials'] as const) {
  test(`submits a new work request with the status ${status}`, async (t) => {
    const { a } = await loadFixtures(t)
    const request = await create(a.people.territory, newOrder(a, { status, reason: 'urgent' }))
    assert.equal(request.status, 'awaiting-materials')
    assert.deepEqual(
      request.history.map((entry) => [entry.status, entry.reason]),
      [
        ['incomplete', ''],
        ['submitted', 'urgent'],
        ['awaiting-materials', ''],
      ],
    )
    assert.deepEqual(
      request.materials.map(({ name, complete }) => [name, complete]),
      [
        ['Graphics', false],
        ['Subtitled', false],
      ],
    )
    assert.deepEqual(
      (await a.people.studio.call(listEvents)).items.map(({ type }) => type).toSorted(),
      ['wam', 'wsu'],
    )
  })
}

test('creates one work request per idempotency key', async (t) => {
  const { a } = await loadFixtures(t)
  const make = (instructions: string) =>
    a.people.territory.call(contract.createWorkRequest, {
      body: { asset: a.asset._id, instructions },
      headers: { 'idempotency-key': 'order-1' },
    })
  const first = await make('x')
  assert.deepEqual(await make('x'), first)
  await expectProblem(make('y'), 422, 'idempotency.body-mismatch')
  assert.equal((await a.people.territory.call(contract.listWorkRequests)).total, 1)
})
