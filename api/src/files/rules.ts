import type { View } from '../kernel/view.ts'
import type { File } from './contract.ts'

export type StoredFile = Omit<File, 'path' | 'aspera' | '$flags' | '$links' | '$aspera'> & { owner: string; downloaded: boolean }

export function presentFile({ owner: _owner, downloaded, ...file }: StoredFile, { host }: Pick<View, 'host'>): File {
  return {
    ...file,
    // Where the bytes lie on the machine is nobody's business; this is where they are asked for.
    path: `files/${file._id}`,
    aspera: { username: '' },
    $flags: flagsOf(file),
    $links: { self: `//${host}/api/files/${file._id}`, project: `//${host}/api/projects/${file.project}`, asset: `//${host}/api/assets/${file.asset}` },
    $aspera: { downloaded },
  }
}

function flagsOf({ verified, length, sha256, warnings }: Pick<File, 'verified' | 'length' | 'sha256' | 'warnings'>): string[] {
  return [...(sha256 === null ? ['awaiting-bytes'] : []), ...(verified ? ['verified'] : []), ...(length === 0 ? ['empty'] : []), ...(warnings.length ? ['warnings'] : [])]
}

/** What was declared before the bytes came, and does not fit them. */
export function mismatch(declared: { length: number | null; md5: string | null }, measured: { length: number; md5: string }): string | undefined {
  if (declared.length !== null && declared.length !== measured.length) return `${measured.length} bytes came, ${declared.length} were declared`
  if (declared.md5 !== null && declared.md5 !== measured.md5) return `the MD5 of the bytes is ${measured.md5}, ${declared.md5} was declared`
  return undefined
}
