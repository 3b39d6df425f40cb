import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import * as assets from '../assets/contract.ts'
import * as downloads from '../downloads/contract.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { uploadFile } from '../../test/orders.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

test('hashes bytes while they arrive and verifies the file', async (t) => {
  const { a, db } = await loadFixtures(t)
  const bytes = 'Straße 予告\n'
  const { _id: id } = await a.people.vendor.call(contract.registerFile, {
    body: { name: 'x.txt', asset: a.asset._id },
  })
  const file = await a.people.vendor.call(contract.receiveContent, { params: { id }, body: bytes })
  assert.deepEqual(
    [file.verified, file.length, file.md5, file.sha256, file.mime],
    [true, Buffer.byteLength(bytes), hash('md5', bytes), hash('sha256', bytes), 'text/plain'],
  )
  assert.deepEqual(file.$flags, ['verified'])
  assert.deepEqual(await a.people.territory.call(contract.getFile, { params: { id } }), file)
  assert.equal(
    (await a.people.territory.call(assets.getAsset, { params: { id: a.asset._id } })).verified,
    true,
  )
  const { rows } = await sql<{
    type: string
    files: string[]
  }>`select type, files from event`.execute(db)
  assert.deepEqual(rows, [{ type: 'fin', files: [id] }])
})

test('accepts bytes that match the declaration and ignores the declared type', async (t) => {
  const { a } = await loadFixtures(t)
  const { _id: id } = await a.people.vendor.call(contract.registerFile, {
    body: {
      name: 'x.jpg',
      asset: a.asset._id,
      md5: hash('md5', '<html>'),
      length: 6,
      mime: 'image/jpeg',
    },
  })
  const file = await a.people.vendor.call(contract.receiveContent, {
    params: { id },
    body: '<html>',
  })
  assert.deepEqual([file.verified, file.mime], [true, 'text/plain'])
})

test('rejects bytes that differ from the declaration and stores nothing', async (t) => {
  const { a } = await loadFixtures(t)
  for (const declared of [{ md5: 'a'.repeat(32) }, { length: 4 }, { length: 0 }]) {
    const { _id: id } = await a.people.vendor.call(contract.registerFile, {
      body: { name: 'x', asset: a.asset._id, ...declared },
    })
    await expectProblem(
      a.people.vendor.call(contract.receiveContent, { params: { id }, body: 'bytes' }),
      422,
      'file.mismatch',
    )
    const file = await a.people.vendor.call(contract.getFile, { params: { id } })
    assert.deepEqual(
      [file.verified, file.sha256, file.$flags.includes('awaiting-bytes')],
      [false, null, true],
    )
    await expectProblem(
      a.people.vendor.call(downloads.sendFile, { params: { id } }),
      409,
      'file.empty',
    )
    await expectProblem(
      a.people.vendor.call(downloads.startDownloads, { body: { files: [id] } }),
      422,
      'file.unverified',
    )
  }
  assert.equal((await a.people.vendor.call(downloads.listDownloads)).total, 0)
})

test('accepts the right bytes after a mismatch', async (t) => {
  const { a } = await loadFixtures(t)
  const { _id: id } = await a.people.vendor.call(contract.registerFile, {
    body: { name: 'x', asset: a.asset._id, length: 5 },
  })
  await expectProblem(
    a.people.vendor.call(contract.receiveContent, { params: { id }, body: 'four' }),
    422,
    'file.mismatch',
  )
  assert.equal(
    (await a.people.vendor.call(contract.receiveContent, { params: { id }, body: 'bytes' }))
      .verified,
    true,
  )
})

test('accepts the same bytes again and rejects other bytes', async (t) => {
  const { a, db } = await loadFixtures(t)
  const file = await uploadFile(a.people.vendor, a, 'x', 'first')
  const params = { id: file._id }
  assert.deepEqual(
    await a.people.vendor.call(contract.receiveContent, { params, body: 'first' }),
    file,
  )
  await expectProblem(
    a.people.vendor.call(contract.receiveContent, { params, body: 'second' }),
    409,
    'file.content-exists',
  )
  assert.equal(
    Buffer.from(await a.people.vendor.call(downloads.sendFile, { params })).toString(),
    'first',
  )
  const { rows } = await sql`select from event where type = 'fin'`.execute(db)
  assert.equal(rows.length, 1, 'and emits one event')
})

test('accepts an empty file and rejects a missing body', async (t) => {
  const fixtures = await loadFixtures(t)
  const { vendor } = fixtures.a.people
  const { _id: id } = await vendor.call(contract.registerFile, {
    body: { name: 'x', asset: fixtures.a.asset._id },
  })
  const without = await rawRequest(fixtures, `/api/files/${id}/content`, {
    method: 'PUT',
    by: vendor,
  })
  assert.deepEqual(
    [without.statusCode, without.json<{ code: string }>().code],
    [400, 'body.required'],
  )
  const file = await vendor.call(contract.receiveContent, { params: { id }, body: '' })
  assert.deepEqual(
    [file.length, file.verified, file.mime, file.$flags],
    [0, true, 'application/octet-stream', ['verified', 'empty']],
  )
  assert.equal((await vendor.call(downloads.sendFile, { params: { id } })).length, 0)
})

test('accepts any content type, JSON included', async (t) => {
  const fixtures = await loadFixtures(t)
  const { vendor } = fixtures.a.people
  for (const type of [
    'application/json',
    'text/html; charset=utf-7',
    'multipart/form-data; boundary=x',
    'video/mp4',
  ]) {
    const { _id: id } = await vendor.call(contract.registerFile, {
      body: { name: 'x', asset: fixtures.a.asset._id },
    })
    const response = await rawRequest(fixtures, `/api/files/${id}/content`, {
      method: 'PUT',
      by: vendor,
      headers: { 'content-type': type },
      payload: '{"a":1,"a":2',
    })
    assert.deepEqual([response.statusCode, response.json<contract.File>().length], [200, 12], type)
  }
})

test('detects the media type from the bytes', async (t) => {
  const { a } = await loadFixtures(t)
  const kinds: [string, Buffer, string][] = [
    ['a.html', Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1'), 'image/png'],
    ['b.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'text/xml'],
    ['c.txt', Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), 'video/mp4'],
    ['d.mp4', Buffer.from('#EXTM3U\nfile:///etc/passwd'), 'text/plain'],
    ['e.mp4', Buffer.from([0, 1, 2, 255]), 'application/octet-stream'],
    ['f.mov', Buffer.from('\0\0\0\x14ftypqt  ', 'latin1'), 'video/quicktime'],
  ]
  for (const [name, bytes, mime] of kinds) {
    const { _id: id } = await a.people.vendor.call(contract.registerFile, {
      body: { name, asset: a.asset._id },
    })
    assert.equal(
      (await a.people.vendor.call(contract.receiveContent, { params: { id }, body: bytes })).mime,
      mime,
      name,
    )
  }
})

test('receives a body of several chunks completely and in order', async (t) => {
  const { a } = await loadFixtures(t)
  const bytes = Buffer.alloc(5_000_011, 'reel ')
  bytes.writeUInt32BE(0xdeadbeef, 4_999_999)
  const { _id: id } = await a.people.vendor.call(contract.registerFile, {
    body: { name: 'x', asset: a.asset._id },
  })
  const file = await a.people.vendor.call(contract.receiveContent, { params: { id }, body: bytes })
  assert.deepEqual([file.length, file.sha256], [bytes.length, hash('sha256', bytes)])
  assert.ok(bytes.equals(await a.people.territory.call(downloads.sendFile, { params: { id } })))
})

test('keeps two files with the same bytes apart', async (t) => {
  const { a, b } = await loadFixtures(t)
  const [mine, theirs] = [
    await uploadFile(a.people.vendor, a, 'x', 'same'),
    await uploadFile(b.people.vendor, b, 'y', 'same'),
  ]
  assert.notEqual(mine._id, theirs._id)
  assert.equal(mine.sha256, theirs.sha256)
  await expectProblem(
    a.people.vendor.call(downloads.sendFile, { params: { id: theirs._id } }),
    404,
    'file.not-found',
  )
})
