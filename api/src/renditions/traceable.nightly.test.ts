// With the studio setting `traceable`, each viewer gets a different sequence of marked segments.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { getFile } from '../files/contract.ts'
import { localStorage } from '../kernel/storage/local.ts'
import { engine, film, folderFor } from '../../../media/src/test-media.fixture.ts'
import { createPreview, getPreview } from '../previews/contract.ts'
import { changeStudio } from '../studios/contract.ts'
import { uploadBytes } from '../../test/clips.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { PLAYLIST, fetchMedia, playbackUrls, urlsIn } from '../../test/playback.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { sql } from '../kernel/db/sql.ts'
import { listCodeOwners } from './queries/traceable.ts'
import { traceCopy } from './reactions/trace.ts'
import { CODE_BYTES } from '@reelay/media/viewer-codes'

const SECONDS = 30
const [WIDTH, HEIGHT, RATE] = [240, 136, 6]
/** A detailed picture over which the camera moves. */
const PICTURE = [
  `mandelbrot=s=${2 * WIDTH}x${2 * HEIGHT}:rate=${RATE}`,
  'trim=end_frame=1',
  'loop=-1:1',
  `setpts=N/${RATE}/TB`,
  `crop=${WIDTH}:${HEIGHT}:x='(iw-ow)*(0.5+0.4*sin(t*0.7))':y='(ih-oh)*(0.5+0.4*cos(t*0.43))'`,
  `trim=duration=${SECONDS}`,
].join(',')

async function prepare(t: TestContext) {
  const fixtures = await loadFixtures(t)
  const { studio } = fixtures.a.people
  const original = await film(t, { name: 'film.mp4', format: 'mp4', picture: PICTURE })
  const { _id: file } = await uploadBytes(studio, fixtures.a, await readFile(original))
  await fixtures.runJobs()
  const { _id: preview } = await studio.call(createPreview, {
    body: { asset: fixtures.a.asset._id, file },
  })
  const change = (settings: { traceable?: boolean; watermark?: boolean }) =>
    studio.call(changeStudio, { params: { id: fixtures.a.studio._id }, body: { settings } })
  const pathFor = async (by: TestUser) =>
    (await by.call(getPreview, { params: { id: preview } })).path
  return { ...fixtures, original, file, preview, change, pathFor }
}
type Prepared = Awaited<ReturnType<typeof prepare>>

/** Opens the film like a player, while jobs run. */
async function watch(prepared: Prepared, by: TestUser) {
  const response = prepared.pathFor(by).then((path) => fetchMedia(prepared, path, PLAYLIST))
  const state = { done: false }
  void response.finally(() => (state.done = true)).catch(() => {})
  while (!state.done) await prepared.runJobs()
  const [variant, ...others] = urlsIn((await response).body)
  const { body } = await fetchMedia(prepared, variant!, PLAYLIST)
  return { variant: variant!, others, segments: urlsIn(body) }
}

async function record(prepared: Prepared, segments: string[]): Promise<Buffer[]> {
  const parts: Buffer[] = []
  for (const url of segments)
    parts.push((await fetchMedia(prepared, url, /^video\/mp4$/)).rawPayload)
  return parts
}

const [SMALLER, CROPPED] = [`scale=${WIDTH / 2}:-2`, 'crop=iw*0.98:ih*0.98']

/** Encodes a film again, as somebody would who leaks it. */
async function leak(t: TestContext, bytes: Buffer, filters: string[]): Promise<string> {
  const path = join(await folderFor(t), 'recorded.mp4')
  await writeFile(path, bytes)
  return film(t, {
    name: 'leak.mp4',
    format: 'mp4',
    picture: [`movie=${path}`, ...filters].join(','),
    picks: { gop: 100, videoOptions: { preset: 'veryfast', crf: 30 } },
  })
}

test('a studio that traces its films', async (t) => {
  const prepared = await prepare(t)
  const { a, db, preview, file } = prepared
  const { territory, vendor, studio } = a.people
  const before = await playbackUrls(prepared, await prepared.pathFor(territory))
  await prepared.change({ traceable: true })
  const status = async (path: string, by: TestUser) =>
    (await rawRequest(prepared, path, { by })).statusCode
  const trace = (path: string) =>
    traceCopy({ db, engine, storage: localStorage(prepared.app.config.dataDir) }, { path })

  const codesOf = async (by: TestUser) =>
    (
      await sql<{ id: string }>`
        select id from trace_code where person_id = ${by._id}`.execute(db)
    ).rows.map(({ id }) => id)

  await t.test('serves no film without marks, even by earlier links', async () => {
    for (const complete of [false, true]) {
      await sql`update rendition set complete = ${complete} where kind = 'hls'`.execute(db)
      for (const url of before.slice(1))
        assert.equal((await rawRequest(prepared, url)).statusCode, 404, url)
    }
    assert.equal(await status(`/api/previews/${preview}/hls/traceable`, territory), 404)
    assert.equal(await status(`/api/previews/${preview}/poster`, territory), 200)
  })

  const viewing = await watch(prepared, territory)
  const own = await record(prepared, viewing.segments)
  const other = await record(prepared, (await watch(prepared, vendor)).segments)

  await t.test(
    'encodes an existing film on request, and offers it as the only variant',
    async () => {
      assert.deepEqual(
        [new URL(viewing.variant).pathname.split('/').at(-1), viewing.others],
        ['traceable', []],
      )
      assert.equal(viewing.segments.length, SECONDS + 1)
      const { media } = await studio.call(getFile, { params: { id: file } })
      assert.equal(media!.steps.find(({ step }) => step === 'traceable')!.status, 'ready')
    },
  )

  await t.test('gives two viewers different segments, and always the same to each', async () => {
    const different = own.filter((part, n) => !part.equals(other[n]!)).length
    assert.ok(different > 3 && different < SECONDS, `${different} segments differ`)
    assert.deepEqual(await record(prepared, (await watch(prepared, territory)).segments), own)
  })

  await t.test('does not let a viewer choose a variant', async () => {
    for (const variant of ['a', 'b', 'traceablea', 'source', '360p', 'marked'])
      assert.equal(await status(`/api/previews/${preview}/hls/${variant}/1`, territory), 404)
    // The link of another viewer returns the segment of the caller.
    const path = new URL(viewing.segments[5]!).pathname
    const { rawPayload } = await rawRequest(prepared, path, { by: vendor })
    assert.ok(rawPayload.equals(other[5]!))
  })

  await sql`
    insert into trace_code (studio_id, file_id, code)
    select f.studio_id, f.id, decode(value, 'hex') from file f, unnest(${Array.from(
      { length: 20 },
      () => randomBytes(CODE_BYTES).toString('hex'),
    )}::text[]) value
    where f.id = ${file}`.execute(db)

  await t.test('finds the viewer of a cropped copy of half the size among 22', async () => {
    const { viewers, candidates } = await trace(
      await leak(t, Buffer.concat(own), [CROPPED, SMALLER]),
    )
    assert.deepEqual([viewers.map(({ person }) => person), candidates], [[territory._id], 22])
    assert.ok(viewers[0]!.errorChance <= 1e-6 && viewers[0]!.matching > 25)
  })

  await t.test('names nobody for a copy without marks', async () => {
    const { films, viewers } = await trace(prepared.original)
    assert.deepEqual([films, viewers], [['film.mp4'], []])
  })

  await t.test('keeps the code of a deleted person', async () => {
    const [id] = await codesOf(vendor)
    await sql`update trace_code set person_id = null where id = ${id!}`.execute(db)
    const [owner] = await listCodeOwners(db, [id!])
    assert.deepEqual([owner!.id, owner!.person, owner!.name], [id, null, null])
  })

  await t.test('prefers the visible watermark', async () => {
    await prepared.change({ watermark: true })
    for (const url of viewing.segments.slice(0, 2))
      assert.equal((await rawRequest(prepared, url)).statusCode, 404)
  })
})
