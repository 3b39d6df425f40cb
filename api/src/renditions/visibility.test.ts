// A link that was given out opens nothing that was closed since: every part of every playing is
// asked for anew.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
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

/** A sound is made in a moment and is watched by the same addresses as a film. */
async function stage(t: TestContext) {
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
type Stage = Awaited<ReturnType<typeof stage>>

const pathsFor = async ({ preview, offline }: Stage, by: TestUser) => [
  (await by.call(getPreview, { params: { id: preview } })).path,
  (await by.call(getOffline, { params: { id: offline } })).path,
]
/** Playlists, segments and the waveform, of the preview and of the offline. */
async function addressesFor(staged: Stage, by: TestUser): Promise<string[]> {
  const playing = (
    await Promise.all((await pathsFor(staged, by)).map((path) => playbackUrls(staged, path)))
  ).flat()
  return [
    ...playing,
    (await by.call(getPreview, { params: { id: staged.preview } })).peaks!,
    (await by.call(getOffline, { params: { id: staged.offline } })).peaks!,
  ]
}
const answers = async (fixtures: Fixtures, addresses: string[], by?: TestUser) =>
  new Set(
    await Promise.all(
      addresses.map(
        async (address) => (await rawRequest(fixtures, address, by && { by })).statusCode,
      ),
    ),
  )

test('an embargo set after the link was given shuts the next segment at once, and opens it again when it ends', async (t) => {
  const staged = await stage(t)
  const addresses = await addressesFor(staged, staged.a.people.territory)
  assert.equal(addresses.length, 10)
  assert.deepEqual(await answers(staged, addresses), new Set([200]))
  const holdBack = (ends: string) =>
    sql`update file set embargo_end = now() + ${ends}::interval where id = ${staged.file}`.execute(
      staged.db,
    )
  await holdBack('1 hour')
  assert.deepEqual(await answers(staged, addresses), new Set([404]))
  assert.deepEqual(
    await answers(staged, await addressesFor(staged, staged.a.people.studio)),
    new Set([200]),
    'who sees behind it goes on',
  )
  await holdBack('-1 second')
  assert.deepEqual(await answers(staged, addresses), new Set([200]))
})

test('with the token, the studio or the account all of it is gone', async (t) => {
  const staged = await stage(t)
  const { territory, vendor, studio } = staged.a.people
  const lost: [TestUser, () => Promise<unknown>, number][] = [
    [territory, () => territory.call(sessions.closeSession), 403],
    [
      vendor,
      () =>
        sql`delete from person_studio where person_id = ${vendor._id}`
          .execute(staged.db)
          .then(() =>
            sql`delete from group_person where person_id = ${vendor._id}`.execute(staged.db),
          ),
      404,
    ],
    [
      studio,
      () => sql`update person set approved = false where id = ${studio._id}`.execute(staged.db),
      403,
    ],
  ]
  for (const [person, lose, status] of lost) {
    const addresses = await addressesFor(staged, person)
    await lose()
    assert.deepEqual(await answers(staged, addresses), new Set([status]), person.email)
  }
})

test('a link is for one person and one part', async (t) => {
  const staged = await stage(t)
  const { territory, studio } = staged.a.people
  const addresses = await addressesFor(staged, territory)
  assert.deepEqual(await answers(staged, addresses, staged.b.people.territory), new Set([403]))
  assert.deepEqual(await answers(staged, addresses, studio), new Set([403]))
  assert.deepEqual(await answers(staged, addresses, territory), new Set([200]))
  const turned = addresses.flatMap((address) =>
    [
      ['/1?', '/0?'],
      ['/0?', '/1?'],
      ['previews', 'offlines'],
      ['offlines', 'previews'],
      ['person=', 'person=f'],
      ['/content', '/peaks'],
      ['expires=1', 'expires=2'],
    ]
      .map(([from, to]) => address.replace(from!, to!))
      .filter((other) => other !== address),
  )
  assert.ok(turned.length > 20)
  assert.deepEqual(await answers(staged, turned), new Set([403]))
  assert.deepEqual(
    await answers(
      staged,
      addresses.map((address) => address.split('?')[0]!),
    ),
    new Set([401]),
  )
})

test('signatures inside a playlist last as long as it takes to watch it; the path itself five minutes', async (t) => {
  const staged = await stage(t)
  const now = Date.now() / 1000
  const [path, variant, init] = await playbackUrls(
    staged,
    (await pathsFor(staged, staged.a.people.territory))[0]!,
  )
  const lasts = (address: string) =>
    Math.round(Number(new URL(address).searchParams.get('expires')) - now)
  assert.ok(Math.abs(lasts(path!) - 300) <= 3)
  for (const inside of [variant!, init!]) assert.ok(Math.abs(lasts(inside) - 303) <= 3)
})

test('who does not see the record is told nothing by any of its addresses; who does may watch', async (t) => {
  const staged = await stage(t)
  const { translation } = await readRequest(staged.a.people.studio, staged.request)
  await staged.a.people.vendor.call(changeTranslation, {
    params: { id: translation._id },
    body: { translator: staged.a.people.translator._id },
  })
  const paths = [staged.preview, staged.offline].flatMap((id, at) =>
    ['content', 'hls/sound', 'hls/sound/0', 'peaks', 'poster'].map(
      (what) => `/api/${['previews', 'offlines'][at]}/${id}/${what}`,
    ),
  )
  const statuses = async (by: TestUser) =>
    (await Promise.all(paths.map((path) => rawRequest(staged, path, { by })))).map(
      ({ statusCode }) => statusCode,
    )
  const sees = [200, 200, 200, 200, 404]
  for (const role of ['studio', 'territory', 'vendor', 'translator', 'service'] as TestRole[])
    assert.deepEqual(await statuses(staged.a.people[role]), [...sees, ...sees], role)
  for (const by of [staged.a.people.guest, ...Object.values(staged.b.people)])
    assert.deepEqual(
      await statuses(by),
      paths.map(() => 404),
      by.email,
    )
  const foreign = await Promise.all(
    paths.map((path) => rawRequest(staged, path, { by: staged.b.people.studio })),
  )
  const unknown = await Promise.all(
    paths.map((path) =>
      rawRequest(staged, path.replace(/[0-9a-f]{24}/, 'f'.repeat(24)), {
        by: staged.b.people.studio,
      }),
    ),
  )
  const said = (all: typeof foreign) =>
    all.map((answer) => ({ ...answer.json<object>(), requestId: '' }))
  assert.deepEqual(said(foreign), said(unknown))
})

test('a part is found by its number, never by a path', async (t) => {
  const staged = await stage(t)
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
    const { statusCode } = await rawRequest(staged, `/api/previews/${staged.preview}/${part}`, {
      by: staged.a.people.territory,
    })
    assert.ok([404, 400, 422].includes(statusCode), `${part}: ${statusCode}`)
  }
})
