import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listEvents } from '../events/contract.ts'
import { getFile, registerFile } from '../files/contract.ts'
import * as sessions from '../sessions/contract.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { uploadFile } from '../../test/orders.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

const start = (by: TestUser, ...files: string[]) =>
  by.call(contract.startDownloads, { body: { files } })

test('records a download per file, emits one event and returns a URL for each', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const files = [
    await uploadFile(a.people.vendor, a, 'one.mp4', '1'),
    await uploadFile(a.people.vendor, a, 'two.mp4', '22'),
  ]
  const { status, body: downloads } = await a.people.territory.send(contract.startDownloads, {
    body: { files: [files[0]!._id, { _id: files[1]!._id }, files[0]!._id] },
  })
  assert.deepEqual([status, downloads.length], [200, 2], 'treats a repeated file as one download')
  for (const file of files) {
    const { _id, created, url, ...rest } = downloads.find(
      (download) => download.file._id === file._id,
    )!
    assert.deepEqual(rest, {
      asset: { _id: a.asset._id, name: 'Trailer a', type: 'trailer.intl' },
      project: { _id: a.project._id, name: 'Project a' },
      file: {
        _id: file._id,
        asset: a.asset._id,
        name: file.name,
        project: a.project._id,
        studio: a.studio._id,
      },
      user: {
        _id: a.people.territory._id,
        name: 'territory a',
        emailNormal: 'territory-a@example.com',
      },
      share: null,
    })
    assert.ok(created > 0 && _id)
    assert.equal((await rawRequest(fixtures, url)).body.length, file.length)
  }
  assert.equal(
    (await a.people.territory.call(contract.listDownloads)).total,
    2,
    'adds no record when the URL is used',
  )
  const events = (await a.people.studio.call(listEvents, { query: { type: 'fd' } })).items
  assert.deepEqual(
    events.map(({ from, files: downloaded }) => [from._id, downloaded.toSorted()]),
    [[a.people.territory._id, files.map(({ _id }) => _id).toSorted()]],
  )
  assert.equal(
    (await a.people.territory.call(getFile, { params: { id: files[0]!._id } })).$aspera.downloaded,
    true,
  )
  assert.equal(
    (await a.people.studio.call(getFile, { params: { id: files[0]!._id } })).$aspera.downloaded,
    false,
  )
})

test('limits a URL to its person while they are signed in', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b } = fixtures
  const file = await uploadFile(a.people.vendor, a)
  const [{ url }] = (await start(a.people.territory, file._id)) as [contract.DownloadWithUrl]
  const turned = new URL(url)
  turned.searchParams.set('person', b.people.territory._id)
  assert.equal((await rawRequest(fixtures, turned.href)).statusCode, 403)
  for (const by of [b.people.territory, a.people.studio])
    assert.equal((await rawRequest(fixtures, url, { by })).statusCode, 403)
  assert.equal((await rawRequest(fixtures, url)).statusCode, 200)
  assert.equal((await rawRequest(fixtures, url, { method: 'HEAD' })).statusCode, 200)
  assert.ok(
    [403, 401].includes(
      (
        await rawRequest(fixtures, url, {
          method: 'PUT',
          payload: 'x',
          headers: { 'content-type': 'application/octet-stream' },
        })
      ).statusCode,
    ),
    'it is valid for reading only',
  )
  await a.people.territory.call(sessions.closeSession)
  assert.equal((await rawRequest(fixtures, url)).statusCode, 403)
})

test('rejects a URL when its person may no longer download or its file was removed', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  const file = await uploadFile(a.people.vendor, a)
  const [{ url }] = (await start(a.people.vendor, file._id)) as [contract.DownloadWithUrl]
  await sql`update membership set roles = '{service}'
    where person_id = ${a.people.vendor._id}`.execute(db)
  assert.equal((await rawRequest(fixtures, url)).statusCode, 403)
  await sql`update file set removed_at = now()`.execute(db)
  assert.equal((await rawRequest(fixtures, url)).statusCode, 404)
})

test('records nothing if one file is not visible', async (t) => {
  const { a, b } = await loadFixtures(t)
  const [own, foreign] = [
    await uploadFile(a.people.vendor, a),
    await uploadFile(b.people.vendor, b),
  ]
  const error = await expectProblem(
    start(a.people.territory, own._id, foreign._id),
    422,
    'reference.not-found',
  )
  assert.deepEqual(
    error.errors.map(({ pointer }) => pointer),
    ['/files/1'],
  )
  await expectSameProblem(
    start(a.people.territory, foreign._id),
    start(a.people.territory, 'f'.repeat(24)),
    422,
  )
  const empty = await a.people.vendor.call(registerFile, {
    body: { name: 'x', asset: a.asset._id },
  })
  await expectProblem(start(a.people.territory, own._id, empty._id), 422, 'file.unverified')
  assert.equal((await a.people.studio.call(contract.listDownloads)).total, 0)
})

test('records nothing without permission', async (t) => {
  const { a } = await loadFixtures(t)
  const file = await uploadFile(a.people.vendor, a)
  for (const role of ['translator', 'guest', 'service'] as const)
    await expectProblem(start(a.people[role], file._id), 403, 'permission.required')
})

test('rejects a malformed request, accepts an empty one, and records once per key', async (t) => {
  const { a } = await loadFixtures(t)
  const { territory } = a.people
  const file = await uploadFile(a.people.vendor, a)
  await expectProblem(
    territory.call(contract.startDownloads, { body: {} as never }),
    422,
    'body.invalid',
  )
  await expectProblem(
    territory.call(contract.startDownloads, { body: { files: ['nonsense'] } }),
    422,
    'body.invalid',
  )
  await expectProblem(
    territory.call(contract.startDownloads, { body: { files: [], all: true } as never }),
    400,
    'body.unknown-field',
  )
  await expectProblem(
    start(territory, ...Array.from({ length: 101 }, () => file._id)),
    422,
    'body.invalid',
  )
  assert.deepEqual(await start(territory), [])
  const once = () =>
    territory.call(contract.startDownloads, {
      body: { files: [file._id] },
      headers: { 'idempotency-key': 'k' },
    })
  assert.equal((await once())[0]!._id, (await once())[0]!._id)
  assert.equal((await territory.call(contract.listDownloads)).total, 1)
})
