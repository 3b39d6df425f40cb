import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeFile, registerFile } from '../files/contract.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { uploadFile } from '../../test/orders.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

const fetchFile = (
  { a, ...fixtures }: Fixtures,
  id: string,
  headers: Record<string, string> = {},
  by = a.people.territory,
) => rawRequest(fixtures, `/api/files/${id}/content`, { by, headers })
const recorded = async ({ db }: Fixtures) =>
  (await sql`select from download`.execute(db)).rows.length

test('records a download with a token and sends the file as a safe attachment', async (t) => {
  const fixtures = await loadFixtures(t)
  const file = await uploadFile(
    fixtures.a.people.vendor,
    fixtures.a,
    '<script>.html',
    '<script>alert(1)</script>',
  )
  const { statusCode, body, headers } = await fetchFile(fixtures, file._id)
  assert.deepEqual([statusCode, body], [200, '<script>alert(1)</script>'])
  assert.deepEqual(
    [
      headers['content-type'],
      headers['content-length'],
      headers['accept-ranges'],
      headers['x-content-type-options'],
    ],
    ['text/plain', '25', 'bytes', 'nosniff'],
  )
  assert.match(String(headers['content-disposition']), /^attachment; /)
  assert.match(String(headers['content-security-policy']), /^sandbox; default-src 'none'$/)
  assert.match(String(headers['cache-control']), /private/)
  assert.equal(await recorded(fixtures), 1)
})

test('sends pages, drawings and scripts as safe attachments, whatever their names', async (t) => {
  const fixtures = await loadFixtures(t)
  for (const [name, bytes] of Object.entries({
    'page.jpg': '<!doctype html><script>alert(1)</script>',
    'picture.svg': '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    'code.jpg': 'alert(document.domain)',
    'page.html': '<html><body onload=alert(1)>',
  })) {
    const file = await uploadFile(fixtures.a.people.vendor, fixtures.a, name, bytes)
    const { headers } = await fetchFile(fixtures, file._id)
    assert.match(String(headers['content-disposition']), /^attachment; /)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.match(String(headers['content-security-policy']), /^sandbox; default-src 'none'$/)
    assert.doesNotMatch(String(headers['content-type']), /html|svg|javascript/)
  }
})

test('serves a range and returns 416 for an invalid one', async (t) => {
  const fixtures = await loadFixtures(t)
  const { _id: id } = await uploadFile(fixtures.a.people.vendor, fixtures.a, 'x', '0123456789')
  for (const [range, body, contentRange] of [
    ['0-0', '0', '0-0'],
    ['-3', '789', '7-9'],
    ['4-', '456789', '4-9'],
    ['2-4', '234', '2-4'],
    ['8-99', '89', '8-9'],
    ['-99', '0123456789', '0-9'],
  ] as const) {
    const response = await fetchFile(fixtures, id, { range: `bytes=${range}` })
    assert.deepEqual(
      [
        response.statusCode,
        response.body,
        response.headers['content-range'],
        response.headers['content-length'],
      ],
      [206, body, `bytes ${contentRange}/10`, String(body.length)],
    )
  }
  const before = await recorded(fixtures)
  for (const range of [
    '5-1',
    '10-',
    '0-0,2-3',
    Array.from({ length: 1000 }, (_, index) => `${index}-${index}`).join(','),
  ]) {
    const response = await fetchFile(fixtures, id, { range: `bytes=${range}` })
    assert.deepEqual(
      [
        response.statusCode,
        response.headers['content-range'],
        response.json<{ code: string }>().code,
      ],
      [416, 'bytes */10', 'range.unsatisfiable'],
    )
  }
  assert.equal(await recorded(fixtures), before, 'records nothing when nothing is sent')
  assert.equal((await fetchFile(fixtures, id, { range: 'items=0-1' })).statusCode, 200)
})

test('serves a range only for unchanged bytes', async (t) => {
  const fixtures = await loadFixtures(t)
  const { _id: id } = await uploadFile(fixtures.a.people.vendor, fixtures.a, 'x', '0123456789')
  const etag = String((await fetchFile(fixtures, id)).headers.etag)
  assert.equal(
    (await fetchFile(fixtures, id, { range: 'bytes=5-', 'if-range': etag })).statusCode,
    206,
  )
  const other = await fetchFile(fixtures, id, { range: 'bytes=5-', 'if-range': '"other"' })
  assert.deepEqual([other.statusCode, other.body], [200, '0123456789'])
})

test('treats a download resumed within an hour as the same one', async (t) => {
  const fixtures = await loadFixtures(t)
  const { _id: id } = await uploadFile(fixtures.a.people.vendor, fixtures.a, 'x', '0123456789')
  await fetchFile(fixtures, id)
  for (const range of ['bytes=3-', 'bytes=5-6', 'bytes=-1'])
    await fetchFile(fixtures, id, { range })
  assert.equal(await recorded(fixtures), 1)
  await fetchFile(fixtures, id)
  assert.equal(await recorded(fixtures), 2, 'starting again is another download')
  await sql`update download set created_at = created_at - interval '61 minutes'`.execute(
    fixtures.db,
  )
  await fetchFile(fixtures, id, { range: 'bytes=3-' })
  assert.equal(await recorded(fixtures), 3)
  await fetchFile(fixtures, id, { range: 'bytes=3-' }, fixtures.a.people.studio)
  assert.equal(await recorded(fixtures), 4, 'does not resume a download of another person')
})

test('records a range that was requested first', async (t) => {
  const fixtures = await loadFixtures(t)
  const { _id: id } = await uploadFile(fixtures.a.people.vendor, fixtures.a, 'x', '0123456789')
  await fetchFile(fixtures, id, { range: 'bytes=9-' })
  assert.equal(await recorded(fixtures), 1)
})

test('records and sends nothing for HEAD', async (t) => {
  const fixtures = await loadFixtures(t)
  const { _id: id } = await uploadFile(fixtures.a.people.vendor, fixtures.a, 'x', '0123456789')
  const response = await rawRequest(fixtures, `/api/files/${id}/content`, {
    by: fixtures.a.people.territory,
    method: 'HEAD',
  })
  assert.deepEqual(
    [response.statusCode, response.headers['content-length'], response.body],
    [200, '10', ''],
  )
  assert.equal(await recorded(fixtures), 0)
})

test('sends no bytes without a record', async (t) => {
  const fixtures = await loadFixtures(t)
  const { _id: id } = await uploadFile(fixtures.a.people.vendor, fixtures.a, 'x', '0123456789')
  await sql`create function no() returns trigger language plpgsql
    as $$ begin raise exception 'disk full' using errcode = '53100'; end $$`.execute(fixtures.db)
  await sql`create trigger no before insert on download for each row execute function no()`.execute(
    fixtures.db,
  )
  const response = await fetchFile(fixtures, id)
  assert.equal(response.statusCode, 507)
  assert.ok(!response.body.includes('0123'))
})

test('answers 503 without bytes when the record cannot be written', async (t) => {
  const fixtures = await loadFixtures(t)
  const { _id: id } = await uploadFile(fixtures.a.people.vendor, fixtures.a, 'x', '0123456789')
  await sql`create function no() returns trigger language plpgsql
    as $$ begin raise exception 'permission denied for table download' using errcode
    = '42501'; end $$`.execute(fixtures.db)
  await sql`create trigger no before insert on download for each row execute function no()`.execute(
    fixtures.db,
  )
  const response = await fetchFile(fixtures, id)
  assert.deepEqual([response.statusCode, response.body.includes('0123')], [503, false])
})

test('records nothing when the client already has the bytes', async (t) => {
  const fixtures = await loadFixtures(t)
  const { _id: id } = await uploadFile(fixtures.a.people.vendor, fixtures.a, 'x', '0123456789')
  const etag = String((await fetchFile(fixtures, id)).headers.etag)
  for (const ifNoneMatch of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
    const response = await fetchFile(fixtures, id, {
      'if-none-match': ifNoneMatch,
      range: 'bytes=0-1',
    })
    assert.deepEqual([response.statusCode, response.body, response.headers.etag], [304, '', etag])
  }
  assert.equal(await recorded(fixtures), 1)
  assert.equal((await fetchFile(fixtures, id, { 'if-none-match': '"other"' })).statusCode, 200)
  await expectProblem(
    fixtures.a.people.service.call(contract.sendFile, {
      params: { id },
      headers: { 'if-none-match': etag },
    }),
    403,
    'permission.required',
  )
})

test('checks access for each range, so a new embargo ends a download', async (t) => {
  const fixtures = await loadFixtures(t)
  const { _id: id } = await uploadFile(fixtures.a.people.vendor, fixtures.a, 'x', '0123456789')
  const [{ url }] = (await fixtures.a.people.territory.call(contract.startDownloads, {
    body: { files: [id] },
  })) as [contract.DownloadWithUrl]
  const resume = () => rawRequest(fixtures, url, { headers: { range: 'bytes=5-' } })
  assert.equal((await resume()).body, '56789')
  await fixtures.a.people.studio.call(changeFile, {
    params: { id },
    body: { embargo: { end: Math.floor(Date.now() / 1000) + 3600 } },
  })
  assert.equal((await resume()).statusCode, 404)
  assert.equal((await fetchFile(fixtures, id, { range: 'bytes=5-' })).statusCode, 404)
})

test('names the file for a proxy that sends it, after the record', async (t) => {
  const fixtures = await loadFixtures(t)
  fixtures.app.config.xAccel = '/internal/'
  const { _id: id, sha256 } = await uploadFile(
    fixtures.a.people.vendor,
    fixtures.a,
    'x.txt',
    '0123456789',
  )
  const response = await fetchFile(fixtures, id, { range: 'bytes=5-' })
  assert.deepEqual(
    [response.statusCode, response.body, response.headers['x-accel-redirect']],
    [200, '', `/internal/objects/${sha256!.slice(0, 2)}/${sha256!.slice(2, 4)}/${sha256}`],
  )
  assert.match(String(response.headers['content-disposition']), /^attachment; filename="x\.txt"/)
  assert.deepEqual(
    [response.headers['content-type'], response.headers.etag, response.headers['content-range']],
    ['text/plain', `"${sha256!.slice(0, 32)}"`, undefined],
  )
  assert.equal(await recorded(fixtures), 1)
  assert.equal((await fetchFile(fixtures, id, { range: 'bytes=0-1,3-4' })).statusCode, 416)
})

test('encodes a hostile file name safely in the header', async (t) => {
  const fixtures = await loadFixtures(t)
  for (const name of [
    '"; filename="evil.exe',
    '../../etc/passwd',
    'a\u2028b',
    '予告編.mp4',
    '\u202egpj.exe',
    '%0d%0aSet-Cookie: a=b',
    "'’`",
    'x'.repeat(255),
  ]) {
    const { _id: id } = await uploadFile(fixtures.a.people.vendor, fixtures.a, name)
    const header = String((await fetchFile(fixtures, id)).headers['content-disposition'])
    assert.match(header, /^attachment; filename="[^"\\]*"; filename\*=UTF-8''[!-~]+$/)
    assert.equal(decodeURIComponent(header.split("UTF-8''")[1]!), name)
  }
})

test('answers 409 without bytes, 403 without permission and 404 without visibility', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b } = fixtures
  const empty = await a.people.vendor.call(registerFile, {
    body: { name: 'x', asset: a.asset._id },
  })
  await expectProblem(
    a.people.territory.call(contract.sendFile, { params: { id: empty._id } }),
    409,
    'file.empty',
  )
  const file = await uploadFile(a.people.vendor, a)
  await expectProblem(
    a.people.service.call(contract.sendFile, { params: { id: file._id } }),
    403,
    'permission.required',
  )
  const get = (id: string) => b.people.studio.call(contract.sendFile, { params: { id } })
  await expectSameProblem(get(file._id), get('f'.repeat(24)), 404)
  assert.equal((await rawRequest(fixtures, `/api/files/${file._id}/content`)).statusCode, 401)
  assert.equal(await recorded(fixtures), 0)
})

test('rejects ids that look like paths', async (t) => {
  const fixtures = await loadFixtures(t)
  for (const id of ['..%2f..%2fetc%2fpasswd', '%2e%2e', 'x'.repeat(150), '%00', "';--"]) {
    assert.ok([404, 400, 422].includes((await fetchFile(fixtures, id)).statusCode), id)
  }
})
