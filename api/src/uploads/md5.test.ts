// The MD5 of a large file takes longer than everything else, so a job computes it.
import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import * as assets from '../assets/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import { prepareUpload } from './tus.fixture.ts'

const BYTES = randomBytes(17 * 1024 ** 2)

test('verifies a large file when a job has computed its MD5', async (t) => {
  const { a, startUpload, send, readFile, runJobs } = await prepareUpload(t)
  const url = await startUpload(BYTES.length)
  assert.equal((await send(url, 0, BYTES)).status, 204)
  const before = await readFile()
  assert.deepEqual(
    [before.sha256, before.length, before.md5, before.verified],
    [hash('sha256', BYTES), BYTES.length, null, false],
  )
  await runJobs()
  const after = await readFile()
  assert.deepEqual([after.md5, after.verified], [hash('md5', BYTES), true])
  const { verified } = await a.people.vendor.call(assets.getAsset, {
    params: { id: a.asset._id },
  })
  assert.equal(verified, true)
})

test('verifies a large file with a declared MD5 at once', async (t) => {
  const { startUpload, send, readFile, db } = await prepareUpload(t, { md5: hash('md5', BYTES) })
  assert.equal((await send(await startUpload(BYTES.length), 0, BYTES)).status, 204)
  assert.equal((await readFile()).verified, true)
  const { rows } = await sql`select from job where kind = 'compute-md5'`.execute(db)
  assert.equal(rows.length, 0)
})

test('rejects a large file with another MD5 than the declared one', async (t) => {
  const { startUpload, send, readFile } = await prepareUpload(t, {
    md5: hash('md5', 'other bytes'),
  })
  const { status, code } = await send(await startUpload(BYTES.length), 0, BYTES)
  assert.deepEqual([status, code], [422, 'file.mismatch'])
  assert.equal((await readFile()).sha256, null)
})

test('does not verify a damaged file', async (t) => {
  const { startUpload, send, readFile, db, runJobs } = await prepareUpload(t)
  assert.equal((await send(await startUpload(BYTES.length), 0, BYTES)).status, 204)
  await sql`update file set sha256 = ${'0'.repeat(64)} where sha256 is not null`.execute(db)
  await sql`insert into object (key, length) values (${'0'.repeat(64)}, 1)`.execute(db)
  await assert.rejects(runJobs(), /job failed/)
  assert.deepEqual([(await readFile()).md5, (await readFile()).verified], [null, false])
})
