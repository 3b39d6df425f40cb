import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAsset } from '../assets/contract.ts'
import { listDownloads } from '../downloads/contract.ts'
import * as sessions from '../sessions/contract.ts'
import { uploadBytes } from '../../test/clips.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { toneWav } from '../../demo/sample-files.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

async function pathFor({ a, runJobs }: Fixtures, by = a.people.territory) {
  const file = await uploadBytes(a.people.vendor, a, toneWav(440), 'tone.wav')
  await runJobs()
  const { _id } = await a.people.vendor.call(contract.createPreview, {
    body: { asset: a.asset._id, file: file._id },
  })
  return { id: _id, path: (await by.call(contract.getPreview, { params: { id: _id } })).path }
}

test('plays without headers while the person is signed in', async (t) => {
  const fixtures = await loadFixtures(t)
  const { path } = await pathFor(fixtures)
  const played = await rawRequest(fixtures, path)
  assert.deepEqual([played.statusCode, played.body.startsWith('#EXTM3U')], [200, true])
  await fixtures.a.people.territory.call(sessions.closeSession)
  const after = await rawRequest(fixtures, path)
  assert.deepEqual([after.statusCode, after.json<{ code: string }>().code], [403, 'link.invalid'])
})

test('stops playing when the person is disabled or leaves the studio', async (t) => {
  const fixtures = await loadFixtures(t)
  const { path } = await pathFor(fixtures)
  await sql`delete from membership where person_id = ${fixtures.a.people.territory._id}`.execute(
    fixtures.db,
  )
  assert.equal((await rawRequest(fixtures, path)).statusCode, 404)
  await sql`update person set approved = false
    where id = ${fixtures.a.people.territory._id}`.execute(fixtures.db)
  assert.equal((await rawRequest(fixtures, path)).statusCode, 403)
})

test('is bound to the person and the token it was issued to', async (t) => {
  const fixtures = await loadFixtures(t)
  const { path } = await pathFor(fixtures)
  const { path: other } = await pathFor(fixtures, fixtures.a.people.studio)
  const turned = (change: (query: URLSearchParams, url: URL) => void) => {
    const url = new URL(path)
    change(url.searchParams, url)
    return rawRequest(fixtures, url.href)
  }
  const theirs = new URL(other).searchParams
  const turns: ((query: URLSearchParams, url: URL) => void)[] = [
    (query) => query.set('person', fixtures.a.people.studio._id),
    (query) => query.set('token', theirs.get('token')!),
    (query) => query.set('signature', theirs.get('signature')!),
    (query) => query.set('signature', ''),
    (query) => query.delete('expires'),
    (query) => query.set('expires', String(Number(query.get('expires')) + 1)),
    (query) => query.set('key', 'none'),
    (query) => query.append('person', fixtures.a.people.studio._id),
    (query) => query.append('more', '1'),
    (_query, url) => (url.pathname = new URL(other).pathname),
    (_query, url) => (url.pathname = url.pathname.replace('previews', 'offlines')),
  ]
  for (const turn of turns) assert.equal((await turned(turn)).statusCode, 403, turn.toString())
  assert.equal((await rawRequest(fixtures, path)).statusCode, 200)
})

test('rejects the path together with credentials of another person', async (t) => {
  const fixtures = await loadFixtures(t)
  const { path } = await pathFor(fixtures)
  for (const by of [fixtures.b.people.territory, fixtures.a.people.studio])
    assert.equal((await rawRequest(fixtures, path, { by })).statusCode, 403)
  assert.equal(
    (await rawRequest(fixtures, path, { by: fixtures.a.people.territory })).statusCode,
    200,
  )
})

test('takes only the parameter `signature` for a signed link', async (t) => {
  const fixtures = await loadFixtures(t)
  const { path } = await pathFor(fixtures)
  const by = fixtures.a.people.territory
  const unsigned = `${new URL(path).pathname}?my-signature=1`
  assert.equal((await rawRequest(fixtures, unsigned)).statusCode, 401)
  assert.equal((await rawRequest(fixtures, unsigned, { by })).statusCode, 400)
})

test('embeds only the id of the signing key', async (t) => {
  const fixtures = await loadFixtures(t)
  const { id, path } = await pathFor(fixtures)
  const [embedded] = (
    await fixtures.a.people.territory.call(getAsset, { params: { id: fixtures.a.asset._id } })
  ).previews
  assert.deepEqual(embedded!.cdn, {
    domain: 'reelay.test',
    path: `/api/previews/${id}/content`,
    key: new URL(path).searchParams.get('key'),
  })
  const { rows } = await sql<{
    secret: string
  }>`select secret from signing_key where id = ${embedded!.cdn.key}`.execute(fixtures.db)
  assert.ok(
    rows[0]!.secret.length >= 32 &&
      !path.includes(rows[0]!.secret) &&
      !JSON.stringify(embedded).includes(rows[0]!.secret),
  )
})

test('does not count playback as a download', async (t) => {
  const fixtures = await loadFixtures(t)
  const { id, path } = await pathFor(fixtures)
  assert.equal((await rawRequest(fixtures, path)).statusCode, 200)
  assert.equal(
    (await rawRequest(fixtures, `/api/previews/${id}/content`, { by: fixtures.a.people.service }))
      .statusCode,
    200,
  )
  assert.equal((await fixtures.admin.call(listDownloads)).total, 0)
})
