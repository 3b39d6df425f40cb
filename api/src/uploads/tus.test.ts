import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import * as assets from '../assets/contract.ts'
import * as downloads from '../downloads/contract.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'
import { BYTES, base64, digest, listIncoming, prepareUpload } from './tus.fixture.ts'

test('receives a file in several requests', async (t) => {
  const { a, startUpload, send, request, readFile, file, ...fixtures } = await prepareUpload(t)
  const url = await startUpload()
  assert.match(url, /^\/api\/uploads\/[0-9a-f]{24}$/)
  for (const [start, end] of [
    [0, 1],
    [1, 70_000],
    [70_000, 70_001],
    [70_001, 299_999],
  ] as const) {
    const { status, offset } = await send(url, start, BYTES.subarray(start, end))
    assert.deepEqual([status, offset], [204, String(end)])
  }
  assert.equal((await request('HEAD', url, {})).offset, '299999')
  assert.equal((await readFile()).verified, false)
  assert.deepEqual(
    [(await send(url, 299_999, BYTES.subarray(299_999))).status, (await readFile()).sha256],
    [204, hash('sha256', BYTES)],
  )
  const now = await readFile()
  assert.deepEqual(
    [now.verified, now.length, now.md5, now.mime],
    [true, BYTES.length, hash('md5', BYTES), 'application/octet-stream'],
  )
  assert.ok(
    Buffer.from(
      await a.people.vendor.call(downloads.sendFile, { params: { id: file._id } }),
    ).equals(BYTES),
  )
  assert.equal(
    (await a.people.territory.call(assets.getAsset, { params: { id: a.asset._id } })).verified,
    true,
  )
  assert.deepEqual(await listIncoming(fixtures), [])
  const { rows } = await sql`select from event where type = 'fin'`.execute(fixtures.db)
  assert.equal(rows.length, 1)
})

test('accepts the first or all bytes with the creation request', async (t) => {
  const { postUpload, readFile } = await prepareUpload(t)
  const some = await postUpload(
    BYTES.length,
    { 'content-type': 'application/offset+octet-stream' },
    BYTES.subarray(0, 1000),
  )
  assert.deepEqual([some.status, some.offset], [201, '1000'])
  const all = await postUpload(
    BYTES.length,
    { 'content-type': 'application/offset+octet-stream' },
    BYTES,
  )
  assert.deepEqual([all.status, all.offset], [201, String(BYTES.length)])
  assert.equal((await readFile()).sha256, hash('sha256', BYTES))
})

test('accepts an empty file', async (t) => {
  const { postUpload, readFile } = await prepareUpload(t)
  assert.equal((await postUpload(0)).status, 201)
  assert.deepEqual([(await readFile()).length, (await readFile()).verified], [0, true])
})

test('plans to finish an upload with its last byte, in case the request does not', async (t) => {
  const { db, startUpload, send } = await prepareUpload(t)
  const planned = async () => {
    const { rows } = await sql<{ upload: string }>`
      select payload ->> 'upload' as upload from job where kind = 'finish-upload'`.execute(db)
    return rows.map(({ upload }) => upload)
  }
  const url = await startUpload()
  await send(url, 0, BYTES.subarray(0, -1))
  assert.deepEqual(await planned(), [])
  await send(url, BYTES.length - 1, BYTES.subarray(-1))
  assert.deepEqual(await planned(), [url.split('/').at(-1)])
})

test('answers OPTIONS without authentication', async (t) => {
  const { app } = await loadFixtures(t)
  const { statusCode, headers } = await app.fastify.inject({
    method: 'OPTIONS',
    url: '/api/uploads',
  })
  assert.deepEqual(
    [
      statusCode,
      headers['tus-version'],
      headers['tus-extension'],
      headers['tus-checksum-algorithm'],
    ],
    [
      204,
      '1.0.0',
      'creation,creation-with-upload,checksum,termination,expiration',
      'sha1,sha256,sha512,md5',
    ],
  )
  assert.equal(headers['access-control-allow-origin'], undefined)
})

test('discards bytes that do not match their checksum', async (t) => {
  const { startUpload, send, request, readFile } = await prepareUpload(t)
  const url = await startUpload()
  assert.equal(
    (
      await send(url, 0, BYTES.subarray(0, 100_000), {
        'upload-checksum': digest('sha1', BYTES.subarray(0, 100_000)),
      })
    ).offset,
    '100000',
  )
  const flipped = Buffer.from(BYTES.subarray(100_000))
  flipped[5]! ^= 1
  for (const algorithm of ['sha1', 'sha256', 'sha512', 'md5']) {
    const { status, code } = await send(url, 100_000, flipped, {
      'upload-checksum': digest(algorithm, BYTES.subarray(100_000)),
    })
    assert.deepEqual([status, code], [460, 'upload.checksum-mismatch'])
    assert.equal((await request('HEAD', url, {})).offset, '100000')
  }
  assert.equal(
    (
      await send(url, 100_000, BYTES.subarray(100_000), {
        'upload-checksum': digest('sha256', BYTES.subarray(100_000)),
      })
    ).status,
    204,
  )
  assert.equal((await readFile()).sha256, hash('sha256', BYTES))
})

test('rejects a wrong offset, length or protocol version', async (t) => {
  const { postUpload, startUpload, send, request, file } = await prepareUpload(t)
  const url = await startUpload()
  await send(url, 0, BYTES.subarray(0, 1000))
  const answers = async (answer: ReturnType<typeof request>, status: number) =>
    assert.equal((await answer).status, status)
  await answers(send(url, 999, BYTES.subarray(999, 2000)), 409)
  await answers(send(url, 2000, BYTES.subarray(2000)), 409)
  await answers(send(url, 1000, Buffer.alloc(BYTES.length)), 413)
  await answers(
    request('PATCH', url, { 'upload-offset': '1000', 'content-type': 'text/plain' }, BYTES),
    400,
  )
  await answers(send(url, 1000, BYTES, { 'upload-offset': '-1' }), 400)
  await answers(send(url, 1000, BYTES, { 'tus-resumable': '0.2.2' }), 412)
  await answers(send(url, 1000, BYTES, { 'upload-checksum': 'sha1 %%%' }), 400)
  await answers(send(url, 1000, BYTES, { 'upload-checksum': 'rot13 YQ==' }), 400)
  await answers(postUpload(10, { 'upload-concat': 'partial' }), 501)
  await answers(request('POST', '/api/uploads', { 'upload-length': '5' }), 400)
  await answers(
    request('POST', '/api/uploads', {
      'upload-length': '5',
      'upload-metadata': `file ${base64('../../etc')}`,
    }),
    400,
  )
  await answers(postUpload(1e15), 413)
  for (const [more, status] of [
    [`name ${base64('\0')}`, 422],
    [`name ${base64('x'.repeat(3000))}`, 201],
    [`__proto__ ${base64('x')}`, 400],
    ['name ???', 400],
  ] as const) {
    await answers(
      request('POST', '/api/uploads', {
        'upload-length': '5',
        'upload-metadata': `file ${base64(file._id)},${more}`,
      }),
      status,
    )
  }
  for (const path of [
    '/api/uploads/..%2fx',
    '/api/uploads/nothing',
    `/api/uploads/${'f'.repeat(24)}`,
  ])
    await answers(request('HEAD', path, {}), 404)
  assert.equal((await request('HEAD', url, {})).offset, '1000')
})

test('gives access to its creator only, while they may upload the file', async (t) => {
  const { a, b, postUpload, startUpload, send, request, db, file } = await prepareUpload(t)
  const url = await startUpload()
  for (const person of [a.people.studio, a.people.territory, b.people.vendor, b.people.studio])
    assert.ok([403, 404].includes((await send(url, 0, BYTES, {}, person)).status))
  assert.equal((await postUpload(10, {}, undefined, b.people.vendor)).status, 404)
  assert.equal((await postUpload(10, {}, undefined, a.people.territory)).status, 403)
  await send(url, 0, BYTES.subarray(0, 10))
  await sql`update file set embargo_end = now() + interval '1 day' where id = ${file._id}`.execute(
    db,
  )
  assert.equal((await send(url, 10, BYTES.subarray(10))).status, 404)
  assert.equal((await request('HEAD', url, {})).status, 404)
  await sql`update file set embargo_end = null where id = ${file._id}`.execute(db)
  assert.equal((await send(url, 10, BYTES.subarray(10))).status, 204)
})

test('discards content that does not match the declaration, and reports why', async (t) => {
  const { a, postUpload, startUpload, send, request, readFile, ...fixtures } = await prepareUpload(
    t,
    {
      md5: 'a'.repeat(32),
      length: BYTES.length,
    },
  )
  assert.equal((await postUpload(7)).status, 422)
  const url = await startUpload()
  assert.deepEqual((({ status, code }) => [status, code])(await send(url, 0, BYTES)), [
    422,
    'file.mismatch',
  ])
  assert.deepEqual(
    [(await request('HEAD', url, {})).status, (await readFile()).sha256],
    [410, null],
  )
  const {
    items: [upload],
  } = await a.people.vendor.call(contract.listUploads)
  assert.deepEqual(
    [upload!.status, upload!.fault!.code, upload!.offset],
    ['failed', 'file.mismatch', BYTES.length],
  )
  assert.deepEqual(await listIncoming(fixtures), [])
})

test('lists unfinished uploads to their owner, who can cancel them', async (t) => {
  const { a, startUpload, send, request, file } = await prepareUpload(t)
  const url = await startUpload()
  await send(url, 0, BYTES.subarray(0, 5))
  const {
    items: [upload],
    total,
  } = await a.people.vendor.call(contract.listUploads)
  assert.deepEqual(
    [total, upload!.offset, upload!.length, upload!.status, upload!.file],
    [1, 5, BYTES.length, 'coming', { _id: file._id, name: 'master.bin' }],
  )
  assert.deepEqual(
    await a.people.vendor.call(contract.getUpload, { params: { id: upload!._id } }),
    upload,
  )
  assert.equal((await a.people.studio.call(contract.listUploads)).total, 0)
  await expectProblem(
    a.people.studio.call(contract.getUpload, { params: { id: upload!._id } }),
    404,
    'upload.not-found',
  )
  assert.equal((await request('DELETE', url, {})).status, 204)
  assert.equal((await request('HEAD', url, {})).status, 404)
  assert.equal((await a.people.vendor.call(contract.listUploads)).total, 0)
})

test('does not write to an upload that another node has taken over', async (t) => {
  const { startUpload, send, request, db, readFile } = await prepareUpload(t)
  const url = await startUpload()
  const id = url.split('/').at(-1)!
  await send(url, 0, BYTES.subarray(0, 1000))
  await sql`update upload set lease_holder = 'another node', fence = fence + 1
    where id = ${id}`.execute(db)
  assert.equal((await send(url, 1000, BYTES.subarray(1000, 2000))).status, 204)
  const {
    rows: [upload],
  } = await sql<{
    parts: unknown[]
  }>`select saved_bytes -> 'parts' as parts from upload where id = ${id}`.execute(db)
  assert.equal(upload!.parts.length, 2, 'each node writes its own part')
  assert.equal((await request('HEAD', url, {})).offset, '2000')
  assert.equal((await send(url, 2000, BYTES.subarray(2000))).status, 204)
  assert.equal((await readFile()).sha256, hash('sha256', BYTES))
})

test('lets one request write at a time; others wait or get 423', async (t) => {
  const { startUpload, send, request, db } = await prepareUpload(t)
  const url = await startUpload()
  await sql`update upload set lease_holder = 'another node',
    leased_until = now() + interval '1 second'`.execute(db)
  assert.equal((await send(url, 0, BYTES.subarray(0, 10))).offset, '10')
  assert.equal((await request('HEAD', url, {})).offset, '10')
})
