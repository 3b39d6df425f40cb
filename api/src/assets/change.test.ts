import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorkRequest, getWorkRequest } from '../workrequests/contract.ts'
import { uploadFile, newOrder } from '../../test/orders.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import * as files from '../files/contract.ts'
import * as contract from './contract.ts'

test('updates single fields, with the id in the body or in the path', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio } = a.people
  const asset = await studio.call(contract.getAsset, { params: { id: a.asset._id } })
  assert.deepEqual(
    await studio.call(contract.changeAssetNamed, { body: asset }),
    asset,
    'accepts an unchanged record',
  )
  const changed = await studio.call(contract.changeAssetNamed, {
    body: { _id: asset._id, importName: 'IMPORT', aspectRatio: '16:9', usage: { dcp: true } },
  })
  assert.deepEqual(
    [changed.name, changed.importName, changed.usage.dcp, changed.usage.broadcast],
    [asset.name, 'IMPORT', true, true],
  )
  const cleared = await studio.call(contract.changeAsset, {
    params: { id: asset.slug },
    body: { importName: null, aspectRatio: null, usage: { dcp: false }, type: 'promo' },
  })
  assert.deepEqual(
    [cleared.importName, cleared.aspectRatio, cleared.usage.dcp, cleared.type],
    [null, null, false, 'promo'],
  )
})

test('requires an id in the body for PUT without one in the path, and never creates', async (t) => {
  const { a, b } = await loadFixtures(t)
  const put = (body: object) =>
    a.people.studio.call(contract.changeAssetNamed, { body: { name: 'mine', ...body } as never })
  await expectProblem(put({}), 400, 'id.required')
  for (const more of [{}, { slug: a.asset.slug }, { slug: b.asset.slug }])
    await expectSameProblem(
      put({ _id: b.asset._id, ...more }),
      put({ _id: 'f'.repeat(24), ...more }),
      404,
    )
  await expectProblem(
    a.people.studio.call(contract.changeAsset, {
      params: { id: a.asset._id },
      body: { _id: b.asset._id } as never,
    }),
    422,
    'id.mismatch',
  )
  assert.equal(
    (await b.people.studio.call(contract.getAsset, { params: { id: b.asset._id } })).name,
    'Trailer b',
  )
})

test('rejects a change of studio, project or verification', async (t) => {
  const { a, b } = await loadFixtures(t)
  const before = await a.people.studio.call(contract.getAsset, { params: { id: a.asset._id } })
  for (const claim of [
    { studio: b.studio._id },
    { project: b.project._id },
    { verified: true },
    { previews: [{ _id: 'x' }] },
    { created: 1 },
  ]) {
    await expectProblem(
      a.people.studio.call(contract.changeAsset, {
        params: { id: a.asset._id },
        body: { name: 'changed', ...claim },
      }),
      403,
      'field.protected',
    )
  }
  const $claims = {
    $embargo: true,
    $flags: ['x'],
    $permissions: { access: ['all'] },
    $feedback: { vote: 'up' },
  }
  assert.deepEqual(
    await a.people.studio.call(contract.changeAsset, {
      params: { id: a.asset._id },
      body: $claims as never,
    }),
    before,
  )
})

test('requires a visible file as thumbnail', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { studio } = a.people
  const [own, foreign] = [
    await uploadFile(studio, a, 'a.png'),
    await uploadFile(b.people.studio, b, 'b.png'),
  ]
  const put = (thumbnail: string | null) =>
    studio.call(contract.changeAsset, { params: { id: a.asset._id }, body: { thumbnail } })
  assert.equal((await put(own._id)).$links.thumbnail, `//reelay.test/api/files/${own._id}`)
  await expectSameProblem(put(foreign._id), put('f'.repeat(24)), 422)
  assert.equal(
    (await studio.call(contract.changeAsset, { params: { id: a.asset._id }, body: { name: 'x' } }))
      .thumbnail,
    own._id,
    'an omitted field keeps its value',
  )
  assert.equal((await put(null)).thumbnail, null)
})

test('rejects drawings and documents as thumbnail by their contents', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio } = a.people
  for (const [name, bytes] of [
    ['logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['logo.png', '<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['logo.jpg', '%!PS-Adobe-3.0 EPSF-3.0'],
    ['logo', '%PDF-1.7\n1 0 obj'],
  ] as const) {
    const { _id: thumbnail } = await uploadFile(studio, a, name, bytes)
    const put = studio.call(contract.changeAsset, {
      params: { id: a.asset._id },
      body: { thumbnail },
    })
    await expectProblem(put, 415, 'file.not-an-image')
  }
  const { _id: picture } = await uploadFile(studio, a, 'still.pdf', 'GIF89a')
  const { thumbnail } = await studio.call(contract.changeAsset, {
    params: { id: a.asset._id },
    body: { thumbnail: picture },
  })
  assert.equal(thumbnail, picture, 'the name does not matter')
})

test('rejects the bytes of a drawing for a file that is already a thumbnail', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio } = a.people
  const { _id: id } = await studio.call(files.registerFile, {
    body: { name: 'later.png', asset: a.asset._id },
  })
  await studio.call(contract.changeAsset, {
    params: { id: a.asset._id },
    body: { thumbnail: id },
  })
  const receive = (body: string) => studio.call(files.receiveContent, { params: { id }, body })
  await expectProblem(receive('<svg/>'), 415, 'file.not-an-image')
  assert.equal((await receive('GIF89a')).mime, 'image/gif')
})

test('hides an archived asset from lists and orders, and keeps it in history', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio, territory } = a.people
  const request = await territory.call(createWorkRequest, { body: newOrder(a) })
  assert.deepEqual(await studio.call(contract.archiveAsset, { params: { id: a.asset.slug } }), {
    _id: a.asset._id,
    removed: true,
  })
  assert.equal((await studio.call(contract.listAssets)).total, 0)
  await expectProblem(
    territory.call(createWorkRequest, { body: newOrder(a) }),
    404,
    'asset.not-found',
  )
  assert.deepEqual((await studio.call(contract.getAsset, { params: { id: a.asset._id } })).$flags, [
    'archived',
  ])
  assert.equal(
    (await territory.call(getWorkRequest, { params: { id: request._id } })).asset._id,
    a.asset._id,
  )
  assert.deepEqual(
    await studio.call(contract.archiveAsset, { params: { id: a.asset._id } }),
    { _id: a.asset._id, removed: true },
    'archiving again changes nothing',
  )
})

test('rejects a stale copy, responses 304 if unchanged, and creates one asset per key', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio } = a.people
  const params = { id: a.asset._id }
  const { headers } = await studio.send(contract.getAsset, { params })
  const etag = headers.get('etag')!
  await expectProblem(
    studio.call(contract.getAsset, { params, headers: { 'if-none-match': etag } }),
    304,
  )
  await studio.call(contract.changeAsset, {
    params,
    body: { name: 'x' },
    headers: { 'if-match': etag },
  })
  await expectProblem(
    studio.call(contract.changeAsset, {
      params,
      body: { name: 'y' },
      headers: { 'if-match': etag },
    }),
    412,
    'record.changed',
  )
  await expectProblem(
    studio.call(contract.changeAssetNamed, {
      body: { _id: params.id, name: 'y' },
      headers: { 'if-match': etag },
    }),
    412,
    'record.changed',
  )
  await expectProblem(
    studio.call(contract.giveFeedback, {
      params,
      body: { vote: 'up' },
      headers: { 'if-match': etag },
    }),
    412,
    'record.changed',
  )
  await expectProblem(
    studio.call(contract.archiveAsset, { params, headers: { 'if-match': etag } }),
    412,
    'record.changed',
  )
  const make = () =>
    studio.call(contract.createAsset, {
      body: { name: 'Once', project: a.project._id, type: 'promo' },
      headers: { 'idempotency-key': 'once' },
    })
  assert.equal((await make())._id, (await make())._id)
  assert.equal((await studio.call(contract.listAssets, { query: { q: 'once' } })).total, 1)
})

test('keeps both of two concurrent changes to different fields', async (t) => {
  const { a, admin } = await loadFixtures(t)
  const params = { id: a.asset._id }
  await Promise.all([
    a.people.studio.call(contract.changeAsset, { params, body: { importName: 'IMPORT' } }),
    admin.call(contract.changeAsset, { params, body: { aspectRatio: '4:3' } }),
    a.people.service.call(contract.changeAsset, { params, body: { creative: true } }),
    a.people.studio.call(contract.changeAsset, { params, body: { usage: { imax: true } } }),
  ])
  const asset = await a.people.studio.call(contract.getAsset, { params })
  assert.deepEqual(
    [asset.importName, asset.aspectRatio, asset.creative, asset.usage.imax],
    ['IMPORT', '4:3', true, true],
  )
})
