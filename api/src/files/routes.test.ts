import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as assets from '../assets/contract.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import * as contract from './contract.ts'

test('lets a vendor register a file without bytes', async (t) => {
  const { a } = await loadFixtures(t)
  const { body: file, headers } = await a.people.vendor.send(contract.registerFile, {
    body: {
      name: 'spot.mov',
      asset: a.asset._id,
      language: 'deu',
      country: 'DE',
      tags: ['master'],
    },
  })
  const { _id, created, ...rest } = file
  assert.match(_id, /^[0-9a-f]{24}$/)
  assert.ok(Number.isInteger(created))
  assert.deepEqual(rest, {
    studio: a.studio._id,
    project: a.project._id,
    asset: a.asset._id,
    name: 'spot.mov',
    language: 'deu',
    country: 'DE',
    tags: ['master'],
    path: `files/${_id}`,
    verified: false,
    embargo: { event: false, end: null },
    warnings: [],
    aspera: { username: '' },
    length: null,
    md5: null,
    sha256: null,
    mime: null,
    media: null,
    $flags: ['awaiting-bytes'],
    $aspera: { downloaded: false },
    $links: {
      self: `//reelay.test/api/files/${_id}`,
      project: `//reelay.test/api/projects/${a.project._id}`,
      asset: `//reelay.test/api/assets/${a.asset._id}`,
    },
  })
  assert.equal(headers.get('location'), file.$links.self)
  assert.deepEqual(await a.people.territory.call(contract.getFile, { params: { id: _id } }), file)
})

test('stores the path and the Aspera user that the sender states', async (t) => {
  const { a } = await loadFixtures(t)
  const { vendor } = a.people
  const stated = { path: '/vol/velmarra/teaser.mov', aspera: { username: 'vendor-7' } }
  const file = await vendor.call(contract.registerFile, {
    body: { name: 'x', asset: a.asset._id, ...stated },
  })
  const change = (body: object) =>
    vendor.call(contract.changeFile, { params: { id: file._id }, body: body })
  assert.deepEqual({ path: file.path, aspera: file.aspera }, stated)
  assert.deepEqual(await vendor.call(contract.getFile, { params: { id: file._id } }), file)
  assert.equal((await change({ path: '/vol/b.mov' })).path, '/vol/b.mov')
  const cleared = await change({ path: null, aspera: { username: '' } })
  assert.deepEqual([cleared.path, cleared.aspera.username], [`files/${file._id}`, ''])
  assert.deepEqual(await change({ path: cleared.path }), cleared)
  for (const wrong of [{ path: '' }, { path: 'a\u0000b' }, { aspera: 'x' }, { aspera: {} }])
    await expectProblem(change(wrong), 422)
})

test('ignores fields that only the service can set', async (t) => {
  const { a } = await loadFixtures(t)
  const claims = {
    _id: 'a'.repeat(24),
    verified: true,
    sha256: 'f'.repeat(64),
    created: 0,
    studio: 'b'.repeat(24),
    $flags: ['verified'],
  }
  const file = await a.people.vendor.call(contract.registerFile, {
    body: { name: 'x', asset: { _id: a.asset._id, name: 'renamed' }, ...claims } as never,
  })
  assert.notEqual(file._id, claims._id)
  assert.deepEqual(
    [file.verified, file.sha256, file.studio, file.path, file.$flags],
    [false, null, a.studio._id, `files/${file._id}`, ['awaiting-bytes']],
  )
  assert.ok(file.created > 0)
  assert.equal(
    (await a.people.studio.call(assets.getAsset, { params: { id: a.asset._id } })).name,
    a.asset.name,
  )
})

test('rejects an asset that is unknown, archived or not visible', async (t) => {
  const { a, b } = await loadFixtures(t)
  const register = (asset: string) =>
    a.people.vendor.call(contract.registerFile, { body: { name: 'x', asset } })
  const foreign = await expectProblem(register(b.asset._id), 404, 'asset.not-found')
  const unknown = await expectProblem(register('f'.repeat(24)), 404, 'asset.not-found')
  assert.equal(foreign.message, unknown.message)
  await a.people.studio.call(assets.archiveAsset, { params: { id: a.asset._id } })
  await expectProblem(register(a.asset._id), 404, 'asset.not-found')
})

test('rejects writes without file.write', async (t) => {
  const { a } = await loadFixtures(t)
  const { _id: id } = await a.people.vendor.call(contract.registerFile, {
    body: { name: 'x', asset: a.asset._id },
  })
  for (const role of ['territory', 'translator', 'guest'] as const) {
    const person = a.people[role]
    await expectProblem(
      person.call(contract.registerFile, { body: { name: 'x', asset: a.asset._id } }),
      403,
      'permission.required',
    )
    await expectProblem(
      person.call(contract.changeFile, { params: { id }, body: { name: 'y' } }),
      403,
      'permission.required',
    )
    await expectProblem(
      person.call(contract.removeFile, { params: { id } }),
      403,
      'permission.required',
    )
    await expectProblem(
      person.call(contract.receiveContent, { params: { id }, body: 'bytes' }),
      403,
      'permission.required',
    )
  }
})

test('reports every error of a new file at once, and unknown fields by name', async (t) => {
  const { a } = await loadFixtures(t)
  const register = (body: object) =>
    a.people.vendor.call(contract.registerFile, {
      body: { name: 'x', asset: a.asset._id, ...body },
    })
  const bad = await expectProblem(
    register({
      name: 'a\nb',
      language: 'de',
      country: 'Germany',
      md5: 'xyz',
      length: -1,
      tags: 'one',
    }),
    422,
    'body.invalid',
  )
  assert.deepEqual([...new Set(bad.errors.map(({ pointer }) => pointer))].toSorted(), [
    '/country',
    '/language',
    '/length',
    '/md5',
    '/name',
    '/tags',
  ])
  const unknown = await expectProblem(register({ colour: 'red' }), 400, 'body.unknown-field')
  assert.deepEqual(
    unknown.errors.map(({ pointer }) => pointer),
    ['/colour'],
  )
  for (const name of ['', 'x'.repeat(256), 'a\r\nSet-Cookie: b', 'nul\0'])
    await expectProblem(register({ name }), 422)
  for (const end of [-1, 1.5, 1e12, 9e15, '0', true])
    await expectProblem(
      a.people.studio.call(contract.registerFile, {
        body: { name: 'x', asset: a.asset._id, embargo: { end } } as never,
      }),
      422,
    )
  assert.equal((await a.people.studio.call(contract.listFiles)).total, 0)
})

test('keeps any characters in a name', async (t) => {
  const { a } = await loadFixtures(t)
  for (const name of [
    '../../etc/passwd',
    'C:\\x',
    '"quoted".mp4',
    'con',
    '-i /etc/passwd',
    '予告編.mp4',
    'ملف\u202e.mp4',
    '<b>.mov',
    '%00 %s ${x} {{7*7}}',
  ]) {
    assert.equal(
      (await a.people.vendor.call(contract.registerFile, { body: { name, asset: a.asset._id } }))
        .name,
      name,
    )
  }
})
