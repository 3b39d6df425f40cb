import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as assets from '../assets/contract.ts'
import { createWorkRequest } from '../workrequests/contract.ts'
import { createRequestAt, readRequest } from '../../test/work-requests.ts'
import { newOrder } from '../../test/orders.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser, type StudioFixtures } from '../../test/fixtures.ts'
import type { NewLine } from '../lines/contract.ts'
import * as contract from './contract.ts'

const ordered = async (side: StudioFixtures) =>
  readRequest(side.people.studio, await createRequestAt(side, 'awaiting-materials'))
const change = (by: TestUser, id: string, body: contract.TranslationChange) =>
  by.call(contract.changeTranslation, { params: { id }, body })
const LINES: NewLine[] = [
  { number: 1, text: 'Hallo', startTime: '00:00:01,000', stopTime: '00:00:02,000' },
]

test('creates two incomplete translations with a work request', async (t) => {
  const { a } = await loadFixtures(t)
  const request = await ordered(a)
  const { _id, created, ...rest } = await a.people.territory.call(contract.getTranslation, {
    params: { id: request.translation._id },
  })
  assert.ok(created > 0)
  assert.deepEqual(rest, {
    asset: a.asset._id,
    workRequest: request._id,
    language: 'deu',
    status: 'incomplete',
    reason: '',
    translator: null,
    approval: false,
    $links: {
      self: `//reelay.test/api/translations/${_id}`,
      asset: `//reelay.test/api/assets/${a.asset._id}`,
      workRequest: `//reelay.test/api/workrequests/${request._id}`,
    },
  })
  assert.equal(
    (await a.people.vendor.call(contract.listTranslations, { query: { workRequest: request._id } }))
      .total,
    2,
  )
})

test('adds and removes an additional translation', async (t) => {
  const { a } = await loadFixtures(t)
  const request = await ordered(a)
  const { vendor, studio, translator } = a.people
  const { body: added, headers } = await vendor.send(contract.createTranslation, {
    body: {
      asset: a.asset._id,
      workRequest: { _id: request._id },
      language: 'fra',
      translator: translator._id,
      status: 'incomplete',
    },
  })
  assert.deepEqual(
    [added.language, added.translator?._id, added.status],
    ['fra', translator._id, 'incomplete'],
  )
  assert.equal(headers.get('location'), added.$links.self)
  await expectProblem(
    vendor.call(contract.removeTranslation, { params: { id: added._id } }),
    403,
    'permission.required',
  )
  await expectProblem(
    studio.call(contract.removeTranslation, { params: { id: request.translation._id } }),
    409,
    'record.in-use',
  )
  await expectProblem(
    studio.call(contract.removeTranslation, {
      params: { id: added._id },
      headers: { 'if-match': '"old"' },
    }),
    412,
    'record.changed',
  )
  assert.deepEqual(await studio.call(contract.removeTranslation, { params: { id: added._id } }), {
    _id: added._id,
    removed: true,
  })
  await expectProblem(
    studio.call(contract.getTranslation, { params: { id: added._id } }),
    404,
    'translation.not-found',
  )
})

test('requires a visible work request, its asset and the status incomplete', async (t) => {
  const { a, b } = await loadFixtures(t)
  const [own, foreign] = [await ordered(a), await ordered(b)]
  const add = (body: object) =>
    a.people.vendor.call(contract.createTranslation, {
      body: { asset: a.asset._id, workRequest: own._id, language: 'fra', ...body },
    })
  await expectSameProblem(
    add({ workRequest: foreign._id, asset: b.asset._id }),
    add({ workRequest: 'f'.repeat(24), asset: b.asset._id }),
    404,
  )
  const other = await a.people.studio.call(assets.createAsset, {
    body: { name: 'Other', project: a.project._id, type: 'promo' },
  })
  await expectProblem(add({ asset: other._id }), 422, 'asset.mismatch')
  for (const status of ['submitted', 'approved', 'rejected'])
    await expectProblem(add({ status }), 403, 'field.protected')
  await expectProblem(add({ translator: b.people.translator._id }), 422, 'reference.not-found')
  await expectProblem(add({ language: 'fr' }), 422, 'body.invalid')
  await expectProblem(add({ colour: 'red' }), 400, 'body.unknown-field')
  await expectProblem(
    a.people.guest.call(contract.createTranslation, {
      body: { asset: a.asset._id, workRequest: own._id, language: 'fra' },
    }),
    403,
    'permission.required',
  )
  assert.equal((await a.people.studio.call(contract.listTranslations)).total, 2)
})

test('adds one translation per idempotency key', async (t) => {
  const { a } = await loadFixtures(t)
  const request = await ordered(a)
  const add = (language: string) =>
    a.people.vendor.call(contract.createTranslation, {
      body: { asset: a.asset._id, workRequest: request._id, language },
      headers: { 'idempotency-key': 'k' },
    })
  assert.equal((await add('fra'))._id, (await add('fra'))._id)
  await expectProblem(add('ita'), 422, 'idempotency.body-mismatch')
})

test('assigns and unassigns visible translators, with permission', async (t) => {
  const { a, b } = await loadFixtures(t)
  const {
    translation: { _id: id },
  } = await ordered(a)
  const { vendor, territory, translator, service } = a.people
  assert.equal(
    (await change(vendor, id, { translator: { _id: translator._id } })).translator?.name,
    'translator a',
  )
  await expectProblem(
    change(vendor, id, { translator: b.people.translator._id }),
    422,
    'reference.not-found',
  )
  await expectProblem(
    change(service, id, { translator: a.people.guest._id }),
    403,
    'field.protected',
  )
  await expectProblem(change(service, id, { translator: null }), 403, 'field.protected')
  await expectProblem(
    change(translator, id, { translator: a.people.guest._id }),
    403,
    'field.protected',
  )
  await expectProblem(change(translator, id, { translator: null }), 403, 'field.protected')
  assert.equal((await change(territory, id, { translator: null })).translator, null)
})

test('shows translators only their own translations', async (t) => {
  const { a } = await loadFixtures(t)
  const request = await ordered(a)
  const { vendor, translator } = a.people
  await expectProblem(
    translator.call(contract.getTranslation, { params: { id: request.translation._id } }),
    404,
    'translation.not-found',
  )
  await change(vendor, request.translation._id, { translator: translator._id })
  await vendor.call(contract.translationLines.put, {
    params: { id: request.graphicsTranslation._id },
    body: LINES,
  })
  assert.equal(
    (await translator.call(contract.getTranslation, { params: { id: request.translation._id } }))
      ._id,
    request.translation._id,
  )
  assert.deepEqual(
    (await translator.call(contract.listTranslations)).items.map(({ _id }) => _id),
    [request.translation._id],
  )
  await expectProblem(
    translator.call(contract.getTranslation, { params: { id: request.graphicsTranslation._id } }),
    404,
    'translation.not-found',
  )
  await expectProblem(
    translator.call(contract.translationLines.list, {
      params: { id: request.graphicsTranslation._id },
    }),
    404,
    'translation.not-found',
  )
  const embedded = await readRequest(translator, request._id)
  assert.deepEqual(
    [embedded.graphicsTranslation.lines, embedded.translation.lines],
    [[], []],
    'hides it in the work request too',
  )
  assert.equal((await readRequest(vendor, request._id)).graphicsTranslation.lines.length, 1)
  assert.equal(
    await translator
      .call(contract.createTranslation, {
        body: { asset: a.asset._id, workRequest: request._id, language: 'fra' },
      })
      .catch((error: { status: number }) => error.status),
    403,
  )
})

test('lists translations newest first and filters them', async (t) => {
  const { a, b } = await loadFixtures(t)
  const [first] = [await ordered(a), await ordered(a), await ordered(b)]
  await change(a.people.vendor, first.translation._id, { translator: a.people.translator._id })
  await a.people.vendor.call(contract.createTranslation, {
    body: { asset: a.asset._id, workRequest: first._id, language: 'fra' },
  })
  const count = async (by: TestUser, query: { [name: string]: string }) =>
    (await by.call(contract.listTranslations, { query })).total
  assert.deepEqual(
    await Promise.all(
      [
        { asset: 'trailer-a' },
        { asset: b.asset._id },
        { workRequest: first._id },
        { language: 'fra' },
        { status: 'approved' },
        { status: 'approved,incomplete' },
        { translator: a.people.translator._id },
      ].map((query) => count(a.people.studio, query as never)),
    ),
    [5, 0, 3, 1, 0, 5, 1],
  )
  assert.equal(await count(a.people.translator, { translator: 'me' }), 1)
  assert.equal((await a.people.studio.call(contract.listTranslations)).items[0]!.language, 'fra')
  await expectProblem(count(a.people.studio, { order: 'created' }), 400, 'query.unknown-field')
})

test('rejects changes to protected fields and accepts unchanged ones', async (t) => {
  const { a, b } = await loadFixtures(t)
  const {
    translation: { _id: id },
  } = await ordered(a)
  await change(a.people.vendor, id, { translator: a.people.translator._id })
  const { body: read, headers } = await a.people.translator.send(contract.getTranslation, {
    params: { id },
  })
  assert.deepEqual(await change(a.people.translator, id, read as never), read)
  for (const claim of [
    { asset: b.asset._id },
    { workRequest: 'f'.repeat(24) },
    { language: 'fra' },
    { approval: true },
    { created: 1 },
  ])
    await expectProblem(change(a.people.studio, id, claim as never), 403, 'field.protected')
  await expectProblem(
    change(a.people.studio, id, { _id: 'f'.repeat(24) } as never),
    422,
    'id.mismatch',
  )
  await expectProblem(change(a.people.studio, id, { status: 'done' as never }), 422, 'body.invalid')
  await expectProblem(
    change(a.people.studio, id, { lines: [] } as never),
    400,
    'body.unknown-field',
  )
  await expectProblem(
    a.people.translator.call(contract.getTranslation, {
      params: { id },
      headers: { 'if-none-match': headers.get('etag')! },
    }),
    304,
  )
  await expectProblem(
    a.people.studio.call(contract.changeTranslation, {
      params: { id },
      body: { translator: null },
      headers: { 'if-match': '"old"' },
    }),
    412,
    'record.changed',
  )
})

test('answers 404 for a translation of another studio', async (t) => {
  const { a, b } = await loadFixtures(t)
  const {
    translation: { _id: id },
  } = await ordered(b)
  const unknown = 'f'.repeat(24)
  for (const by of [a.people.studio, a.people.vendor, a.people.territory]) {
    await expectSameProblem(
      by.call(contract.getTranslation, { params: { id } }),
      by.call(contract.getTranslation, { params: { id: unknown } }),
      404,
    )
    await expectSameProblem(
      change(by, id, { translator: null }),
      change(by, unknown, { translator: null }),
      404,
    )
    await expectSameProblem(
      by.call(contract.translationLines.list, { params: { id } }),
      by.call(contract.translationLines.list, { params: { id: unknown } }),
      404,
    )
    await expectSameProblem(
      by.call(contract.translationLines.put, { params: { id }, body: [] }),
      by.call(contract.translationLines.put, { params: { id: unknown }, body: [] }),
      404,
    )
  }
  await expectSameProblem(
    a.people.studio.call(contract.removeTranslation, { params: { id } }),
    a.people.studio.call(contract.removeTranslation, { params: { id: unknown } }),
    404,
  )
})

test('hides translations of drafts from vendors', async (t) => {
  const { a } = await loadFixtures(t)
  const { translation } = await a.people.territory.call(createWorkRequest, { body: newOrder(a) })
  await expectProblem(
    a.people.vendor.call(contract.getTranslation, { params: { id: translation._id } }),
    404,
    'translation.not-found',
  )
})
