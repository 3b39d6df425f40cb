import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, open, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import fc from 'fast-check'
import { createBucket, createS3Client, listBucket } from '../../../../test/ceph.ts'
import { startHashing } from '../hashing.ts'
import { createIntake } from '../intake.ts'
import { localStorage } from '../local.ts'
import { s3Storage } from '../s3.ts'
import type { ByteRange } from '../storage.ts'
import { storageSuite } from '../suite/suite.ts'
import { digest, readAll, sourceOf, startUpload } from '../suite/support.ts'
import { encryptedStorage } from './encrypted.ts'
import { encryptedName } from './forms.ts'
import { DamagedObjectError, SEGMENT, STORED_SEGMENT, plainLength, storedLength } from './format.ts'
import { createTestKeys } from './test-keys.fixture.ts'

const hashing = startHashing()
const LENGTH = 5 * SEGMENT + 1000

async function setup(t: TestContext) {
  const path = await mkdtemp(join(tmpdir(), 'reelay-encrypted-'))
  t.after(() => rm(path, { recursive: true }))
  const [plain, keys] = [localStorage(path), createTestKeys()]
  const reopen = () => encryptedStorage(localStorage(path), keys, { encryptNew: true })
  const storage = reopen()
  const put = async (bytes: Buffer) =>
    (await createIntake(storage, hashing).put(sourceOf(bytes))).key
  const pathOf = (key: string) => join(path, plain.pathOf!(encryptedName(key)))
  return { path, plain, keys, storage, reopen, put, pathOf }
}

storageSuite(
  'encrypted on disk',
  async (t) => {
    const { path, reopen, pathOf } = await setup(t)
    return {
      open: reopen,
      damage: async (key) =>
        writeFile(pathOf(key), randomBytes((await readFile(pathOf(key))).length)),
      unfinished: () => readdir(join(path, 'incoming'), { recursive: true }),
    }
  },
  { runs: 25 },
)

storageSuite(
  'encrypted in S3',
  async (t) => {
    const settings = await createBucket(t)
    if (!settings) return undefined
    const [inner, keys] = [s3Storage(settings), createTestKeys()]
    return {
      open: () => encryptedStorage(s3Storage(settings), keys, { encryptNew: true }),
      damage: async (key) =>
        void (await createS3Client(settings).send(
          new PutObjectCommand({
            Bucket: settings.bucket,
            Key: `objects/${encryptedName(key)}`,
            Body: randomBytes((await inner.lengthOf(encryptedName(key)))!),
          }),
        )),
      async unfinished() {
        const { objects, unfinished } = await listBucket(settings)
        return [...objects.filter((name) => !name.startsWith('objects/')), ...unfinished]
      },
    }
  },
  { runs: 6 },
)

test('encrypted: knows the plain length of every stored length', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 43 }), (length) => {
      assert.equal(plainLength(storedLength(length)), length)
    }),
  )
})

test('encrypted: reads any range like the plain bytes', async (t) => {
  const { put, storage, reopen } = await setup(t)
  for (const length of [1, SEGMENT - 1, SEGMENT, SEGMENT + 1, 3 * SEGMENT, LENGTH]) {
    const bytes = randomBytes(length)
    const key = await put(bytes)
    const position = fc.oneof(
      fc.integer({ min: 0, max: length - 1 }),
      // Around the borders of segments.
      fc
        .tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: -2, max: 2 }))
        .map(([index, offset]) => Math.min(length - 1, Math.max(0, index * SEGMENT + offset))),
    )
    await fc.assert(
      fc.asyncProperty(position, position, fc.boolean(), async (a, b, anew) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b)]
        const read = await buffer((anew ? reopen() : storage).read(key, { start, end }))
        assert.ok(read.equals(bytes.subarray(start, end + 1)), `${start}-${end} of ${length}`)
      }),
      { numRuns: 60 },
    )
  }
})

test('encrypted: stores no plain byte, neither of an upload nor of an object', async (t) => {
  const { path, storage, put } = await setup(t)
  const canary = 'canary of an unreleased film'
  const bytes = Buffer.from(canary.repeat(10_000))
  await put(bytes)
  const { writer, saved } = await startUpload(storage, randomUUID(), bytes)
  await writer.close()
  assert.ok(!JSON.stringify(saved).includes(Buffer.from(canary).toString('base64').slice(4, 20)))
  let files = 0
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    files++
    assert.ok(!(await readFile(join(entry.parentPath, entry.name))).includes('canary'))
  }
  assert.equal(files, 2)
})

test('encrypted: detects one flipped bit in every segment and in the footer', async (t) => {
  const { put, reopen, pathOf } = await setup(t)
  const bytes = randomBytes(LENGTH)
  const key = await put(bytes)
  const encrypted = await readFile(pathOf(key))
  const positions = Array.from({ length: 6 }, (_, index) => index * STORED_SEGMENT).flatMap(
    (start) => [
      start,
      start + 12,
      start + 500,
      Math.min(start + STORED_SEGMENT, encrypted.length - 96) - 1,
    ],
  )
  for (const position of [
    ...positions,
    ...Array.from({ length: 96 }, (_, n) => encrypted.length - 1 - n),
  ]) {
    const flipped = Buffer.from(encrypted)
    flipped[position]! ^= 1
    await writeFile(pathOf(key), flipped)
    await assert.rejects(readAll(reopen(), key, LENGTH), DamagedObjectError, `byte ${position}`)
  }
  await writeFile(pathOf(key), encrypted)
  assert.ok((await readAll(reopen(), key, LENGTH)).equals(bytes))
})

test('encrypted: detects segments that were swapped, repeated or left out', async (t) => {
  const { put, reopen, pathOf } = await setup(t)
  const key = await put(randomBytes(LENGTH))
  const encrypted = await readFile(pathOf(key))
  const segment = (index: number) =>
    encrypted.subarray(index * STORED_SEGMENT, (index + 1) * STORED_SEGMENT)
  const rest = encrypted.subarray(3 * STORED_SEGMENT)
  for (const changed of [
    [segment(1), segment(0), segment(2), rest],
    [segment(0), segment(0), segment(2), rest],
    [segment(0), segment(2), rest],
    [segment(0), segment(1), segment(2), segment(2), rest],
  ]) {
    await writeFile(pathOf(key), Buffer.concat(changed))
    await assert.rejects(readAll(reopen(), key, LENGTH), DamagedObjectError)
  }
})

test('encrypted: detects a truncated object, also where a segment ends', async (t) => {
  const { put, reopen, pathOf } = await setup(t)
  const key = await put(randomBytes(LENGTH))
  const encrypted = await readFile(pathOf(key))
  const footer = encrypted.subarray(-96)
  for (const length of [0, 50, 96, STORED_SEGMENT, 3 * STORED_SEGMENT, encrypted.length - 1]) {
    await writeFile(pathOf(key), encrypted)
    await truncate(pathOf(key), length)
    assert.notEqual(await reopen().lengthOf(key), LENGTH)
    await assert.rejects(buffer(reopen().read(key, { start: 0, end: 9 })), DamagedObjectError)
    await writeFile(pathOf(key), Buffer.concat([encrypted.subarray(0, length), footer]))
    await assert.rejects(buffer(reopen().read(key, { start: 0, end: 9 })), DamagedObjectError)
  }
})

test('encrypted: does not return the bytes of another object under this name', async (t) => {
  const { put, reopen, pathOf } = await setup(t)
  const [key, otherKey] = [await put(randomBytes(LENGTH)), await put(randomBytes(LENGTH))]
  await writeFile(pathOf(key), await readFile(pathOf(otherKey)))
  await assert.rejects(buffer(reopen().read(key, { start: 0, end: 9 })), DamagedObjectError)
})

test('encrypted: does not open an object with a wrong key', async (t) => {
  const { put, plain, keys } = await setup(t)
  const key = await put(randomBytes(LENGTH))
  const [wrong] = createTestKeys().all
  for (const find of [async () => undefined, async () => ({ ...wrong!, id: keys.all[0]!.id })]) {
    const storage = encryptedStorage(plain, { ...keys, find }, { encryptNew: true })
    await assert.rejects(readAll(storage, key, LENGTH), DamagedObjectError)
  }
})

test('encrypted: reads objects and continues uploads from before it was switched on', async (t) => {
  const { plain, storage, keys, path } = await setup(t)
  const bytes = randomBytes(LENGTH)
  const { key } = await createIntake(plain, hashing).put(sourceOf(bytes))
  assert.ok((await readAll(storage, key, LENGTH)).equals(bytes))
  assert.equal(await storage.lengthOf(key), LENGTH)

  const id = randomUUID()
  const { writer: first, saved } = await startUpload(plain, id, bytes.subarray(0, 1000))
  await first.close()
  const second = await storage.resume(id, saved)
  await second.write(bytes.subarray(1000, 2000))
  const whole = await second.save()
  await second.close()
  const started = digest('sha256', bytes.subarray(0, 2000))
  await storage.publish(id, whole, started)
  assert.ok((await readAll(storage, started, 2000)).equals(bytes.subarray(0, 2000)))

  await createIntake(storage, hashing).put(sourceOf(bytes))
  assert.equal(await plain.lengthOf(key), undefined, 'the plain copy is removed')
  assert.ok((await readAll(storage, key, LENGTH)).equals(bytes))
  const off = encryptedStorage(localStorage(path), keys, { encryptNew: false })
  assert.ok((await readAll(off, key, LENGTH)).equals(bytes))
  assert.deepEqual(
    new Set((await Array.fromAsync(off.list())).map((object) => object.length)),
    new Set([2000, LENGTH]),
  )
})

test('encrypted: reads an object that another process has replaced', async (t) => {
  const { put, storage, reopen } = await setup(t)
  const bytes = randomBytes(LENGTH)
  const key = await put(bytes)
  assert.ok((await readAll(storage, key, LENGTH)).equals(bytes))
  await createIntake(reopen(), hashing).put(sourceOf(bytes))
  assert.ok((await readAll(storage, key, LENGTH)).equals(bytes))
})

test('encrypted: continues after the last byte when an object is replaced meanwhile', async (t) => {
  const { path, plain, keys, put, reopen } = await setup(t)
  const bytes = randomBytes(LENGTH)
  const key = await put(bytes)
  for (const replacedAt of [0, 1, STORED_SEGMENT, 2 * STORED_SEGMENT + 5]) {
    let reads = 0
    async function* readAndReplace(name: string, { start, end }: ByteRange) {
      // The first read is that of the footer.
      if (++reads !== 2) return yield* plain.read(name, { start, end })
      if (replacedAt) yield* plain.read(name, { start, end: start + replacedAt - 1 })
      await createIntake(reopen(), hashing).put(sourceOf(bytes))
      yield* plain.read(name, { start: start + replacedAt, end })
    }
    const inner = {
      ...localStorage(path),
      read: (name: string, range: ByteRange) =>
        Readable.from(readAndReplace(name, range), { objectMode: false }),
    }
    const storage = encryptedStorage(inner, keys, { encryptNew: true })
    assert.ok((await readAll(storage, key, LENGTH)).equals(bytes), `replaced at ${replacedAt}`)
    assert.equal(reads, 4, 'footer, segments, new footer, remaining segments')
  }
})

test('encrypted: uses a new key for new objects and reads the old ones', async (t) => {
  const { put, storage, keys } = await setup(t)
  const [bytes, otherBytes] = [randomBytes(1000), randomBytes(1000)]
  const first = await put(bytes)
  keys.all.unshift(...createTestKeys().all)
  const second = await put(otherBytes)
  assert.ok((await readAll(storage, first, 1000)).equals(bytes))
  assert.ok((await readAll(storage, second, 1000)).equals(otherBytes))
})

test('encrypted: a file of an upload that ends within its ending is published whole', async (t) => {
  const { storage, pathOf, path } = await setup(t)
  const [id, bytes] = [randomUUID(), randomBytes(LENGTH)]
  const { writer, saved } = await startUpload(storage, id, bytes)
  await writer.close()
  // As if the process had been killed while it wrote the ending.
  const part = join(path, 'incoming', id, saved.parts[0]!.name)
  await using file = await open(part, 'a')
  await file.write(randomBytes(50))
  const key = digest('sha256', bytes)
  await storage.publish(id, saved, key)
  assert.ok((await readAll(storage, key, LENGTH)).equals(bytes))
  assert.equal((await readFile(pathOf(key))).length, storedLength(LENGTH))
})
