import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAudit } from '../audit/contract.ts'
import * as offlines from '../offlines/contract.ts'
import * as previews from '../previews/contract.ts'
import { loadEmbargoFixtures, type EmbargoFixtures } from '../../test/embargo-fixtures.ts'
import { fetchMedia, playbackUrls } from '../../test/playback.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { sql } from '../kernel/db/sql.ts'

const setEmbargo = ({ db, file }: EmbargoFixtures, ends: string | null) =>
  sql`update file set embargo_end = now() + ${ends}::interval where id = ${file}`.execute(db)

const viewsOf = async ({ a, file }: EmbargoFixtures) =>
  (await a.people.studio.call(listAudit, { query: { about: file, act: 'GET ' } })).items
    .map(({ act, by }) => `${by!._id === a.people.studio._id ? '' : 'another: '}${act}`)
    .toReversed()

async function setup(t: Parameters<typeof loadEmbargoFixtures>[0]) {
  const fixtures = await loadEmbargoFixtures(t)
  const { studio } = fixtures.a.people
  const open = () => studio.call(previews.getPreview, { params: { id: fixtures.previews[0]! } })
  return { fixtures, studio, open }
}

test('records who opens and plays an embargoed film, once per session and hour', async (t) => {
  const { fixtures, studio, open } = await setup(t)
  await playbackUrls(fixtures, (await open()).path)
  assert.deepEqual(await viewsOf(fixtures), [], 'not without an embargo')

  await setEmbargo(fixtures, '1 day')
  const { path, peaks } = await open()
  assert.deepEqual(await viewsOf(fixtures), ['GET /previews/:id'])
  const addresses = await playbackUrls(fixtures, path)
  assert.ok(addresses.length > 2)
  for (const address of [...addresses, peaks!]) await fetchMedia(fixtures, address, /./)
  await Promise.all(addresses.map((address) => fetchMedia(fixtures, address, /./)))
  await open()
  assert.deepEqual(await viewsOf(fixtures), ['GET /previews/:id', 'GET /previews/:id/content'])

  await studio.call(offlines.getOffline, { params: { id: fixtures.offline } })
  assert.equal((await viewsOf(fixtures)).at(-1), 'GET /offlines/:id')
  const [entry] = (await studio.call(listAudit, { query: { about: fixtures.file } })).items
  assert.deepEqual(
    [entry!.about.kind, entry!.studios, entry!.asked],
    ['files', [fixtures.a.studio._id], { offline: fixtures.offline }],
  )
})

test('records the other people and the next hour', async (t) => {
  const { fixtures, open } = await setup(t)
  await setEmbargo(fixtures, '1 day')
  await open()
  await fixtures.admin.call(previews.getPreview, { params: { id: fixtures.previews[0]! } })
  assert.deepEqual(await viewsOf(fixtures), ['GET /previews/:id', 'another: GET /previews/:id'])
  await sql`alter table audit disable trigger protect_audit`.execute(fixtures.db)
  await sql`update audit set at = at - interval '1 hour'`.execute(fixtures.db)
  await open()
  assert.equal((await viewsOf(fixtures)).length, 3)
})

test('records a segment that is requested directly, and one entry for parallel requests', async (t) => {
  const { fixtures, studio, open } = await setup(t)
  const addresses = await playbackUrls(fixtures, (await open()).path)
  const segment = new URL(addresses.at(-1)!).pathname
  await setEmbargo(fixtures, '1 day')
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => rawRequest(fixtures, segment, { by: studio })),
  )
  assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([200]))
  assert.deepEqual(await viewsOf(fixtures), ['GET /previews/:id/content'])
})

test('sends nothing of an embargoed film that cannot be recorded', async (t) => {
  const { fixtures, open } = await setup(t)
  await setEmbargo(fixtures, '1 day')
  const { path } = await open()
  await sql`alter table audit add constraint full_disk check (about_kind <> 'files')
    not valid`.execute(fixtures.db)
  const { statusCode, body } = await rawRequest(fixtures, path)
  assert.ok(statusCode >= 500)
  assert.doesNotMatch(body, /EXTM3U/)
})
