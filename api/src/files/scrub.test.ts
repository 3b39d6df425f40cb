import assert from 'node:assert/strict'
import { open as openFile, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { startDownloads, type DownloadWithUrl } from '../downloads/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import { metricsRoutes } from '../operations/metrics/routes.ts'
import { enqueue } from '../kernel/jobs/enqueue.ts'
import { runNextJob } from '../kernel/jobs/worker.ts'
import { startHashing } from '../kernel/storage/hashing.ts'
import { createIntake } from '../kernel/storage/intake.ts'
import { localStorage } from '../kernel/storage/local.ts'
import { recordScrubResult, type ScrubResult } from '../kernel/storage/scrub.ts'
import { listOutbox } from '../outbox/contract.ts'
import { refreshWarnings } from '../renditions/commands/warnings.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { uploadFile } from '../../test/orders.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { OWN_SERVICE, loadFixtures, type TestUser } from '../../test/fixtures.ts'
import * as contract from './contract.ts'
import { scrubOriginals } from './reactions.ts'

/** Fixtures whose originals were last read long ago, with a scrub job and its log. */
async function loadScrubFixtures(t: TestContext) {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  const storage = localStorage(fixtures.app.config.dataDir)
  metricsRoutes(fixtures.app, storage)
  const hashing = startHashing()
  t.after(() => hashing.stop())
  const alarms: string[] = []
  const log = {
    error: (about: { err?: Error; damage?: string }) => {
      if (about.err) throw about.err
      alarms.push(about.damage!)
    },
  }
  const job = scrubOriginals({ storage, intake: createIntake(storage, hashing), days: 30, log })
  return {
    ...fixtures,
    alarms,
    age: (days: number) =>
      sql`update object set checked_at = now() - make_interval(days => ${days})`.execute(
        fixtures.db,
      ),
    async scrub() {
      await inTransaction(fixtures.db, (tx) => enqueue(tx, 'verify-originals', {}))
      assert.ok(await runNextJob(fixtures.db, { 'verify-originals': job }, log))
    },
    pathOf: (file: contract.File) =>
      join(fixtures.app.config.dataDir, storage.pathOf!(file.sha256!)),
    getFile: (by: TestUser, file: contract.File) =>
      by.call(contract.getFile, { params: { id: file._id } }),
  }
}

async function flipOneBit(path: string, at: number) {
  await using handle = await openFile(path, 'r+')
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, at)
  buffer[0]! ^= 1
  await handle.write(buffer, 0, 1, at)
}

test('finds one flipped bit in three megabytes, blocks the file and informs the operator', async (t) => {
  const fixtures = await loadScrubFixtures(t)
  const { a, admin, db, app } = fixtures
  const bytes = 'reel '.repeat(600_000)
  const [file, duplicate] = [
    await uploadFile(a.people.vendor, a, 'master.bin', bytes),
    await uploadFile(a.people.studio, a, 'duplicate.bin', bytes),
  ]
  const sound = await uploadFile(a.people.vendor, a, 'sound.txt', 'whole')
  const [{ url }] = (await a.people.territory.call(startDownloads, {
    body: { files: [file._id] },
  })) as [DownloadWithUrl]
  await flipOneBit(fixtures.pathOf(file), 1_777_777)
  await fixtures.age(31)
  await fixtures.scrub()

  for (const damaged of [file, duplicate]) {
    const shown = await fixtures.getFile(a.people.studio, damaged)
    assert.deepEqual(
      [shown.verified, shown.warnings.map(({ code, severity }) => [code, severity])],
      [false, [['storage.rot', 'error']]],
    )
    await expectProblem(
      a.people.territory.call(startDownloads, { body: { files: [sound._id, damaged._id] } }),
      409,
      'file.damaged',
    )
    assert.equal(
      (
        await rawRequest(fixtures, `/api/files/${damaged._id}/content`, { by: a.people.territory })
      ).json<{
        code: string
      }>().code,
      'file.damaged',
    )
  }
  assert.equal((await rawRequest(fixtures, url)).statusCode, 409, 'earlier URLs are rejected too')
  assert.equal((await fixtures.getFile(a.people.studio, sound)).verified, true)
  assert.equal(fixtures.alarms.length, 1)
  assert.match(fixtures.alarms[0]!, /the bytes have changed/)
  const [mail, ...more] = (await admin.call(listOutbox)).items.filter(({ subject }) =>
    /damaged/.test(subject),
  )
  assert.deepEqual(
    [mail!.to, mail!.subject, more],
    ['admin@example.com', 'A stored file is damaged', []],
  )
  assert.match(mail!.text, /master\.bin \(Trailer a\)\n {2}duplicate\.bin/)
  assert.match((await app.fastify.inject({ url: '/metrics' })).body, /^reelay_objects_corrupt 1$/m)

  await fixtures.scrub()
  assert.equal(fixtures.alarms.length, 1, 'known damage is not reported again')
  assert.equal(
    (await sql`select from object where corrupt_at is not null`.execute(db)).rows.length,
    1,
  )
})

test('repairs every file with these bytes when they are uploaded again', async (t) => {
  const fixtures = await loadScrubFixtures(t)
  const { a } = fixtures
  const [file, duplicate] = [
    await uploadFile(a.people.vendor, a, 'one', 'the same'),
    await uploadFile(a.people.studio, a, 'two', 'the same'),
  ]
  for (const repair of [
    () =>
      a.people.vendor.call(contract.receiveContent, { params: { id: file._id }, body: 'the same' }),
    () => uploadFile(a.people.vendor, a, 'three', 'the same'),
  ]) {
    await flipOneBit(fixtures.pathOf(file), 3)
    await fixtures.age(31)
    await fixtures.scrub()
    assert.equal((await fixtures.getFile(a.people.studio, duplicate)).verified, false)
    await repair()
    for (const repaired of [file, duplicate]) {
      const { verified, warnings } = await fixtures.getFile(a.people.studio, repaired)
      assert.deepEqual([verified, warnings], [true, []])
      assert.equal(
        (
          await rawRequest(fixtures, `/api/files/${repaired._id}/content`, {
            by: a.people.territory,
          })
        ).body,
        'the same',
      )
    }
  }
})

test('reports missing and truncated objects and clears them when restored', async (t) => {
  const fixtures = await loadScrubFixtures(t)
  const { a } = fixtures
  const [gone, cut, empty] = [
    await uploadFile(a.people.vendor, a, 'gone', 'gone away'),
    await uploadFile(a.people.vendor, a, 'cut', 'cut short'),
    await uploadFile(a.people.vendor, a, 'empty', ''),
  ]
  await rm(fixtures.pathOf(gone))
  await truncate(fixtures.pathOf(cut), 4)
  await fixtures.age(31)
  await fixtures.scrub()
  assert.deepEqual(fixtures.alarms.toSorted(), ['4 bytes instead of 9', 'missing'])
  assert.equal((await fixtures.getFile(a.people.studio, empty)).verified, true)
  await using handle = await openFile(fixtures.pathOf(gone), 'w')
  await handle.write('gone away')
  await fixtures.scrub()
  assert.deepEqual(
    [
      (await fixtures.getFile(a.people.studio, gone)).verified,
      (await fixtures.getFile(a.people.studio, cut)).verified,
    ],
    [true, false],
  )
})

test('keeps other warnings, and does not verify unprocessed files on repair', async (t) => {
  const fixtures = await loadScrubFixtures(t)
  const { a, db } = fixtures
  const file = await uploadFile(a.people.vendor, a, 'one', 'bytes')
  const other = { code: 'delivery.raster', message: 'It is small.', severity: 'error' as const }
  await sql`update file set warnings = ${JSON.stringify([other])}`.execute(db)
  await sql`insert into media (studio_id, file_id)
    select studio_id, id from file where id = ${file._id}`.execute(db)
  await sql`insert into media_step (studio_id, file_id, step)
    select studio_id, id, 'probe' from file where id = ${file._id}`.execute(db)
  await flipOneBit(fixtures.pathOf(file), 0)
  await fixtures.age(31)
  await fixtures.scrub()
  assert.deepEqual(
    (await fixtures.getFile(a.people.studio, file)).warnings.map(({ code }) => code),
    ['storage.rot', 'delivery.raster'],
  )
  await flipOneBit(fixtures.pathOf(file), 0)
  await fixtures.scrub()
  const repaired = await fixtures.getFile(a.people.studio, file)
  assert.deepEqual([repaired.warnings, repaired.verified], [[other], false])
})

test('skips recently read objects, and newer bytes override an old result', async (t) => {
  const fixtures = await loadScrubFixtures(t)
  const { a, db } = fixtures
  const file = await uploadFile(a.people.vendor, a, 'one', 'bytes')
  await flipOneBit(fixtures.pathOf(file), 0)
  await fixtures.age(29)
  await fixtures.scrub()
  assert.deepEqual(fixtures.alarms, [])

  const {
    rows: [look],
  } = await sql<
    Omit<ScrubResult, 'damage'>
  >`select key, length, checked_at::text as checked from object`.execute(db)
  await uploadFile(a.people.vendor, a, 'two', 'bytes')
  assert.equal(
    await inTransaction(db, (tx) =>
      recordScrubResult(tx, { ...look!, damage: 'the bytes have changed' }),
    ),
    undefined,
  )
  assert.equal((await fixtures.getFile(a.people.studio, file)).verified, true)
})

test('keeps the damage visible when later analysis adds warnings', async (t) => {
  const fixtures = await loadScrubFixtures(t)
  const { a, db } = fixtures
  const file = await uploadFile(a.people.vendor, a, 'one', 'bytes')
  await sql`insert into media (studio_id, file_id)
    select studio_id, id from file where id = ${file._id}`.execute(db)
  await flipOneBit(fixtures.pathOf(file), 0)
  await fixtures.age(31)
  await fixtures.scrub()
  await inTransaction(db, (tx) => refreshWarnings(tx, file._id))
  assert.deepEqual(
    (await fixtures.getFile(a.people.studio, file)).warnings.map(({ code }) => code),
    ['storage.rot'],
  )
})
