import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { changeFile, registerFile } from '../files/contract.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { uploadFile } from '../../test/orders.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import * as contract from './contract.ts'

const fetchFile = (
  { a, ...house }: Fixtures,
  id: string,
  headers: Record<string, string> = {},
  by = a.people.territory,
) => rawRequest(house, `/api/files/${id}/content`, { by, headers })
const recorded = async ({ db }: Fixtures) =>
  (await sql`select from download`.execute(db)).rows.length

test('fetching a file with a token records it and sends it whole, as an attachment that can do no harm', async (t) => {
  const house = await loadFixtures(t)
  const file = await uploadFile(
    house.a.people.vendor,
    house.a,
    '<script>.html',
    '<script>alert(1)</script>',
  )
  const { statusCode, body, headers } = await fetchFile(house, file._id)
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
  assert.equal(await recorded(house), 1)
})

test('a range is served as asked, and one that cannot be is 416', async (t) => {
  const house = await loadFixtures(t)
  const { _id: id } = await uploadFile(house.a.people.vendor, house.a, 'x', '0123456789')
  for (const [range, body, shown] of [
    ['0-0', '0', '0-0'],
    ['-3', '789', '7-9'],
    ['4-', '456789', '4-9'],
    ['2-4', '234', '2-4'],
    ['8-99', '89', '8-9'],
    ['-99', '0123456789', '0-9'],
  ] as const) {
    const answer = await fetchFile(house, id, { range: `bytes=${range}` })
    assert.deepEqual(
      [
        answer.statusCode,
        answer.body,
        answer.headers['content-range'],
        answer.headers['content-length'],
      ],
      [206, body, `bytes ${shown}/10`, String(body.length)],
    )
  }
  const before = await recorded(house)
  for (const range of [
    '5-1',
    '10-',
    '0-0,2-3',
    Array.from({ length: 1000 }, (_, at) => `${at}-${at}`).join(','),
  ]) {
    const answer = await fetchFile(house, id, { range: `bytes=${range}` })
    assert.deepEqual(
      [answer.statusCode, answer.headers['content-range'], answer.json<{ code: string }>().code],
      [416, 'bytes */10', 'range.unsatisfiable'],
    )
  }
  assert.equal(await recorded(house), before, 'what is not sent is not recorded')
  assert.equal((await fetchFile(house, id, { range: 'items=0-1' })).statusCode, 200)
})

test('a range holds only for the bytes it was begun with', async (t) => {
  const house = await loadFixtures(t)
  const { _id: id } = await uploadFile(house.a.people.vendor, house.a, 'x', '0123456789')
  const etag = String((await fetchFile(house, id)).headers.etag)
  assert.equal(
    (await fetchFile(house, id, { range: 'bytes=5-', 'if-range': etag })).statusCode,
    206,
  )
  const other = await fetchFile(house, id, { range: 'bytes=5-', 'if-range': '"other"' })
  assert.deepEqual([other.statusCode, other.body], [200, '0123456789'])
})

test('a download that is resumed within the hour is the same download; later it is another', async (t) => {
  const house = await loadFixtures(t)
  const { _id: id } = await uploadFile(house.a.people.vendor, house.a, 'x', '0123456789')
  await fetchFile(house, id)
  for (const range of ['bytes=3-', 'bytes=5-6', 'bytes=-1']) await fetchFile(house, id, { range })
  assert.equal(await recorded(house), 1)
  await fetchFile(house, id)
  assert.equal(await recorded(house), 2, 'from the start again is again')
  await sql`update download set created_at = created_at - interval '61 minutes'`.execute(house.db)
  await fetchFile(house, id, { range: 'bytes=3-' })
  assert.equal(await recorded(house), 3)
  await fetchFile(house, id, { range: 'bytes=3-' }, house.a.people.studio)
  assert.equal(await recorded(house), 4, 'nobody resumes what another began')
})

test('a range fetched first, without a beginning, is recorded too', async (t) => {
  const house = await loadFixtures(t)
  const { _id: id } = await uploadFile(house.a.people.vendor, house.a, 'x', '0123456789')
  await fetchFile(house, id, { range: 'bytes=9-' })
  assert.equal(await recorded(house), 1)
})

test('a look at the headers records nothing and sends nothing', async (t) => {
  const house = await loadFixtures(t)
  const { _id: id } = await uploadFile(house.a.people.vendor, house.a, 'x', '0123456789')
  const answer = await rawRequest(house, `/api/files/${id}/content`, {
    by: house.a.people.territory,
    method: 'HEAD',
  })
  assert.deepEqual(
    [answer.statusCode, answer.headers['content-length'], answer.body],
    [200, '10', ''],
  )
  assert.equal(await recorded(house), 0)
})

test('without the record there are no bytes', async (t) => {
  const house = await loadFixtures(t)
  const { _id: id } = await uploadFile(house.a.people.vendor, house.a, 'x', '0123456789')
  await sql`create function no() returns trigger language plpgsql as $$ begin raise exception 'disk full' using errcode = '53100'; end $$`.execute(
    house.db,
  )
  await sql`create trigger no before insert on download for each row execute function no()`.execute(
    house.db,
  )
  const answer = await fetchFile(house, id)
  assert.equal(answer.statusCode, 507)
  assert.ok(!answer.body.includes('0123'))
})

test('when the record may not be written, it is 503 and no bytes', async (t) => {
  const house = await loadFixtures(t)
  const { _id: id } = await uploadFile(house.a.people.vendor, house.a, 'x', '0123456789')
  await sql`create function no() returns trigger language plpgsql as $$ begin raise exception 'permission denied for table download' using errcode = '42501'; end $$`.execute(
    house.db,
  )
  await sql`create trigger no before insert on download for each row execute function no()`.execute(
    house.db,
  )
  const answer = await fetchFile(house, id)
  assert.deepEqual([answer.statusCode, answer.body.includes('0123')], [503, false])
})

test('bytes that the asker has already are not sent again, so nothing is recorded', async (t) => {
  const house = await loadFixtures(t)
  const { _id: id } = await uploadFile(house.a.people.vendor, house.a, 'x', '0123456789')
  const etag = String((await fetchFile(house, id)).headers.etag)
  for (const known of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
    const answer = await fetchFile(house, id, { 'if-none-match': known, range: 'bytes=0-1' })
    assert.deepEqual([answer.statusCode, answer.body, answer.headers.etag], [304, '', etag])
  }
  assert.equal(await recorded(house), 1)
  assert.equal((await fetchFile(house, id, { 'if-none-match': '"other"' })).statusCode, 200)
  await expectProblem(
    house.a.people.service.call(contract.sendFile, {
      params: { id },
      headers: { 'if-none-match': etag },
    }),
    403,
    'right.missing',
  )
})

test('each part of a download is asked for anew: an embargo set since ends it', async (t) => {
  const house = await loadFixtures(t)
  const { _id: id } = await uploadFile(house.a.people.vendor, house.a, 'x', '0123456789')
  const [{ url }] = (await house.a.people.territory.call(contract.startDownloads, {
    body: { files: [id] },
  })) as [contract.DownloadWithUrl]
  const resume = () => rawRequest(house, url, { headers: { range: 'bytes=5-' } })
  assert.equal((await resume()).body, '56789')
  await house.a.people.studio.call(changeFile, {
    params: { id },
    body: { embargo: { end: Math.floor(Date.now() / 1000) + 3600 } },
  })
  assert.equal((await resume()).statusCode, 404)
  assert.equal((await fetchFile(house, id, { range: 'bytes=5-' })).statusCode, 404)
})

test('behind a proxy that sends files, the answer names the file and the record is there', async (t) => {
  const house = await loadFixtures(t)
  house.app.config.xAccel = '/internal/'
  const { _id: id, sha256 } = await uploadFile(
    house.a.people.vendor,
    house.a,
    'x.txt',
    '0123456789',
  )
  const answer = await fetchFile(house, id, { range: 'bytes=5-' })
  assert.deepEqual(
    [answer.statusCode, answer.body, answer.headers['x-accel-redirect']],
    [200, '', `/internal/objects/${sha256!.slice(0, 2)}/${sha256!.slice(2, 4)}/${sha256}`],
  )
  assert.match(String(answer.headers['content-disposition']), /^attachment; filename="x\.txt"/)
  assert.deepEqual(
    [answer.headers['content-type'], answer.headers.etag, answer.headers['content-range']],
    ['text/plain', `"${sha256!.slice(0, 32)}"`, undefined],
  )
  assert.equal(await recorded(house), 1)
  assert.equal((await fetchFile(house, id, { range: 'bytes=0-1,3-4' })).statusCode, 416)
})

test('a hostile name makes a harmless header', async (t) => {
  const house = await loadFixtures(t)
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
    const { _id: id } = await uploadFile(house.a.people.vendor, house.a, name)
    const header = String((await fetchFile(house, id)).headers['content-disposition'])
    assert.match(header, /^attachment; filename="[^"\\]*"; filename\*=UTF-8''[!-~]+$/)
    assert.equal(decodeURIComponent(header.split("UTF-8''")[1]!), name)
  }
})

test('no bytes yet is 409, no right is 403, no sight is 404', async (t) => {
  const house = await loadFixtures(t)
  const { a, b } = house
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
    'right.missing',
  )
  const get = (id: string) => b.people.studio.call(contract.sendFile, { params: { id } })
  await expectSameProblem(get(file._id), get('f'.repeat(24)), 404)
  assert.equal((await rawRequest(house, `/api/files/${file._id}/content`)).statusCode, 401)
  assert.equal(await recorded(house), 0)
})

test('ids that look like paths lead nowhere', async (t) => {
  const house = await loadFixtures(t)
  for (const id of ['..%2f..%2fetc%2fpasswd', '%2e%2e', 'x'.repeat(150), '%00', "';--"]) {
    assert.ok([404, 400, 422].includes((await fetchFile(house, id)).statusCode), id)
  }
})
