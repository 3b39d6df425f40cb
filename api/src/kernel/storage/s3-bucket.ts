// The dozen calls we make of an S3-compatible store, and its faults in our words.
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCopyCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { Problem } from '../http/contract/problem.ts'
import { storageFull } from './local.ts'
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

const ATTEMPTS = 5
/**
 * Downloads hold a connection for as long as their reader takes, and must not keep others waiting
 * for one.
 */
const CONNECTIONS = 1000

/** `patience` is how many milliseconds a silent store is waited for. */
export function openBucket(
  { bucket, pathStyle, accessKeyId, secretAccessKey, ...where }: S3Settings,
  patience: number,
) {
  const agent = { keepAlive: true, maxSockets: CONNECTIONS }
  const client = new S3Client({
    ...where,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: pathStyle,
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: patience,
      socketTimeout: patience,
      httpAgent: agent,
      httpsAgent: agent,
    },
    // Stores other than Amazon's refuse trailing checksums. Bodies are sent under their signed
    // SHA-256, which all of them check.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  client.middlewareStack.add(
    (next) => async (args) => next({ ...args, request: await digested(args.request) }),
    { step: 'build', name: 'digested' },
  )
  client.middlewareStack.add(
    (next) => (args) =>
      next(args).catch((error) => {
        throw storageProblem(error)
      }),
    { step: 'initialize', name: 'problemOfStore', priority: 'high' },
  )
  const at = (name: string) => ({ Bucket: bucket, Key: name })
  const from = (name: string) => `${bucket}/${name}`

  return {
    put: async (name: string, body: Buffer): Promise<void> =>
      void (await client.send(new PutObjectCommand({ ...at(name), Body: body }))),
    get: async (name: string, { start, end }: ByteRange, signal: AbortSignal): Promise<Readable> =>
      (
        await client.send(new GetObjectCommand({ ...at(name), Range: `bytes=${start}-${end}` }), {
          abortSignal: signal,
        })
      ).Body as Readable,
    async lengthOf(name: string): Promise<number | undefined> {
      const found = await client.send(new HeadObjectCommand(at(name))).catch(unlessMissing)
      return found?.ContentLength
    },
    remove: async (name: string): Promise<void> =>
      void (await client.send(new DeleteObjectCommand(at(name)))),
    async list(prefix: string): Promise<{ name: string; length: number; changed: number }[]> {
      const found: { name: string; length: number; changed: number }[] = []
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client },
        { Bucket: bucket, Prefix: prefix },
      )) {
        found.push(
          ...Contents.map(({ Key, Size, LastModified }) => ({
            name: Key!,
            length: Size!,
            changed: LastModified!.getTime(),
          })),
        )
      }
      return found
    },
    copy: async (source: string, name: string): Promise<void> =>
      void (await client.send(new CopyObjectCommand({ ...at(name), CopySource: from(source) }))),
    beginJoining: async (name: string): Promise<string> =>
      (await client.send(new CreateMultipartUploadCommand(at(name)))).UploadId!,
    async joinPart(
      name: string,
      multipart: string,
      number: number,
      source: { name: string; length: number },
    ): Promise<{ PartNumber: number; ETag: string }> {
      // With the length it must have: a part that is shorter than it was said to be is refused
      // here.
      const span = {
        CopySource: from(source.name),
        CopySourceRange: `bytes=0-${source.length - 1}`,
      }
      const { CopyPartResult } = await client.send(
        new UploadPartCopyCommand({
          ...at(name),
          UploadId: multipart,
          PartNumber: number,
          ...span,
        }),
      )
      return { PartNumber: number, ETag: CopyPartResult!.ETag! }
    },
    endJoining: async (
      name: string,
      multipart: string,
      parts: { PartNumber: number; ETag: string }[],
    ): Promise<void> =>
      void (await client.send(
        new CompleteMultipartUploadCommand({
          ...at(name),
          UploadId: multipart,
          MultipartUpload: { Parts: parts },
        }),
      )),
    abortJoining: async (name: string, multipart: string): Promise<void> =>
      void (await client
        .send(new AbortMultipartUploadCommand({ ...at(name), UploadId: multipart }))
        .catch(unlessMissing)),
    presign: (
      name: string,
      { disposition, mime, seconds }: { disposition: string; mime: string; seconds: number },
    ): Promise<string> =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          ...at(name),
          ResponseContentDisposition: disposition,
          ResponseContentType: mime,
        }),
        { expiresIn: seconds },
      ),
  }
}

type Request = { headers: Record<string, string>; body?: unknown }

/**
 * The signature needs the digest of the body. The library would make it on the thread that answers,
 * and hold that for 6 ms a part.
 */
async function digested(request: unknown): Promise<unknown> {
  const { headers, body } = request as Request
  if (Buffer.isBuffer(body))
    headers['x-amz-content-sha256'] = Buffer.from(
      await crypto.subtle.digest('SHA-256', body as Uint8Array<ArrayBuffer>),
    ).toString('hex')
  return request
}

type Fault = Error & { code?: string; $metadata?: { httpStatusCode?: number } }

export const isMissing = (error: unknown): boolean =>
  ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes((error as Fault).name)

const unlessMissing = (error: unknown): undefined => {
  if (!isMissing(error)) throw error
}

const FULL = ['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage']
/** What the store refuses for the sake of the line or of a setting, not of what we asked. */
const AWAY = [
  'TimeoutError',
  'NoSuchBucket',
  'RequestTimeout',
  'IncompleteBody',
  'BadDigest',
  'XAmzContentSHA256Mismatch',
  'InvalidPart',
]

export function storageProblem(error: unknown): unknown {
  const { name, code, $metadata } = error as Fault
  const status = $metadata?.httpStatusCode ?? 0
  if (FULL.includes(name) || status === 507) return Object.assign(storageFull(), { cause: error })
  const away =
    AWAY.includes(name) ||
    status >= 500 ||
    [301, 401, 403, 429].includes(status) ||
    (code !== undefined && name !== 'AbortError')
  return away ? storageUnavailable(error) : error
}

export const storageUnavailable = (cause: unknown) =>
  Object.assign(
    new Problem(
      503,
      'storage.away',
      'The storage does not answer as it should. What was kept before is safe; try again in a moment.',
      {},
      { 'retry-after': '10' },
    ),
    { cause },
  )
