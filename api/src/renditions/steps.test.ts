import assert from 'node:assert/strict'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { getFile } from '../files/contract.ts'
import { runNextJob, type JobHandlers } from '../kernel/jobs/worker.ts'
import { createMediaEngine, type MediaEngine } from '../media/engine.ts'
import { startHashing } from '../kernel/storage/hashing.ts'
import { createIntake } from '../kernel/storage/intake.ts'
import { localStorage } from '../kernel/storage/local.ts'
import type { Storage } from '../kernel/storage/storage.ts'
import { createPreview } from '../previews/contract.ts'
import { uploadBytes } from '../../test/clips.ts'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { toneWav } from '../../demo/sample-files.ts'
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
  const reactions: JobHandlers = {
    'process-media': runStepJob({
      engine: around(createMediaEngine({ allowUnsandboxed: true })),
      storage,
      intake: createIntake(storage, hashing),
      dataDir,
    }),
  }
  const errors: string[] = []
  return {
    errors,
    next: () =>
      runNextJob(db, reactions, { error: ({ err }: { err?: Error }) => errors.push(err!.message) }),
  }
}

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
