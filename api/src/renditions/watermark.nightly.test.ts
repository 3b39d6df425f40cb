// With the studio setting `watermark`, films are only shown with the viewer's name in them.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { localStorage } from '../kernel/storage/local.ts'
import { createPreview, getPreview } from '../previews/contract.ts'
import { changeStudio } from '../studios/contract.ts'
import { uploadBytes, film, still } from '../../test/clips.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { PLAYLIST, urlsIn, playbackUrls, fetchMedia } from '../../test/playback.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'

async function prepare(t: TestContext, bytes: Buffer) {
  const fixtures = await loadFixtures(t)
  const { studio } = fixtures.a.people
  const { _id: file } = await uploadBytes(studio, fixtures.a, bytes)
  await fixtures.runJobs()
  const { _id: preview } = await studio.call(createPreview, {
    body: { asset: fixtures.a.asset._id, file },
  })
  const setWatermark = (watermark: boolean) =>
    studio.call(changeStudio, {
      params: { id: fixtures.a.studio._id },
      body: { settings: { watermark } },
    })
  const pathFor = async (by: TestUser) =>
    (await by.call(getPreview, { params: { id: preview } })).path
  return { ...fixtures, file, preview, setWatermark, pathFor }
}
type Prepared = Awaited<ReturnType<typeof prepare>>

/** The first request waits for the first segment, so jobs must run meanwhile. */
async function watch(prepared: Prepared, path: string) {
  const response = fetchMedia(prepared, path, PLAYLIST)
  const state = { done: false }
  void response.finally(() => (state.done = true)).catch(() => {})
  while (!state.done) await prepared.runJobs()
  return response
}

test('a studio that watermarks its films', async (t) => {
  const prepared = await prepare(t, await film({ seconds: 2 }))
  const { territory, vendor } = prepared.a.people
  const before = await playbackUrls(prepared, await prepared.pathFor(territory))
  await prepared.setWatermark(true)
  const statuses = async (urls: string[]) =>
    new Set(
      await Promise.all(urls.map(async (url) => (await rawRequest(prepared, url)).statusCode)),
    )
  const ageByOneDay = () =>
    sql`update rendition set created_at = now() - interval '25 hours'
      where person_id is not null`.execute(prepared.db)

  await t.test('serves no film without a watermark, even by earlier links', async () => {
    for (const complete of [false, true]) {
      await sql`update rendition set complete = ${complete} where person_id is null`.execute(
        prepared.db,
      )
      assert.deepEqual(await statuses(before.slice(1)), new Set([404]))
    }
    const { poster, storyboard } = await territory.call(getPreview, {
      params: { id: prepared.preview },
    })
    assert.deepEqual([poster, storyboard], [null, null])
    for (const picture of ['poster', 'storyboard', 'storyboard/0'])
      assert.equal(
        (
          await rawRequest(prepared, `/api/previews/${prepared.preview}/${picture}`, {
            by: territory,
          })
        ).statusCode,
        404,
        picture,
      )
  })

  await t.test('offers one variant per viewer, encoded once', async () => {
    const path = await prepared.pathFor(territory)
    const [response] = await Promise.all([
      watch(prepared, path),
      fetchMedia(prepared, path, PLAYLIST),
    ])
    const [variant, ...more] = urlsIn(response.body)
    assert.deepEqual([new URL(variant!).pathname.split('/').at(-1), more], ['marked', []])
    const { body } = await fetchMedia(prepared, variant!, PLAYLIST)
    assert.match(body, /#EXT-X-ENDLIST\n$/)
    for (const url of urlsIn(body)) await fetchMedia(prepared, url, /^video\/mp4$/)
    await fetchMedia(prepared, path, PLAYLIST)
    assert.equal(
      (await sql`select from job where kind = 'watermark'`.execute(prepared.db)).rows.length,
      0,
    )
  })

  await t.test('does not show a film with the watermark of another viewer', async () => {
    const url = `/api/previews/${prepared.preview}/hls/marked/0`
    assert.deepEqual(
      [
        (await rawRequest(prepared, url, { by: territory })).statusCode,
        (await rawRequest(prepared, url, { by: vendor })).statusCode,
      ],
      [200, 404],
    )
  })

  await t.test('omits the end tag while the film is being encoded', async () => {
    await sql`update rendition set complete = false, metadata = '{}'
      where person_id is not null`.execute(prepared.db)
    const master = (await fetchMedia(prepared, await prepared.pathFor(territory), PLAYLIST)).body
    assert.match(master, /#EXT-X-STREAM-INF:BANDWIDTH=\d+\n/)
    const growing = (await fetchMedia(prepared, urlsIn(master)[0]!, PLAYLIST)).body
    assert.ok(growing.includes('#EXT-X-PLAYLIST-TYPE:EVENT') && !growing.includes('ENDLIST'))
  })

  await t.test('encodes it again after a day', async () => {
    await ageByOneDay()
    await watch(prepared, await prepared.pathFor(territory))
    const { rows } = await sql<{
      fresh: boolean
    }>`select created_at > now() - interval '1 hour' as fresh from rendition
      where person_id is not null`.execute(prepared.db)
    assert.deepEqual(rows, [{ fresh: true }])
  })

  await t.test('deletes it and its objects after a day', async () => {
    await ageByOneDay()
    const { rows: parts } = await sql<{
      key: string
    }>`select p.key from rendition_part p join rendition r on r.id = p.rendition_id
      where r.person_id is not null`.execute(prepared.db)
    await sql`insert into job (kind, payload) values ('prune-watermarked', '{}')`.execute(
      prepared.db,
    )
    await prepared.runJobs()
    assert.equal(
      (await sql`select from rendition where person_id is not null`.execute(prepared.db)).rows
        .length,
      0,
    )
    const left = await Promise.all(
      parts.map(({ key }) => localStorage(prepared.app.config.dataDir).lengthOf(key)),
    )
    assert.ok(left.length > 1 && left.every((length) => length === undefined))
  })

  await t.test('plays films without watermark after it is switched off', async () => {
    await prepared.setWatermark(false)
    assert.deepEqual(await statuses(before), new Set([200]))
  })
})

test('shows only the small size of an image', async (t) => {
  const prepared = await prepare(t, still(1600, 900))
  const { territory } = prepared.a.people
  const large = (await fetchMedia(prepared, await prepared.pathFor(territory), /^image\//))
    .rawPayload.length
  await prepared.setWatermark(true)
  const small = (await fetchMedia(prepared, await prepared.pathFor(territory), /^image\//))
    .rawPayload.length
  assert.ok(small < large / 2)
})
