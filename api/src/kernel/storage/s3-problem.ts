// Errors of an S3-compatible store as problems.
import { Problem } from '../http/contract/problem.ts'
import { storageFull } from './storage-full.ts'

type S3Error = Error & { code?: string; $metadata?: { httpStatusCode?: number } }

export const isMissing = (error: unknown): boolean =>
  ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes((error as S3Error).name)

/** For `catch`: undefined for a missing object, and any other error again. */
export const ignoreMissing = (error: unknown): undefined => {
  if (!isMissing(error)) throw error
}

const FULL = ['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage']
/** Errors that are due to the network or the configuration, not to the request. */
const UNAVAILABLE = [
  'TimeoutError',
  'NoSuchBucket',
  'RequestTimeout',
  'IncompleteBody',
  'BadDigest',
  'XAmzContentSHA256Mismatch',
  'InvalidPart',
]

export function storageProblem(error: unknown): unknown {
  const { name, code, $metadata } = error as S3Error
  const status = $metadata?.httpStatusCode ?? 0
  if (FULL.includes(name) || status === 507) return Object.assign(storageFull(), { cause: error })
  const isUnavailable =
    UNAVAILABLE.includes(name) ||
    status >= 500 ||
    [301, 401, 403, 429].includes(status) ||
    (code !== undefined && name !== 'AbortError')
  return isUnavailable ? storageUnavailable(error) : error
}

export const storageUnavailable = (cause: unknown) =>
  Object.assign(
    new Problem(
      503,
      'storage.unavailable',
      'The storage is unavailable. Saved bytes are safe. Try again in a moment.',
      {},
      { 'retry-after': '10' },
    ),
    { cause },
  )
