// Every playback request checks access again, so earlier links do not outlive it.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createOffline, getOffline } from '../offlines/contract.ts'
import { createPreview, getPreview } from '../previews/contract.ts'
import * as sessions from '../sessions/contract.ts'
import { changeTranslation } from '../translations/contract.ts'
import { uploadBytes } from '../../test/clips.ts'
import { readRequest, createRequestAt } from '../../test/work-requests.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { playbackUrls } from '../../test/playback.ts'
import { loadFixtures, type TestUser, type TestRole, type Fixtures } from '../../test/fixtures.ts'
import { toneWav } from '../../demo/sample-files.ts'
import { sql } from '../kernel/db/sql.ts'

/** Audio is quick to encode, and plays from the same URLs as a film. */
async function prepare(t: TestContext) {
  const fixtures = await loadFixtures(t)
  const { studio, vendor } = fixtures.a.people
  const { _id: file } = await uploadBytes(vendor, fixtures.a, toneWav(440), 'tone.wav')
  await fixtures.runJobs()
  const preview = (
    await studio.call(createPreview, { body: { asset: fixtures.a.asset._id, file } })
  )._id
  const request = await createRequestAt(fixtures.a, 'in-progress')
  const offline = (await vendor.call(createOffline, { body: { workRequest: request, file } }))._id
  return { ...fixtures, file, preview, request, offline }
}
type Prepared = Awaited<ReturnType<typeof prepare>>

const pathsFor = async ({ preview, offline }: Prepared, by: TestUser) => [
  (await by.call(getPreview, { params: { id: preview } })).path,
  (await by.call(getOffline, { params: { id: offline } })).path,
]
/** Playlists, segments and the waveform, of the preview and of the offline. */
async function urlsFor(prepared: Prepared, by: TestUser): Promise<string[]> {
  const playing = (
    await Promise.all((await pathsFor(prepared, by)).map((path) => playbackUrls(prepared, path)))
  ).flat()
  return [
    ...playing,
    (await by.call(getPreview, { params: { id: prepared.preview } })).peaks!,
    (await by.call(getOffline, { params: { id: prepared.offline } })).peaks!,
  ]
}
const statusesOf = async (fixtures: Fixtures, urls: string[], by?: TestUser) =>
  new Set(
    await Promise.all(
      urls.map(async (url) => (await rawRequest(fixtures, url, by && { by })).statusCode),
    ),
  )

test('an embargo blocks links at once, and its end unblocks them', async (t) => {
  const prepared = await prepare(t)
  const urls = await urlsFor(prepared, prepared.a.people.territory)
  assert.equal(urls.length, 10)
  assert.deepEqual(await statusesOf(prepared, urls), new Set([200]))
  const setEmbargoEnd = (ends: string) =>
    sql`
      update file set embargo_end = now() + ${ends}::interval
      where id = ${prepared.file}`.execute(prepared.db)
  await setEmbargoEnd('1 hour')
  assert.deepEqual(await statusesOf(prepared, urls), new Set([404]))
  assert.deepEqual(
    await statusesOf(prepared, await urlsFor(prepared, prepared.a.people.studio)),
    new Set([200]),
    'people who may bypass the embargo keep access',
  )
  await setEmbargoEnd('-1 second')
  assert.deepEqual(await statusesOf(prepared, urls), new Set([200]))
})

test('links stop working with the token, the membership or the account', async (t) => {
  const prepared = await prepare(t)
  const { territory, vendor, studio } = prepared.a.people
  const lost: [TestUser, () => Promise<unknown>, number][] = [
    [territory, () => territory.call(sessions.closeSession), 403],
    [
      vendor,
      () =>
        sql`delete from membership where person_id = ${vendor._id}`
          .execute(prepared.db)
          .then(() =>
            sql`delete from group_person where person_id = ${vendor._id}`.execute(prepared.db),
          ),
      404,
    ],
    [
      studio,
      () => sql`update person set approved = false where id = ${studio._id}`.execute(prepared.db),
      403,
    ],
  ]
  for (const [person, lose, status] of lost) {
    const urls = await urlsFor(prepared, person)
    await lose()
    assert.deepEqual(await statusesOf(prepared, urls), new Set([status]), person.email)
  }
})

test('a link is valid for one person and one part', async (t) => {
  const prepared = await prepare(t)
  const { territory, studio } = prepared.a.people
  const urls = await urlsFor(prepared, territory)
  assert.deepEqual(await statusesOf(prepared, urls, prepared.b.people.territory), new Set([403]))
  assert.deepEqual(await statusesOf(prepared, urls, studio), new Set([403]))
  assert.deepEqual(await statusesOf(prepared, urls, territory), new Set([200]))
  const turned = urls.flatMap((url) =>
    [
      ['/1?', '/0?'],
      ['/0?', '/1?'],
      ['previews', 'offlines'],
      ['offlines', 'previews'],
      ['person=', 'person=f'],
      ['/content', '/peaks'],
      ['expires=1', 'expires=2'],
    ]
      .map(([from, to]) => url.replace(from!, to!))
      .filter((other) => other !== url),
  )
  assert.ok(turned.length > 20)
  assert.deepEqual(await statusesOf(prepared, turned), new Set([403]))
  assert.deepEqual(
    await statusesOf(
      prepared,
      urls.map((url) => url.split('?')[0]!),
    ),
    new Set([401]),
  )
})

test('playlist signatures last as long as the film, the path five minutes', async (t) => {
  const prepared = await prepare(t)
  const now = Date.now() / 1000
  const [path, variant, init] = await playbackUrls(
    prepared,
    (await pathsFor(prepared, prepared.a.people.territory))[0]!,
  )
  const lasts = (url: string) => Math.round(Number(new URL(url).searchParams.get('expires')) - now)
  assert.ok(Math.abs(lasts(path!) - 300) <= 3)
  for (const inside of [variant!, init!]) assert.ok(Math.abs(lasts(inside) - 303) <= 3)
})

test('plays only for people who may see the record', async (t) => {
  const prepared = await prepare(t)
  const { translation } = await readRequest(prepared.a.people.studio, prepared.request)
  await prepared.a.people.vendor.call(changeTranslation, {
    params: { id: translation._id },
    body: { translator: prepared.a.people.translator._id },
  })
  const paths = [prepared.preview, prepared.offline].flatMap((id, index) =>
    ['content', 'hls/sound', 'hls/sound/0', 'peaks', 'poster'].map(
      (what) => `/api/${['previews', 'offlines'][index]}/${id}/${what}`,
    ),
  )
  const statuses = async (by: TestUser) =>
    (await Promise.all(paths.map((path) => rawRequest(prepared, path, { by })))).map(
      ({ statusCode }) => statusCode,
    )
  const sees = [200, 200, 200, 200, 404]
  for (const role of ['studio', 'territory', 'vendor', 'translator', 'service'] as TestRole[])
    assert.deepEqual(await statuses(prepared.a.people[role]), [...sees, ...sees], role)
  for (const by of [prepared.a.people.guest, ...Object.values(prepared.b.people)])
    assert.deepEqual(
      await statuses(by),
      paths.map(() => 404),
      by.email,
    )
  const foreign = await Promise.all(
    paths.map((path) => rawRequest(prepared, path, { by: prepared.b.people.studio })),
  )
  const unknown = await Promise.all(
    paths.map((path) =>
      rawRequest(prepared, path.replace(/[0-9a-f]{24}/, 'f'.repeat(24)), {
        by: prepared.b.people.studio,
      }),
    ),
  )
  const normalize = (all: typeof foreign) =>
    all.map((answer) => ({ ...answer.json<object>(), requestId: '' }))
  assert.deepEqual(normalize(foreign), normalize(unknown))
})

test('finds parts by number, never by path', async (t) => {
  const prepared = await prepare(t)
  for (const part of [
    'hls/sound/99',
    'hls/source',
    'hls/marked',
    'hls/sound/%2e%2e',
    'hls/..%2fsound/0',
    'hls/%00',
    'hls/sound/1e1',
    'hls/SOUND',
    'storyboard/0',
    'hls/sound/-1',
  ]) {
    const { statusCode } = await rawRequest(prepared, `/api/previews/${prepared.preview}/${part}`, {
      by: prepared.a.people.territory,
    })
    assert.ok([404, 400, 422].includes(statusCode), `${part}: ${statusCode}`)
  }
})
