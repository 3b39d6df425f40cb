// Multipart uploads that are in progress have a marker, so that they can be aborted later.
import type { S3Bucket } from './s3-bucket.ts'

const JOINING = 'joining-'

/** The marker lets `discard` abort this, if the process dies. */
export async function beginMarked(bucket: S3Bucket, folder: string, to: string): Promise<string> {
  const multipart = await bucket.beginMultipart(to)
  await bucket.put(
    `${folder}${JOINING}${encodeURIComponent(to)}.${encodeURIComponent(multipart)}`,
    Buffer.alloc(0),
  )
  return multipart
}

export function parseJoining(name: string): { to: string; multipart: string } | undefined {
  const [, to, multipart] = new RegExp(`/${JOINING}([^/.]+)\\.([^/]+)$`).exec(name) ?? []
  return to && multipart
    ? { to: decodeURIComponent(to), multipart: decodeURIComponent(multipart) }
    : undefined
}
