import type { ReplyContext } from '../kernel/http/contract/reply-context.ts'
import type { Upload } from './contract.ts'

export type StoredUpload = Omit<Upload, '$links' | 'status'> & { published: boolean }

export function presentUpload(
  { published, ...upload }: StoredUpload,
  { host }: Pick<ReplyContext, 'host'>,
): Upload {
  return {
    ...upload,
    status: upload.fault
      ? 'failed'
      : published
        ? 'done'
        : upload.offset === upload.length
          ? 'whole'
          : 'coming',
    $links: {
      self: `//${host}/api/uploads/${upload._id}`,
      file: `//${host}/api/files/${upload.file._id}`,
    },
  }
}

export const CHECKSUMS = ['sha1', 'sha256', 'sha512', 'md5']
export type ChecksumHeader = { algorithm: string; digest: string }

/** `Upload-Checksum: sha1 <base64>`. */
export function readChecksum(header: string): ChecksumHeader | undefined {
  const [algorithm = '', digest = '', ...more] = header.split(' ')
  return CHECKSUMS.includes(algorithm) && /^[A-Za-z0-9+/]+={0,2}$/.test(digest) && more.length === 0
    ? { algorithm, digest }
    : undefined
}
