import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { mkdir, readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import * as files from '../files/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import { enqueue } from '../kernel/jobs/enqueue.ts'
import type { JobKind } from '../kernel/jobs/kinds.ts'
import { startHashing } from '../kernel/storage/hashing.ts'
import { createIntake } from '../kernel/storage/intake.ts'
import { localStorage } from '../kernel/storage/local.ts'
import { NO_BYTES } from '../kernel/storage/storage.ts'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import * as contract from './contract.ts'
import { expireUploads } from './reactions.ts'

const BYTES = randomBytes(100_000)

/** A complete upload as a crash leaves it: all bytes saved, but not published. */
async function crashedUpload(fixtures: Fixtures, declared: Partial<files.NewFile> = {}) {
  const { a, db, app } = fixtures
  const file = await a.people.vendor.call(files.registerFile, {
    body: { name: 'x', asset: a.asset._id, ...declared },
  })
  const {
    rows: [upload],
  } = await sql<{ id: string }>`
    insert into upload (file_id, studio_id, person_id, length, created_at)
    values (
      ${file._id}, ${a.studio._id}, ${a.people.vendor._id}, ${BYTES.length},
      now() - interval '10 minutes'
    )
    returning id`.execute(db)
  const storage = localStorage(app.config.dataDir)
  const session = await createIntake(storage, startHashing()).openSession(upload!.id, NO_BYTES)
  const { saved } = await session.receive(Readable.from([BYTES]))
  await session.close()
  await sql`update upload set saved_bytes = ${JSON.stringify(saved)} where id = ${upload!.id}`.execute(
    db,
  )
  return {
    id: upload!.id,
    saved,
    storage,
    readFile: () => a.people.vendor.call(files.getFile, { params: { id: file._id } }),
  }
}

const runJob = async (fixtures: Fixtures, kind: JobKind, payload = {}) => {
  await inTransaction(fixtures.db, (tx) => enqueue(tx, kind, payload))
  await fixtures.runJobs()
}

test('finishes a complete upload after a crash', async (t) => {
  const fixtures = await loadFixtures(t)
  const { id, readFile } = await crashedUpload(fixtures)
  await runJob(fixtures, 'finish-upload', { upload: id })
  const file = await readFile()
  assert.deepEqual(
    [file.verified, file.sha256, file.md5],
    [true, hash('sha256', BYTES), hash('md5', BYTES)],
  )
  assert.deepEqual(await readdir(join(fixtures.app.config.dataDir, 'incoming')), [])
  await runJob(fixtures, 'finish-upload', { upload: id })
})

test('finishes an upload whose object was already published', async (t) => {
  const fixtures = await loadFixtures(t)
  const { id, saved, storage, readFile } = await crashedUpload(fixtures)
  const sha256 = hash('sha256', BYTES)
  await sql`update upload set md5 = ${hash('md5', BYTES)}, sha256 = ${sha256}
    where id = ${id}`.execute(fixtures.db)
  await storage.publish(id, saved, sha256)
  await storage.discard(id)
  await runJob(fixtures, 'finish-upload', { upload: id })
  assert.equal((await readFile()).sha256, sha256)
})

test('deletes rejected content and keeps the reason', async (t) => {
  const fixtures = await loadFixtures(t)
  const { id, readFile } = await crashedUpload(fixtures, { md5: 'b'.repeat(32) })
  await runJob(fixtures, 'finish-upload', { upload: id })
  assert.equal((await readFile()).sha256, null)
  const upload = await fixtures.a.people.vendor.call(contract.getUpload, { params: { id } })
  assert.deepEqual([upload.status, upload.fault?.code], ['failed', 'file.mismatch'])
  assert.deepEqual(await readdir(join(fixtures.app.config.dataDir, 'incoming')), [])
})

test('deletes an upload and its bytes after a week without progress', async (t) => {
  const fixtures = await loadFixtures(t)
  const { id } = await crashedUpload(fixtures)
  await runJob(fixtures, 'expire-uploads')
  assert.equal((await fixtures.a.people.vendor.call(contract.listUploads)).total, 1)
  await sql`update upload set expires_at = now() - interval '1 second',
    saved_bytes = saved_bytes || '{"length": 5}' where id = ${id}`.execute(fixtures.db)
  assert.equal((await fixtures.a.people.vendor.call(contract.listUploads)).total, 0)
  await runJob(fixtures, 'expire-uploads')
  assert.deepEqual(await readdir(join(fixtures.app.config.dataDir, 'incoming')), [])
  const { rows } = await sql`select from upload`.execute(fixtures.db)
  assert.equal(rows.length, 0)
})

test('deletes bytes without an upload that are a day old twice, but not those of an upload', async (t) => {
  const fixtures = await loadFixtures(t)
  const { id, storage } = await crashedUpload(fixtures)
  const incoming = join(fixtures.app.config.dataDir, 'incoming')
  const age = (name: string, seconds: number) => {
    const time = Date.now() / 1000 - seconds
    return utimes(join(incoming, name), time, time)
  }
  const { work } = expireUploads({ storage, seenTwiceMs: 0 })
  const run = () => work({} as never, { db: fixtures.db } as Parameters<typeof work>[1])
  for (const name of ['left-behind', 'new', 'clock-jumped']) await mkdir(join(incoming, name))
  for (const name of ['left-behind', 'clock-jumped', id]) await age(name, 2 * 86_400)
  await run()
  assert.deepEqual((await readdir(incoming)).length, 4)
  await age('clock-jumped', 60)
  await run()
  assert.deepEqual((await readdir(incoming)).toSorted(), ['clock-jumped', id, 'new'].toSorted())
})
