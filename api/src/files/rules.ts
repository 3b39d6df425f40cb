import type { ReplyContext } from '../kernel/http/contract/reply-context.ts'
import { Step, type File, type Media, type StepState, type Warning } from './contract.ts'

export type StoredMedia = Omit<Media, 'status' | 'progress'>
export type StoredFile = Omit<File, 'path' | 'media' | '$flags' | '$links' | '$aspera'> & {
  owner: string
  downloaded: boolean
  path: string | null
  media: StoredMedia | null
}

export function presentFile(
  { owner: _owner, downloaded, ...file }: StoredFile,
  { host }: Pick<ReplyContext, 'host'>,
): File {
  return {
    ...file,
    media: file.media && presentMedia(file.media),
    path: file.path ?? servicePath(file._id),
    $flags: flagsOf(file),
    $links: {
      self: `//${host}/api/files/${file._id}`,
      project: `//${host}/api/projects/${file.project}`,
      asset: `//${host}/api/assets/${file.asset}`,
    },
    $aspera: { downloaded },
  }
}

/** The location in the object store stays internal. */
export const servicePath = (id: string) => `files/${id}`

function presentMedia({ steps, ...media }: StoredMedia): Media {
  const reported = steps
    .toSorted((a, b) => Step.enum.indexOf(a.step) - Step.enum.indexOf(b.step))
    .map((state): StepState => ({
      step: state.step,
      status: state.status,
      progress: hasEnded(state) ? 1 : state.progress,
      reason: state.reason,
    }))
  return {
    status: statusOf(steps),
    progress:
      reported.reduce((sum, { progress }) => sum + progress, 0) / Math.max(1, reported.length),
    steps: reported,
    ...media,
  }
}

function statusOf(steps: StepState[]): Media['status'] {
  if (steps.every(({ status }) => status === 'waiting')) return 'waiting'
  if (steps.some((step) => !hasEnded(step))) return 'working'
  return steps.some(({ status }) => status === 'failed') ? 'failed' : 'ready'
}

export const hasEnded = ({ status }: Pick<StepState, 'status'>) =>
  status !== 'waiting' && status !== 'working'

/**
 * The part of the record that the ETag covers. Progress is excluded, so that files can be changed
 * while they are processed.
 */
export const omitProgress = (file: Omit<StoredFile, 'downloaded'>) => ({
  ...file,
  media: file.media && {
    ...file.media,
    steps: file.media.steps.map(({ progress: _progress, ...step }) => step),
  },
})

function flagsOf({
  verified,
  length,
  sha256,
  warnings,
  media,
}: Pick<StoredFile, 'verified' | 'length' | 'sha256' | 'warnings' | 'media'>): string[] {
  return [
    ...(sha256 === null ? ['awaiting-bytes'] : []),
    ...(verified ? ['verified'] : []),
    ...(media?.steps.some((step) => step.step === 'probe' && !hasEnded(step)) ? ['probing'] : []),
    ...(length === 0 ? ['empty'] : []),
    ...(warnings.length ? ['warnings'] : []),
  ]
}

/** Media files are verified after processing, others as soon as their bytes are stored. */
export const isMedia = (mime: string) =>
  /^(video|audio|image)\/|^application\/(mxf|ogg)$/.test(mime)

const ENDINGS =
  /\.(mp4|m4v|mov|mxf|mkv|webm|avi|mpe?g|m2?ts|wmv|flv|wav|aiff?|mp3|m4a|aac|flac|ogg|png|jpe?g|gif|webp|tiff?|bmp|dpx|exr)$/i

/** Detects a media file name over other bytes. Such a file is stored but not processed. */
export function disguisedType(name: string, mime: string): Warning | undefined {
  const [ending] = ENDINGS.exec(name) ?? []
  if (!ending || isMedia(mime)) return undefined
  return {
    code: 'media.unknown-format',
    severity: 'error',
    message: `The name ends in ${ending}, but the bytes are not a known video, audio or image format. There will be no preview.`,
    value: mime,
  }
}

/** What was declared before the upload and does not match. */
export function mismatch(
  declared: { length: number | null; md5: string | null; sha256?: string | null | undefined },
  measured: { length: number; md5: string | null; sha256?: string },
): string | undefined {
  if (declared.length !== null && declared.length !== measured.length)
    return `received ${measured.length} bytes, but ${declared.length} were declared`
  if (declared.md5 !== null && declared.md5 !== measured.md5)
    return `the MD5 of the bytes is ${measured.md5}, but ${declared.md5} was declared`
  if (declared.sha256 && declared.sha256 !== measured.sha256)
    return `the SHA-256 of the bytes is ${measured.sha256}, but ${declared.sha256} was declared`
  return undefined
}
