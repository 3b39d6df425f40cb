// Where the studio's `watermark` is on, a film is shown with its viewer's name in it, and not
// otherwise.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { localStorage } from '../kernel/storage/local.ts'
import { createPreview, getPreview } from '../previews/contract.ts'
import { changeStudio } from '../studios/contract.ts'
import { uploadBytes, film, still } from '../../test/clips.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { PLAYLIST, urlsIn, playbackUrls, fetchMedia } from '../../test/playback.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'

async function stage(t: TestContext, bytes: Buffer) {
  const fixtures = await loadFixtures(t)
  const { studio } = fixtures.a.people
  const { _id: file } = await uploadBytes(studio, fixtures.a, bytes)
  await fixtures.runJobs()
  const { _id: preview } = await studio.call(createPreview, {
    body: { asset: fixtures.a.asset._id, file },
  })
  const mark = (watermark: boolean) =>
    studio.call(changeStudio, {
      params: { id: fixtures.a.studio._id },
      body: { settings: { watermark } },
    })
  const pathFor = async (by: TestUser) =>
    (await by.call(getPreview, { params: { id: preview } })).path
  return { ...fixtures, file, preview, mark, pathFor }
}
type Stage = Awaited<ReturnType<typeof stage>>

/** Whoever asks first waits for the beginning, so somebody must work meanwhile. */
async function watch(staged: Stage, path: string) {
  const answer = fetchMedia(staged, path, PLAYLIST)
  const state = { answered: false }
  void answer.finally(() => (state.answered = true)).catch(() => {})
  while (!state.answered) await staged.runJobs()
  return answer
}

test('a film of a studio that marks its films', async (t) => {
  const staged = await stage(t, await film({ seconds: 2 }))
  const { territory, vendor } = staged.a.people
  const before = await playbackUrls(staged, await staged.pathFor(territory))
  await staged.mark(true)
  const statuses = async (addresses: string[]) =>
    new Set(
      await Promise.all(
        addresses.map(async (address) => (await rawRequest(staged, address)).statusCode),
      ),
    )
  const aDayLater = () =>
    sql`update rendition set created_at = now() - interval '25 hours'
      where person_id is not null`.execute(staged.db)

  await t.test(
    'what plays without a mark is gone, though the links were given out before',
    async () => {
      assert.deepEqual(await statuses(before.slice(1)), new Set([404]))
      assert.equal(
        (await territory.call(getPreview, { params: { id: staged.preview } })).poster,
        null,
      )
      assert.equal(
        (await rawRequest(staged, `/api/previews/${staged.preview}/poster`, { by: territory }))
          .statusCode,
        404,
      )
    },
  )

  await t.test('one variant is offered, made for who asks and once, however many ask', async () => {
    const path = await staged.pathFor(territory)
    const [answer] = await Promise.all([watch(staged, path), fetchMedia(staged, path, PLAYLIST)])
    const [variant, ...more] = urlsIn(answer.body)
    assert.deepEqual([new URL(variant!).pathname.split('/').at(-1), more], ['marked', []])
    const { body } = await fetchMedia(staged, variant!, PLAYLIST)
    assert.match(body, /#EXT-X-ENDLIST\n$/)
    for (const address of urlsIn(body)) await fetchMedia(staged, address, /^video\/mp4$/)
    await fetchMedia(staged, path, PLAYLIST)
    assert.equal(
      (await sql`select from job where kind = 'watermark'`.execute(staged.db)).rows.length,
      0,
    )
  })

  await t.test('nobody is shown what was marked for another', async () => {
    const address = `/api/previews/${staged.preview}/hls/marked/0`
    assert.deepEqual(
      [
        (await rawRequest(staged, address, { by: territory })).statusCode,
        (await rawRequest(staged, address, { by: vendor })).statusCode,
      ],
      [200, 404],
    )
  })

  await t.test('while it grows the playlist has no end, and says so', async () => {
    await sql`update rendition set complete = false, metadata = '{}'
      where person_id is not null`.execute(staged.db)
    const master = (await fetchMedia(staged, await staged.pathFor(territory), PLAYLIST)).body
    assert.match(master, /#EXT-X-STREAM-INF:BANDWIDTH=\d+\n/)
    const growing = (await fetchMedia(staged, urlsIn(master)[0]!, PLAYLIST)).body
    assert.ok(growing.includes('#EXT-X-PLAYLIST-TYPE:EVENT') && !growing.includes('ENDLIST'))
  })

  await t.test('after a day it is made again', async () => {
    await aDayLater()
    await watch(staged, await staged.pathFor(territory))
    const { rows } = await sql<{
      fresh: boolean
    }>`select created_at > now() - interval '1 hour' as fresh from rendition
      where person_id is not null`.execute(staged.db)
    assert.deepEqual(rows, [{ fresh: true }])
  })

  await t.test('or forgotten, and its bytes with it', async () => {
    await aDayLater()
    const { rows: parts } = await sql<{
      key: string
    }>`select p.key from rendition_part p join rendition r on r.id = p.rendition_id
      where r.person_id is not null`.execute(staged.db)
    await sql`insert into job (kind, payload) values ('prune-watermarked', '{}')`.execute(staged.db)
    await staged.runJobs()
    assert.equal(
      (await sql`select from rendition where person_id is not null`.execute(staged.db)).rows.length,
      0,
    )
    const left = await Promise.all(
      parts.map(({ key }) => localStorage(staged.app.config.dataDir).lengthOf(key)),
    )
    assert.ok(left.length > 1 && left.every((length) => length === undefined))
  })

  await t.test('when the studio marks no more, everything plays as before', async () => {
    await staged.mark(false)
    assert.deepEqual(await statuses(before), new Set([200]))
  })
})

test('of a picture only the small one is shown', async (t) => {
  const staged = await stage(t, await still(1600, 900))
  const { territory } = staged.a.people
  const large = (await fetchMedia(staged, await staged.pathFor(territory), /^image\//)).rawPayload
    .length
  await staged.mark(true)
  const small = (await fetchMedia(staged, await staged.pathFor(territory), /^image\//)).rawPayload
    .length
  assert.ok(small < large / 2)
})
