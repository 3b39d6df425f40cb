import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import * as contract from './contract.ts'

test('keeps omitted fields, clears with null, and accepts an unchanged record', async (t) => {
  const { a } = await loadFixtures(t)
  const file = await a.people.vendor.call(contract.registerFile, {
    body: { name: 'x', asset: a.asset._id, language: 'deu', country: 'DE', tags: ['one'] },
  })
  const params = { id: file._id }
  assert.deepEqual(await a.people.vendor.call(contract.changeFile, { params, body: file }), file)
  assert.deepEqual(
    await a.people.vendor.call(contract.changeFile, { params, body: { name: 'y' } }),
    { ...file, name: 'y' },
  )
  assert.deepEqual(
    await a.people.vendor.call(contract.changeFile, {
      params,
      body: { language: null, country: null, tags: [] },
    }),
    { ...file, name: 'y', language: null, country: null, tags: [] },
  )
})

test('rejects changes of measured and fixed fields without changing anything', async (t) => {
  const { a, b } = await loadFixtures(t)
  const file = await a.people.vendor.call(contract.registerFile, {
    body: { name: 'x', asset: a.asset._id },
  })
  const change = (body: object) =>
    a.people.vendor.call(contract.changeFile, { params: { id: file._id }, body: body })
  for (const claim of [
    { verified: true },
    { length: 5 },
    { md5: 'a' },
    { sha256: 'a' },
    { mime: 'video/mp4' },
    { studio: b.studio._id },
    { project: b.project._id },
    { asset: b.asset._id },
    { created: 1 },
    { warnings: ['x'] },
  ]) {
    const error = await expectProblem(change({ name: 'changed', ...claim }), 403, 'field.protected')
    assert.deepEqual(
      error.errors.map(({ pointer }) => pointer),
      [`/${Object.keys(claim)[0]}`],
    )
  }
  await expectProblem(change({ _id: 'f'.repeat(24) }), 422, 'id.mismatch')
  await expectProblem(change({ colour: 'red' }), 400, 'body.unknown-field')
  await expectProblem(change({ language: 'german' }), 422, 'body.invalid')
  assert.deepEqual(await a.people.vendor.call(contract.getFile, { params: { id: file._id } }), file)
})

test('lets a vendor change only own files, and the studio any file', async (t) => {
  const { a } = await loadFixtures(t)
  const { _id: id } = await a.people.studio.call(contract.registerFile, {
    body: { name: 'x', asset: a.asset._id },
  })
  await expectProblem(
    a.people.vendor.call(contract.changeFile, { params: { id }, body: { name: 'mine' } }),
    403,
    'file.forbidden',
  )
  await expectProblem(
    a.people.vendor.call(contract.removeFile, { params: { id } }),
    403,
    'file.forbidden',
  )
  await expectProblem(
    a.people.vendor.call(contract.receiveContent, { params: { id }, body: 'bytes' }),
    403,
    'file.forbidden',
  )
  const own = await a.people.vendor.call(contract.registerFile, {
    body: { name: 'y', asset: a.asset._id },
  })
  assert.equal(
    (
      await a.people.studio.call(contract.changeFile, {
        params: { id: own._id },
        body: { name: 'ours' },
      })
    ).name,
    'ours',
  )
})

test('returns 404 for a file of another studio', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { _id } = await b.people.vendor.call(contract.registerFile, {
    body: { name: 'x', asset: b.asset._id },
  })
  for (const id of [_id, 'f'.repeat(24), 'no-such-file']) {
    await expectProblem(
      a.people.studio.call(contract.getFile, { params: { id } }),
      404,
      'file.not-found',
    )
    await expectProblem(
      a.people.studio.call(contract.changeFile, { params: { id }, body: { name: 'mine' } }),
      404,
      'file.not-found',
    )
    await expectProblem(
      a.people.studio.call(contract.removeFile, { params: { id } }),
      404,
      'file.not-found',
    )
    await expectProblem(
      a.people.studio.call(contract.receiveContent, { params: { id }, body: 'bytes' }),
      404,
      'file.not-found',
    )
  }
})

test('rejects changes and removal with a stale ETag, and returns 304 if unchanged', async (t) => {
  const { a } = await loadFixtures(t)
  const { body: file, headers } = await a.people.vendor.send(contract.registerFile, {
    body: { name: 'x', asset: a.asset._id },
  })
  const params = { id: file._id }
  const etag = headers.get('etag')!
  assert.equal(
    (
      await expectProblem(
        a.people.vendor.call(contract.getFile, { params, headers: { 'if-none-match': etag } }),
        304,
      )
    ).status,
    304,
  )
  await a.people.studio.call(contract.changeFile, { params, body: { tags: ['new'] } })
  await expectProblem(
    a.people.vendor.call(contract.changeFile, {
      params,
      body: { name: 'y' },
      headers: { 'if-match': etag },
    }),
    412,
    'record.changed',
  )
  await expectProblem(
    a.people.vendor.call(contract.removeFile, { params, headers: { 'if-match': etag } }),
    412,
    'record.changed',
  )
  const { body: read, headers: fresh } = await a.people.vendor.send(contract.getFile, {
    params,
    headers: { 'if-none-match': etag },
  })
  assert.deepEqual([read.name, read.tags], ['x', ['new']])
  assert.equal(
    (
      await a.people.vendor.call(contract.changeFile, {
        params,
        body: { name: 'y' },
        headers: { 'if-match': fresh.get('etag')! },
      })
    ).name,
    'y',
  )
})

test('registers one file per idempotency key', async (t) => {
  const { a } = await loadFixtures(t)
  const headers = { 'idempotency-key': 'upload-1' }
  const register = (name: string) =>
    a.people.vendor.call(contract.registerFile, { body: { name, asset: a.asset._id }, headers })
  const first = await register('x')
  assert.deepEqual(await register('x'), first)
  await expectProblem(register('y'), 422, 'idempotency.body-mismatch')
  assert.equal((await a.people.vendor.call(contract.listFiles)).total, 1)
})
