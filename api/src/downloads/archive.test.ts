import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { changeFile } from '../files/contract.ts'
import { uploadFile } from '../../test/orders.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { readZip } from '../../test/read-zip.ts'
import * as contract from './contract.ts'

const start = (by: TestUser, ...files: { _id: string }[]) =>
  by.call(contract.startArchive, { body: { files: files.map(({ _id }) => _id) } })
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const countDownloads = async (by: TestUser) => (await by.call(contract.listDownloads)).total

test('sends several files as one ZIP, in any range, and records each file once', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const { territory, vendor } = a.people
  const texts = ['one', 'two'.repeat(100), '']
  const files = []
  for (const text of texts) files.push(await uploadFile(vendor, a, 'clip.mp4', text))
  const { url, name, downloads } = await start(territory, ...files, files[0]!)
  assert.deepEqual([name, downloads.length], ['Trailer a.zip', 3])
  const whole = await rawRequest(fixtures, url)
  assert.deepEqual(
    [whole.statusCode, whole.headers['content-type'], whole.headers['content-length']],
    [200, 'application/zip', String(whole.rawPayload.length)],
  )
  assert.match(String(whole.headers['content-disposition']), /Trailer a\.zip/)
  const entries = readZip(whole.rawPayload)
  const sums = entries.get('SHA256SUMS')!.toString()
  entries.delete('SHA256SUMS')
  assert.deepEqual([...entries.keys()], ['clip.mp4', 'clip (2).mp4', 'clip (3).mp4'])
  assert.deepEqual([...entries.values()].map(String).toSorted(), texts.toSorted())
  for (const [entry, bytes] of entries) assert.ok(sums.includes(`${sha256(bytes)}  ${entry}\n`))
  const rest = await rawRequest(fixtures, url, {
    headers: { range: 'bytes=200-', 'if-range': String(whole.headers.etag) },
  })
  assert.deepEqual([rest.statusCode, rest.rawPayload], [206, whole.rawPayload.subarray(200)])
  assert.equal(await countDownloads(territory), 3, 'adds no record when the URL is used')
  const again = `/api/downloads/${downloads[0]!._id}/archive`
  assert.equal((await rawRequest(fixtures, again, { by: territory })).statusCode, 200)
  assert.equal(await countDownloads(territory), 6, 'a request with a token is a new download')
})

test('sends nothing if one of the files is under embargo since, or is not shown', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b } = fixtures
  const { studio, territory, vendor } = a.people
  const files = [
    await uploadFile(vendor, a, 'a.mp4', 'a'),
    await uploadFile(vendor, a, 'b.mp4', 'b'),
  ]
  const foreign = await uploadFile(b.people.vendor, b)
  await expectProblem(start(territory, ...files, foreign), 422, 'reference.not-found')
  const { url } = await start(territory, ...files)
  await studio.call(changeFile, {
    params: { id: files[1]!._id },
    body: { embargo: { event: false, end: Math.floor(Date.now() / 1000) + 3600 } },
  })
  assert.equal((await rawRequest(fixtures, url)).statusCode, 404)
  await expectProblem(start(territory, ...files), 422, 'reference.not-found')
  assert.equal(await countDownloads(studio), 2)
})

test('shows an archive only to the person who started it', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const { studio, territory, translator, vendor } = a.people
  const file = await uploadFile(vendor, a)
  const { downloads } = await start(territory, file)
  const path = `/api/downloads/${downloads[0]!._id}/archive`
  for (const by of [studio, vendor])
    assert.equal((await rawRequest(fixtures, path, { by })).statusCode, 404)
  await expectProblem(start(translator, file), 403, 'permission.required')
  await expectProblem(start(territory), 422, 'body.invalid')
})
