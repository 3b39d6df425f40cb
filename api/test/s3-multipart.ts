// Uploads to a bucket with the AWS SDK alone, for comparison with uploads through the service.
import {
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3'
import type { S3Settings } from '../src/kernel/storage/s3-bucket.ts'
import { createS3Client } from './ceph.ts'

/** As `Upload` of @aws-sdk/lib-storage does. */
const [PART_BYTES, PARTS_AT_ONCE] = [5 * 1024 ** 2, 4]

export async function createEmptyBucket(settings: S3Settings): Promise<void> {
  const client = createS3Client(settings)
  await client.send(new CreateBucketCommand({ Bucket: settings.bucket }))
  client.destroy()
}

export async function uploadInParts(settings: S3Settings, key: string, length: number) {
  const client = createS3Client(settings)
  const object = { Bucket: settings.bucket, Key: key }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(object))
  const parts: CompletedPart[] = []
  const count = Math.ceil(length / PART_BYTES)
  const numbers = Array.from({ length: count }, (_none, index) => index + 1).values()
  const sendParts = async () => {
    for (const PartNumber of numbers) {
      const Body = Buffer.alloc(Math.min(PART_BYTES, length - (PartNumber - 1) * PART_BYTES), 7)
      const part = { ...object, UploadId, PartNumber, Body }
      const { ETag } = await client.send(new UploadPartCommand(part))
      parts.push({ PartNumber, ETag })
    }
  }
  await Promise.all(Array.from({ length: PARTS_AT_ONCE }, sendParts))
  const Parts = parts.toSorted((one, other) => one.PartNumber! - other.PartNumber!)
  await client.send(
    new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } }),
  )
  client.destroy()
}
