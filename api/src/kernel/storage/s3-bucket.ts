// The calls of an S3-compatible store that we need.
import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { multipartCalls } from './s3-multipart.ts'
import { ignoreMissing, storageProblem } from './s3-problem.ts'
import type { ByteRange } from './storage.ts'

export type S3Settings = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  pathStyle: boolean
}
export type S3Bucket = ReturnType<typeof openBucket>
type S3Object = { name: string; length: number; changed: number }

const MAX_ATTEMPTS = 5
/** A download holds a connection as long as its reader takes, and must not block others. */
const MAX_CONNECTIONS = 1000

export function openBucket(settings: S3Settings, timeoutMs: number) {
  const client = createClient(settings, timeoutMs)
  const { bucket } = settings
  const locate = (name: string) => ({ Bucket: bucket, Key: name })

  return {
    async put(name: string, body: Buffer): Promise<void> {
      await client.send(new PutObjectCommand({ ...locate(name), Body: body }))
    },
    async get(name: string, { start, end }: ByteRange, signal: AbortSignal): Promise<Readable> {
      const command = new GetObjectCommand({ ...locate(name), Range: `bytes=${start}-${end}` })
      const { Body } = await client.send(command, { abortSignal: signal })
      return Body as Readable
    },
    async lengthOf(name: string): Promise<number | undefined> {
      const head = await client.send(new HeadObjectCommand(locate(name))).catch(ignoreMissing)
      return head?.ContentLength
    },
    async remove(name: string): Promise<void> {
      await client.send(new DeleteObjectCommand(locate(name)))
    },
    list: (prefix: string): Promise<S3Object[]> => listObjects(client, bucket, prefix),
    async copy(source: string, name: string): Promise<void> {
      await client.send(
        new CopyObjectCommand({ ...locate(name), CopySource: `${bucket}/${source}` }),
      )
    },
    ...multipartCalls(client, bucket),
    presign: (
      name: string,
      { disposition, mime, seconds }: { disposition: string; mime: string; seconds: number },
    ): Promise<string> =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          ...locate(name),
          ResponseContentDisposition: disposition,
          ResponseContentType: mime,
        }),
        { expiresIn: seconds },
      ),
  }
}

function createClient(
  { endpoint, region, pathStyle, accessKeyId, secretAccessKey }: S3Settings,
  timeoutMs: number,
): S3Client {
  const agent = { keepAlive: true, maxSockets: MAX_CONNECTIONS }
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: pathStyle,
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: {
      connectionTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
    // Many stores reject trailing checksums. All of them check the signed SHA-256 of a body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  client.middlewareStack.add(
    (next) => async (args) => next({ ...args, request: await addDigest(args.request) }),
    { step: 'build', name: 'addDigest' },
  )
  client.middlewareStack.add(
    (next) => (args) =>
      next(args).catch((error) => {
        throw storageProblem(error)
      }),
    { step: 'initialize', name: 'storageProblem', priority: 'high' },
  )
  return client
}

async function listObjects(client: S3Client, bucket: string, prefix: string): Promise<S3Object[]> {
  const objects: S3Object[] = []
  const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })
  for await (const { Contents = [] } of pages)
    for (const { Key, Size, LastModified } of Contents)
      objects.push({ name: Key!, length: Size!, changed: LastModified!.getTime() })
  return objects
}

type Request = { headers: Record<string, string>; body?: unknown }

/**
 * The signature needs the digest of the body. The SDK would compute it on the main thread and block
 * it for 6 ms per part.
 */
async function addDigest(request: unknown): Promise<unknown> {
  const { headers, body } = request as Request
  if (Buffer.isBuffer(body))
    headers['x-amz-content-sha256'] = Buffer.from(
      await crypto.subtle.digest('SHA-256', body as Uint8Array<ArrayBuffer>),
    ).toString('hex')
  return request
}
