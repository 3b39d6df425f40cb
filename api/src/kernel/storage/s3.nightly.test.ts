import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { createBucket, createS3Client, listBucket } from '../../../test/ceph.ts'
import { Problem } from '../http/contract/problem.ts'
import { startHashing } from './hashing.ts'
import { createIntake } from './intake.ts'
import { partSize } from './s3-incoming.ts'
import { s3Storage } from './s3.ts'
import { NO_BYTES } from './storage.ts'
import { storageSuite } from './suite/suite.ts'
import { MEBIBYTE, digest, sourceOf } from './suite/support.ts'

const TEBIBYTE = 1024 ** 4

storageSuite(
  'in S3',
  async (t) => {
    const settings = await createBucket(t)
    if (!settings) return undefined
    const storage = s3Storage(settings)
    return {
      open: () => s3Storage(settings),
      damage: async (key) =>
        void (await createS3Client(settings).send(
          new PutObjectCommand({
            Bucket: settings.bucket,
            Key: `objects/${key}`,
            Body: randomBytes((await storage.lengthOf(key))!),
          }),
        )),
      async unfinished() {
        const { objects, unfinished } = await listBucket(settings)
        return [...objects.filter((name) => !name.startsWith('objects/')), ...unfinished]
      },
    }
  },
  { runs: 8 },
)

test('in S3: fits any upload into 10,000 parts of allowed size', () => {
  let [parts, position] = [0, 0]
  for (; position < 5 * TEBIBYTE; parts += 1) position += partSize(position)
  assert.ok(parts <= 10_000, `${parts}`)
  assert.ok(partSize(0) >= 5 * MEBIBYTE && partSize(5 * TEBIBYTE) <= 5 * 1024 * MEBIBYTE)
})

test('in S3: removes the small parts of a client that sends small pieces', async (t) => {
  const settings = await createBucket(t)
  if (!settings) return
  const [storage, id] = [s3Storage(settings), randomUUID()]
  let saved = NO_BYTES
  for (let session = 0; session < 4; session += 1) {
    const incoming = await storage.resume(id, saved)
    for (let count = 0; count < 4; count += 1) {
      await incoming.write(randomBytes(1000))
      saved = await incoming.save()
    }
    await incoming.close()
    const { objects } = await listBucket(settings)
    assert.ok(
      objects.length <= 2 && objects.some((name) => name.endsWith(saved.parts[0]!.name)),
      objects.join(),
    )
  }
  assert.equal(saved.length, 16_000)
})

test('in S3: aborts an unfinished multipart upload when the upload is discarded', async (t) => {
  const settings = await createBucket(t)
  if (!settings) return
  const [storage, id] = [s3Storage(settings), randomUUID()]
  const incoming = await storage.resume(id, NO_BYTES)
  for (let count = 0; count < 9; count += 1) await incoming.write(randomBytes(MEBIBYTE))
  const saved = await incoming.save()
  await incoming.close()
  const missing = { ...saved, parts: [saved.parts[0]!, { ...saved.parts[1]!, name: 'tail-0' }] }
  await assert.rejects(storage.publish(id, missing, 'a'.repeat(64)))
  assert.deepEqual((await listBucket(settings)).unfinished, [`objects/${'a'.repeat(64)}`])
  await storage.discard(id)
  assert.deepEqual(await listBucket(settings), { objects: [], unfinished: [] })
})

test('in S3: presigns a URL with name and type that cannot be changed', async (t) => {
  const settings = await createBucket(t)
  if (!settings) return
  const storage = s3Storage(settings)
  const { key } = await createIntake(storage, startHashing()).put(sourceOf(Buffer.from('a reel')))
  const address = await storage.presign!(key, {
    disposition: 'attachment; filename="reel.mov"',
    mime: 'video/quicktime',
    seconds: 60,
  })
  const answer = await fetch(address)
  assert.deepEqual(
    [
      answer.status,
      answer.headers.get('content-disposition'),
      answer.headers.get('content-type'),
      await answer.text(),
    ],
    [200, 'attachment; filename="reel.mov"', 'video/quicktime', 'a reel'],
  )
  assert.equal((await fetch(address.replace('reel.mov', 'other.mov'))).status, 403)
  assert.equal(
    (await fetch(address.replace(key, digest('sha256', Buffer.from('other'))))).status,
    403,
  )
})

for (const [words, wrong] of [
  ['whose key is wrong', { secretAccessKey: 'other' }],
  ['without that bucket', { bucket: 'there-is-none' }],
  ['whose host nobody knows', { endpoint: 'http://s3.invalid' }],
  ['that nobody runs', { endpoint: 'http://127.0.0.1:9' }],
] as const)
  test(`in S3: reports a store ${words} as unavailable, with Retry-After`, async (t) => {
    const settings = await createBucket(t)
    if (!settings) return
    const intake = createIntake(s3Storage({ ...settings, ...wrong }), startHashing())
    await assert.rejects(
      intake.put(sourceOf(Buffer.from('abc'))),
      (error) =>
        error instanceof Problem &&
        error.status === 503 &&
        error.code === 'storage.unavailable' &&
        Number(error.headers['retry-after']) > 0,
    )
  })
