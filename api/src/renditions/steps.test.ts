import assert from 'node:assert/strict'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { getFile } from '../files/contract.ts'
import { runNextJob, type JobHandlers } from '../kernel/jobs/worker.ts'
import { createMediaEngine, type MediaEngine } from '@reelay/media'
import { writeWav } from '@reelay/media/wav'
import { MediaError } from '@reelay/media/media-error'
import type { TaskReporter } from '@reelay/media/task'
import { startHashing } from '../kernel/storage/hashing.ts'
import { createIntake } from '../kernel/storage/intake.ts'
import { localStorage } from '../kernel/storage/local.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import { listEvents } from '../events/contract.ts'
import { createPreview, getPreview } from '../previews/contract.ts'
import { uploadBytes } from '../../test/clips.ts'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { PLAYLIST, fetchMedia, urlsIn } from '../../test/playback.ts'
import { toneWav } from '../../demo/sample-files.ts'
import { sql } from '../kernel/db/sql.ts'
import { removeAbandonedFolders } from './reactions/work-folder.ts'
import { runStepJob, type MediaTools } from './reactions/run-step.ts'

const steps = async ({ a }: Fixtures, id: string) =>
  (await a.people.vendor.call(getFile, { params: { id } })).media!.steps.map(
    ({ step, status }) => `${step} ${status}`,
  )
const DONE = ['probe ready', 'ladder ready', 'sound ready']
const bringTone = async ({ a }: Fixtures) =>
  (await uploadBytes(a.people.vendor, a, toneWav(440), 'tone.wav'))._id

/** A worker of one pool whose media engine is wrapped. */
function createPool(
  t: TestContext,
  { app, db }: Fixtures,
  around: (engine: MediaEngine) => MediaTools['engine'],
  storage: Storage = localStorage(app.config.dataDir),
) {
  const { dataDir } = app.config
  const hashing = startHashing()
  t.after(() => hashing.stop())
  const run = runStepJob({
    engine: around(createMediaEngine({ allowUnsandboxed: true })),
    storage,
    intake: createIntake(storage, hashing),
    dataDir,
  })
  const reactions: JobHandlers = { 'process-media': run, 'scan-media': run, transcode: run }
  const errors: string[] = []
  return {
    errors,
    next: () =>
      runNextJob(db, reactions, { error: ({ err }: { err?: Error }) => errors.push(err!.message) }),
  }
}

test('plays the segments of a file while the rest is encoded', async (t) => {
  const fixtures = await loadFixtures(t)
  const { studio } = fixtures.a.people
  const samples = Int16Array.from({ length: 10 * 8000 }, (_, at) => (at % 100) * 80)
  const { _id: file } = await uploadBytes(studio, fixtures.a, writeWav(samples, 8000), 'long.wav')
  let preview = ''
  const playlists: string[] = []
  const growing = createPool(t, fixtures, (engine) => ({
    async run(task, given) {
      if (task.do !== 'ladder') return engine.run(task, given)
      const segments: Parameters<TaskReporter['segment']>[] = []
      const onSegment: TaskReporter['segment'] = (...segment) => void segments.push(segment)
      const done = await engine.run(task, { ...given, onSegment })
      for (const [index, segment] of segments.entries()) {
        given.onSegment!(...segment)
        playlists.push(await playlistWith(fixtures, preview, index + 1))
      }
      return done
    },
  }))
  await growing.next()
  preview = (await studio.call(createPreview, { body: { asset: fixtures.a.asset._id, file } }))._id
  while (await growing.next());
  assert.deepEqual(growing.errors, [])
  assert.deepEqual(
    playlists.map((text) => [
      text.match(/#EXTINF/g)!.length,
      /TYPE:EVENT/.test(text),
      /ENDLIST/.test(text),
    ]),
    [1, 2, 3].map((count) => [count, true, false]),
  )
  const last = await playlistWith(fixtures, preview, 3)
  assert.match(last, /TYPE:VOD[^]*#EXT-X-ENDLIST\n$/)
  const [withoutEnd] = last.split('#EXT-X-ENDLIST')
  assert.deepEqual(durationsIn(playlists[2]!), durationsIn(withoutEnd!), 'nothing has moved')
  const { total } = await studio.call(listEvents, { query: { type: 'prv' } })
  assert.equal(total, 1, 'one event, when it plays')
})

const durationsIn = (playlist: string) => playlist.match(/#EXTINF:.*/g)

/** The playlist of the preview, once it has this many segments. */
async function playlistWith(fixtures: Fixtures, preview: string, count: number): Promise<string> {
  for (let tries = 0; tries < 500; tries++) {
    const { path, status } = await fixtures.a.people.studio.call(getPreview, {
      params: { id: preview },
    })
    if (status === 'ready') {
      const [variant] = urlsIn((await fetchMedia(fixtures, path, PLAYLIST)).body)
      const { body } = await fetchMedia(fixtures, variant!, PLAYLIST)
      if (durationsIn(body)?.length === count) return body
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`No playlist has ${count} segments`)
}

test('removes the segments of a file that cannot be encoded to its end', async (t) => {
  const fixtures = await loadFixtures(t)
  const file = await bringTone(fixtures)
  const damaged = createPool(t, fixtures, (engine) => ({
    async run(task, given) {
      const done = await engine.run(task, given)
      if (task.do !== 'ladder') return done
      throw new MediaError('media.unreadable', 'The file is damaged.')
    },
  }))
  while (await damaged.next());
  assert.deepEqual(await steps(fixtures, file), ['probe ready', 'ladder failed', 'sound ready'])
  const { rows } = await sql`select from rendition where kind = 'hls'`.execute(fixtures.db)
  assert.equal(rows.length, 0)
})

test('copies the results of another file with the same bytes', async (t) => {
  const fixtures = await loadFixtures(t)
  const first = await bringTone(fixtures)
  await fixtures.runJobs()
  const { sha256 } = await fixtures.a.people.vendor.call(getFile, { params: { id: first } })
  const second = await bringTone(fixtures)
  // Without the original no step could run again.
  await rm(
    join(fixtures.app.config.dataDir, localStorage(fixtures.app.config.dataDir).pathOf!(sha256!)),
  )
  await fixtures.runJobs()
  assert.deepEqual(await steps(fixtures, second), DONE)
  const partsOf = async (file: string) =>
    (
      await sql<{
        part: string
      }>`select concat_ws(' ', r.kind, r.variant, p.number, p.key, p.duration) as part
        from rendition r join rendition_part p on p.rendition_id = r.id where r.file_id = ${file}
        order by 1`.execute(fixtures.db)
    ).rows
  assert.deepEqual(await partsOf(second), await partsOf(first))
  const preview = await fixtures.a.people.studio.call(createPreview, {
    body: { asset: fixtures.a.asset._id, file: second },
  })
  assert.equal(preview.status, 'ready')
})

test('saves nothing after another worker has claimed the job', async (t) => {
  const fixtures = await loadFixtures(t)
  const file = await bringTone(fixtures)
  const overtake = () =>
    sql`update job set attempts = attempts + 1, leased_until = now()
      where kind = 'process-media'`.execute(fixtures.db)
  const late = createPool(t, fixtures, (engine) => ({
    async run(task, given) {
      const result = await engine.run(task, given)
      await overtake()
      return result
    },
  }))
  await late.next()
  assert.match(late.errors[0]!, /claimed by another worker/)
  assert.deepEqual(await steps(fixtures, file), ['probe working'])
  assert.equal(
    (await fixtures.a.people.vendor.call(getFile, { params: { id: file } })).media!.probe,
    null,
  )
  await fixtures.runJobs()
  assert.deepEqual(await steps(fixtures, file), DONE, 'the other worker finishes the job')
  assert.deepEqual(await readdir(join(fixtures.app.config.dataDir, 'work')), [])
})

test('downloads originals from object storage and removes them afterwards', async (t) => {
  const fixtures = await loadFixtures(t)
  const file = await bringTone(fixtures)
  const { pathOf: _pathOf, ...remote } = localStorage(fixtures.app.config.dataDir)
  const inputs: string[] = []
  const far = createPool(
    t,
    fixtures,
    (engine) => ({ run: (task, given) => (inputs.push(given.input!), engine.run(task, given)) }),
    remote,
  )
  while (await far.next());
  assert.deepEqual([far.errors, await steps(fixtures, file)], [[], DONE])
  const work = join(fixtures.app.config.dataDir, 'work')
  assert.ok(inputs.length === 3 && inputs.every((input) => input.startsWith(work)))
  assert.deepEqual(await readdir(work), [])
})

test('removes the folders of killed workers', async (t) => {
  const fixtures = await loadFixtures(t)
  await bringTone(fixtures)
  const work = join(fixtures.app.config.dataDir, 'work')
  const { rows } = await sql<{
    id: number
  }>`update job set attempts = 1 where kind = 'process-media' returning id`.execute(fixtures.db)
  const job = rows[0]!.id
  for (const name of [`${job}-1`, '999999-1', 'notes'])
    await mkdir(join(work, name, 'made'), { recursive: true })
  const seen: string[] = []
  const next = createPool(t, fixtures, (engine) => ({
    run: async (task, given) => (seen.push(...(await readdir(work))), engine.run(task, given)),
  }))
  await next.next()
  assert.deepEqual(seen.toSorted(), [`${job}-2`, '999999-1', 'notes'].toSorted())
  await removeAbandonedFolders(fixtures.db, fixtures.app.config.dataDir)
  assert.deepEqual(await readdir(work), ['notes'])
})

test('retries a failed step five times, then reports it', async (t) => {
  const fixtures = await loadFixtures(t)
  const file = await bringTone(fixtures)
  const broken = createPool(t, fixtures, () => ({
    run: () => Promise.reject(new Error('no room at /var/secret')),
  }))
  for (let attempt = 1; attempt <= 5; attempt++) {
    assert.deepEqual(await steps(fixtures, file), [
      attempt === 1 ? 'probe waiting' : 'probe working',
    ])
    await sql`update job set run_at = now() where kind = 'process-media'`.execute(fixtures.db)
    assert.equal(await broken.next(), true)
  }
  await sql`update job set run_at = now() where kind = 'process-media'`.execute(fixtures.db)
  assert.equal(await broken.next(), false)
  const { verified, warnings, media } = await fixtures.a.people.vendor.call(getFile, {
    params: { id: file },
  })
  assert.deepEqual(
    [verified, media!.status, warnings.map(({ code, severity }) => [code, severity])],
    [true, 'failed', [['media.not-made', 'error']]],
  )
  assert.ok(!JSON.stringify(warnings).includes('/var/secret'), 'hides internal paths')
})

test('saves progress only for the worker that holds the job', async (t) => {
  const fixtures = await loadFixtures(t)
  const file = await bringTone(fixtures)
  const reported: number[] = []
  const progress = async () =>
    (
      await sql<{
        progress: number
      }>`select progress from media_step where file_id = ${file}`.execute(fixtures.db)
    ).rows[0]!.progress
  const slow = createPool(t, fixtures, (engine) => ({
    async run(task, given) {
      given.onProgress?.(0.5)
      for (let tries = 0; tries < 200 && (await progress()) !== 0.5; tries++);
      reported.push(await progress())
      await sql`update media_step set fence = 9, progress = 0.75`.execute(fixtures.db)
      await new Promise((resolve) => setTimeout(resolve, 1_100))
      given.onProgress?.(0.6)
      for (let tries = 0; tries < 20; tries++) await progress()
      reported.push(await progress())
      return engine.run(task, given)
    },
  }))
  await slow.next()
  assert.deepEqual(reported, [0.5, 0.75])
})
