import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { Problem } from '../http/contract/problem.ts'
import { startHashing } from './hashing.ts'
import { createIntake } from './intake.ts'
import { localStorage } from './local.ts'
import { NO_BYTES } from './storage.ts'
import { storageSuite } from './suite/suite.ts'
import { MEBIBYTE, digest, readAll, sourceOf } from './suite/support.ts'

async function folder(t: TestContext, leave = () => {}): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'reelay-storage-'))
  t.after(async () => {
    leave()
    await rm(path, { recursive: true })
  })
  return path
}

storageSuite(
  'on disk',
  async (t) => {
    const path = await folder(t)
    const storage = localStorage(path)
    return {
      open: () => localStorage(path),
      damage: async (key) =>
        writeFile(join(path, storage.pathOf!(key)), randomBytes((await storage.lengthOf(key))!)),
      unfinished: () => readdir(join(path, 'incoming'), { recursive: true }),
    }
  },
  { runs: 25 },
)

test('on disk: lets only the owner and its group read files', async (t) => {
  const path = await folder(t)
  const storage = localStorage(path)
  const intake = createIntake(storage, startHashing())
  const objects = [
    await intake.put(sourceOf(Buffer.from('abc'))),
    ...(await intake.putAll([Buffer.from('def')], () => {})),
  ]
  for (const { key } of objects)
    assert.equal((await stat(join(path, storage.pathOf!(key)))).mode & 0o777, 0o640)
})

test('on disk: does not treat a growing upload as abandoned', async (t) => {
  const path = await folder(t)
  const storage = localStorage(path)
  const id = randomUUID()
  const incoming = await storage.resume(id, NO_BYTES)
  t.after(() => incoming.close())
  await utimes(join(path, 'incoming', id), 0, 0)
  assert.deepEqual(await storage.listAbandoned(60), [])
  for (const name of await readdir(join(path, 'incoming', id)))
    await utimes(join(path, 'incoming', id, name), 0, 0)
  assert.deepEqual(await storage.listAbandoned(60), [id])
})

test('on disk: reports a full disk, keeps saved bytes, and resumes when there is space', async (t) => {
  const path = await folder(t, () => void spawnSync('umount', [path]))
  if (
    process.platform !== 'linux' ||
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', path]).status !== 0
  )
    return t.skip('needs Linux and the right to mount a small disk')
  const [storage, id, bytes] = [localStorage(path), randomUUID(), randomBytes(16 * MEBIBYTE)]
  const intake = createIntake(storage, startHashing())
  const isFull = (error: unknown) =>
    error instanceof Problem && error.status === 507 && error.code === 'storage.full'
  const fill = async () =>
    writeFile(join(path, 'ballast'), Buffer.alloc(48 * MEBIBYTE)).catch(
      (error: NodeJS.ErrnoException) => assert.equal(error.code, 'ENOSPC'),
    )
  const empty = () => rm(join(path, 'ballast'))

  await assert.rejects(
    intake.putAll([bytes.subarray(0, 1)], () => {}),
    isFull,
    'the reserve for the database is larger than this disk',
  )
  const first = await intake.openSession(id, NO_BYTES)
  const { saved } = await first.receive(sourceOf(bytes.subarray(0, 8 * MEBIBYTE)))
  await fill()
  await assert.rejects(first.receive(sourceOf(bytes.subarray(8 * MEBIBYTE))), isFull)
  await empty()
  await assert.rejects(
    first.receive(sourceOf(bytes.subarray(8 * MEBIBYTE))),
    isFull,
    'a session that lost bytes rejects further writes',
  )
  await first.close()
  assert.ok(
    (await buffer(await storage.readSaved(id, saved))).equals(bytes.subarray(0, 8 * MEBIBYTE)),
  )

  const second = await intake.openSession(id, saved)
  const whole = (await second.receive(sourceOf(bytes.subarray(8 * MEBIBYTE)))).saved
  await second.close()
  await fill()
  const digests = await intake.digestSaved(id, whole)
  await assert.rejects(intake.publish(id, whole, digests), isFull)
  await empty()
  const { key } = await intake.publish(id, whole, digests)
  assert.equal(key, digest('sha256', bytes))
  assert.ok((await readAll(storage, key, bytes.length)).equals(bytes))
})
