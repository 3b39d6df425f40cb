import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAsset } from '../assets/contract.ts'
import { listEvents } from '../events/contract.ts'
import { registerFile } from '../files/contract.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { uploadFile } from '../../test/orders.ts'
import {
  uploadOffline,
  changeRequest,
  readRequest,
  createRequestAt,
} from '../../test/work-requests.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import * as contract from './contract.ts'

const decide = (by: TestUser, id: string, body: contract.OfflineDecision) =>
  by.call(contract.decideOffline, { params: { id }, body })

test('lets a vendor upload an offline that readers of the request can watch', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const workRequest = await createRequestAt(a, 'in-progress')
  const file = await uploadFile(a.people.vendor, a, 'offline.mp4', 'moving pictures')
  const { body: offline, headers } = await a.people.vendor.send(contract.createOffline, {
    body: { workRequest: { _id: workRequest }, file: file._id },
  })
  const { _id, created, path, ...rest } = offline
  assert.deepEqual(rest, {
    workRequest,
    from: a.people.vendor._id,
    project: a.project._id,
    asset: a.asset._id,
    file: file._id,
    version: 1,
    status: 'none',
    progress: 0,
    duration: null,
    film: null,
    poster: null,
    storyboard: null,
    peaks: null,
    decision: null,
    reason: '',
    code: null,
    decided: null,
    $links: { self: `//reelay.test/api/offlines/${_id}` },
  })
  assert.ok(created > 0 && path.startsWith(`http://reelay.test/api/offlines/${_id}/content?`))
  assert.equal(headers.get('location'), offline.$links.self)
  const read = await a.people.territory.call(contract.getOffline, { params: { id: _id } })
  assert.equal(
    (await rawRequest(fixtures, read.path)).json<{ code: string }>().code,
    'preview.unavailable',
    'text cannot be watched',
  )
  assert.deepEqual(
    (await a.people.studio.call(listEvents, { query: { type: 'ofl' } })).items.map(
      ({ from, workRequest: request }) => [from._id, request!._id],
    ),
    [[a.people.vendor._id, workRequest]],
  )
  assert.deepEqual(
    (await readRequest(a.people.territory, workRequest)).offlines.map(({ _id }) => _id),
    [_id],
  )
})

test('accepts offlines from awaiting materials until approval', async (t) => {
  const { a } = await loadFixtures(t)
  for (const status of ['awaiting-materials', 'in-progress', 'for-review', 'rejected'] as const)
    assert.ok((await uploadOffline(a, await createRequestAt(a, status)))._id)
  for (const status of ['approved', 'complete'] as const)
    await expectProblem(
      uploadOffline(a, await createRequestAt(a, status)),
      409,
      'offline.not-allowed',
    )
  const [draft, cancelled] = [
    await createRequestAt(a, 'incomplete'),
    await createRequestAt(a, 'cancelled'),
  ]
  const file = await uploadFile(a.people.studio, a)
  for (const workRequest of [draft, cancelled]) {
    await expectProblem(
      a.people.studio.call(contract.createOffline, { body: { workRequest, file: file._id } }),
      409,
      'offline.not-allowed',
    )
    await expectProblem(uploadOffline(a, workRequest), 404, 'work-request.not-found')
  }
})

test('requires a visible verified file of the same asset', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { vendor, studio } = a.people
  const workRequest = await createRequestAt(a, 'in-progress')
  const put = (body: object) =>
    vendor.call(contract.createOffline, { body: { workRequest, ...body } as never })
  const empty = await vendor.call(registerFile, { body: { name: 'x', asset: a.asset._id } })
  await expectProblem(put({ file: empty._id }), 422, 'file.unverified')
  const other = await studio.call(createAsset, {
    body: { name: 'Other', project: a.project._id, type: 'promo' },
  })
  await expectProblem(
    put({ file: (await uploadFile(vendor, { ...a, asset: other }))._id }),
    422,
    'file.asset-mismatch',
  )
  const theirs = await uploadFile(b.people.vendor, b)
  await expectSameProblem(put({ file: theirs._id }), put({ file: 'f'.repeat(24) }), 422)
  await expectSameProblem(
    put({ workRequest: await createRequestAt(b, 'in-progress'), file: theirs._id }),
    put({ workRequest: 'f'.repeat(24), file: theirs._id }),
    404,
  )
  await expectProblem(put({}), 422, 'body.invalid')
  await expectProblem(put({ file: theirs._id, colour: 'red' }), 400, 'body.unknown-field')
  assert.equal((await vendor.call(contract.listOfflines)).total, 0)
})

test('rejects offlines by others and creates one per idempotency key', async (t) => {
  const { a } = await loadFixtures(t)
  const workRequest = await createRequestAt(a, 'in-progress')
  const file = await uploadFile(a.people.vendor, a)
  const put = (by: TestUser, headers = {}) =>
    by.call(contract.createOffline, { body: { workRequest, file: file._id }, headers })
  for (const role of ['territory', 'translator', 'guest', 'service'] as const)
    await expectProblem(put(a.people[role]), 403, 'permission.required')
  const key = { 'idempotency-key': 'k' }
  assert.equal((await put(a.people.vendor, key))._id, (await put(a.people.vendor, key))._id)
  assert.equal((await a.people.vendor.call(contract.listOfflines)).total, 1)
})

test('lets approvers decide once about the newest offline', async (t) => {
  const { a } = await loadFixtures(t)
  const { vendor, territory, studio, service } = a.people
  const workRequest = await createRequestAt(a, 'in-progress')
  const [old, newest] = [await uploadOffline(a, workRequest), await uploadOffline(a, workRequest)]
  assert.deepEqual(
    [
      old.version,
      newest.version,
      (await uploadOffline(a, await createRequestAt(a, 'in-progress'))).version,
    ],
    [1, 2, 1],
  )
  const approval = { decision: 'approved' } as const
  for (const person of [vendor, service])
    await expectProblem(decide(person, newest._id, approval), 403, 'offline.forbidden')
  await expectProblem(decide(territory, old._id, approval), 409, 'offline.outdated')
  const approved = await decide(territory, newest._id, approval)
  assert.deepEqual([approved.decision, approved.reason, approved.code], ['approved', '', null])
  const rejection = { decision: 'rejected', reason: 'x', code: 'sound' } as const
  for (const again of [rejection, { decision: null }])
    await expectProblem(decide(studio, newest._id, again), 409, 'offline.already-decided')
  assert.equal(
    (await readRequest(studio, workRequest)).status,
    'in-progress',
    'approving an offline does not approve the request',
  )
})

test('rejects the request in review together with its offline', async (t) => {
  const { a } = await loadFixtures(t)
  const { territory, studio } = a.people
  const workRequest = await createRequestAt(a, 'for-review')
  const [{ _id: id }] = (await territory.call(contract.listOfflines, { query: { workRequest } }))
    .items as [contract.Offline]
  for (const body of [
    { decision: 'rejected' as const },
    { decision: 'rejected' as const, reason: 'x' },
    { decision: 'rejected' as const, reason: ' ', code: 'sound' as const },
  ])
    await expectProblem(decide(territory, id, body), 409, 'offline.reason-required')
  const rejected = await decide(territory, id, {
    decision: 'rejected',
    reason: 'The sound drifts',
    code: 'sound',
  })
  assert.deepEqual(
    [rejected.decision, rejected.reason, rejected.code],
    ['rejected', 'The sound drifts', 'sound'],
  )
  const request = await readRequest(studio, workRequest)
  assert.deepEqual(
    [request.status, request.reason, request.rejections.map(({ code }) => code)],
    ['rejected', 'The sound drifts', ['sound']],
  )
  assert.deepEqual(
    request.offlines.map(({ decision, code }) => [decision, code]),
    [['rejected', 'sound']],
  )
})

test('leaves the status alone when an offline is rejected outside a review', async (t) => {
  const { a } = await loadFixtures(t)
  const workRequest = await createRequestAt(a, 'in-progress')
  const { _id: id } = await uploadOffline(a, workRequest)
  await decide(a.people.territory, id, { decision: 'rejected', reason: 'x', code: 'other' })
  assert.equal((await readRequest(a.people.studio, workRequest)).status, 'in-progress')
})

test('rejects decisions on a final request', async (t) => {
  const { a } = await loadFixtures(t)
  const workRequest = await createRequestAt(a, 'in-progress')
  const { _id: id } = await uploadOffline(a, workRequest)
  await changeRequest(a.people.studio, workRequest, { status: 'cancelled', reason: 'x' })
  await expectProblem(
    decide(a.people.territory, id, { decision: 'approved' }),
    409,
    'offline.review-closed',
  )
})

test('accepts an unchanged offline and rejects a change of its references', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { _id: id } = await uploadOffline(a, await createRequestAt(a, 'in-progress'))
  const other = await uploadOffline(a, await createRequestAt(a, 'in-progress'))
  const read = await a.people.territory.call(contract.getOffline, { params: { id } })
  const { path: _path, ...same } = await decide(a.people.territory, id, read as never)
  assert.deepEqual({ ...same, path: read.path }, read)
  for (const claim of [
    { workRequest: other.workRequest },
    { from: a.people.territory._id },
    { file: other.file },
    { asset: b.asset._id },
    { project: b.project._id },
    { created: 1 },
    { path: 'http://evil.example/' },
    { path: other.path },
  ]) {
    await expectProblem(
      decide(a.people.territory, id, { decision: 'approved', ...claim } as never),
      403,
      'field.protected',
    )
  }
  await expectProblem(
    decide(a.people.territory, id, { _id: other._id } as never),
    422,
    'id.mismatch',
  )
  await expectProblem(
    decide(a.people.territory, id, { decision: 'maybe' as never }),
    422,
    'body.invalid',
  )
  assert.match(
    (
      await expectProblem(
        decide(a.people.territory, id, {
          decision: 'rejected',
          reason: 'x',
          code: 'ugly' as never,
        }),
        422,
        'body.invalid',
      )
    ).message,
    /code must be one of picture, sound, .*other/,
  )
  await expectProblem(
    decide(a.people.territory, id, { comment: 'x' } as never),
    400,
    'body.unknown-field',
  )
  assert.equal(
    (await a.people.territory.call(contract.getOffline, { params: { id } })).decision,
    null,
  )
})

test('reports an offline of another studio as unknown', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { _id: id } = await uploadOffline(b, await createRequestAt(b, 'in-progress'))
  for (const role of ['studio', 'territory', 'vendor', 'translator', 'guest'] as const) {
    const get = (which: string) =>
      a.people[role].call(contract.getOffline, { params: { id: which } })
    await expectSameProblem(get(id), get('f'.repeat(24)), 404)
    await expectSameProblem(
      decide(a.people[role], id, { decision: 'approved' }),
      decide(a.people[role], 'f'.repeat(24), { decision: 'approved' }),
      404,
    )
  }
  assert.equal(
    (await a.people.studio.call(contract.listOfflines, { query: { asset: 'trailer-b' } })).total,
    0,
  )
})

test('lists offlines newest first, by request and by asset', async (t) => {
  const { a } = await loadFixtures(t)
  const [one, two] = [
    await createRequestAt(a, 'in-progress'),
    await createRequestAt(a, 'in-progress'),
  ]
  const uploaded = [
    await uploadOffline(a, one),
    await uploadOffline(a, two),
    await uploadOffline(a, one),
  ].map(({ _id }) => _id)
  const list = async (query: { workRequest?: string; asset?: string } = {}) =>
    (await a.people.territory.call(contract.listOfflines, { query })).items.map(({ _id }) => _id)
  assert.deepEqual(await list(), uploaded.toReversed())
  assert.deepEqual(await list({ workRequest: one }), [uploaded[2], uploaded[0]])
  assert.deepEqual(await list({ asset: 'trailer-a' }), uploaded.toReversed())
  await expectProblem(
    a.people.territory.call(contract.listOfflines, { query: { q: 'x' } as never }),
    400,
    'query.unknown-field',
  )
})

test('rejects a decision on a stale copy and answers 304 for an unchanged one', async (t) => {
  const { a } = await loadFixtures(t)
  const { _id: id } = await uploadOffline(a, await createRequestAt(a, 'in-progress'))
  const { headers } = await a.people.territory.send(contract.getOffline, { params: { id } })
  await expectProblem(
    a.people.territory.call(contract.getOffline, {
      params: { id },
      headers: { 'if-none-match': headers.get('etag')! },
    }),
    304,
  )
  await expectProblem(
    a.people.territory.call(contract.decideOffline, {
      params: { id },
      body: { decision: 'approved' },
      headers: { 'if-match': '"old"' },
    }),
    412,
    'record.changed',
  )
  assert.equal(
    (
      await a.people.territory.call(contract.decideOffline, {
        params: { id },
        body: { decision: 'approved' },
        headers: { 'if-match': headers.get('etag')! },
      })
    ).decision,
    'approved',
  )
})
