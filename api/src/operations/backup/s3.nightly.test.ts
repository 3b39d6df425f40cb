import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { loadBackupFixtures, emptyDatabase } from '../../../test/backup-fixtures.ts'
import { createBucket, createS3Client, listBucket } from '../../../test/ceph.ts'
import { s3Storage } from '../../kernel/storage/s3.ts'

test('backs up objects in S3 and restores only those that are missing', async (t) => {
  const settings = await createBucket(t)
  if (!settings) return
  const { keys, storage, backUp, verify, restoreTo } = await loadBackupFixtures(t, () =>
    s3Storage(settings),
  )
  assert.deepEqual((({ done, findings }) => [done.copied, findings])(await backUp()), [3, []])
  assert.deepEqual(await verify(), [])
  await storage.remove(keys[2])
  const before = await listBucket(settings)
  assert.deepEqual((await restoreTo(await emptyDatabase(t))).findings, [])
  const after = await listBucket(settings)
  assert.deepEqual(
    after.objects.filter((name) => !before.objects.includes(name)),
    [`objects/${keys[2]}`],
  )
  assert.equal(await storage.lengthOf(keys[2]), 2_000_000)
  assert.deepEqual(after.unfinished, [])
})

test('reports an object that is damaged in S3', async (t) => {
  const settings = await createBucket(t)
  if (!settings) return
  const { keys, backUp } = await loadBackupFixtures(t, () => s3Storage(settings))
  await createS3Client(settings).send(
    new PutObjectCommand({
      Bucket: settings.bucket,
      Key: `objects/${keys[1]}`,
      Body: Buffer.alloc(3000),
    }),
  )
  assert.deepEqual(
    (await backUp()).findings.map(({ message }) => message),
    [`${keys[1]} is not in the backup: its bytes have changed.`],
  )
})
