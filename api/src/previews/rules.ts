import { callerIn } from '../kernel/http/contract/caller.ts'
import type { ReplyContext } from '../kernel/http/contract/reply-context.ts'
import type { Playback } from '../renditions/contract.ts'
import { presentPlayback, type StoredPlayback } from '../renditions/rules/playback.ts'
import type { FilePlayback, Preview, PreviewEmbedded } from './contract.ts'

/** A preview that was requested directly has its playback; a preview in an asset does not. */
export type StoredPreview = Omit<Preview, 'path' | keyof Playback | '$links'>
export type PreviewWithPlayback = StoredPreview & { playback: StoredPlayback }

export function presentPreview(
  { playback, ...preview }: PreviewWithPlayback,
  { host, sign }: Pick<ReplyContext, 'host' | 'sign'>,
): Preview {
  const base = `//${host}/api`
  return {
    ...preview,
    path: sign(contentPath(preview)),
    ...presentPlayback(playback, `/previews/${preview._id}`, sign),
    $links: {
      self: `${base}/previews/${preview._id}`,
      asset: `${base}/assets/${preview.asset}`,
      project: `${base}/projects/${preview.project}`,
      studio: `${base}/studios/${preview.studio}`,
    },
  }
}

export type StoredFilePlayback = {
  _id: string
  studio: string
  name: string
  mime: string | null
  verified: boolean
  playback: StoredPlayback
}

export function presentFilePlayback(
  file: StoredFilePlayback,
  { host, sign, person }: Pick<ReplyContext, 'host' | 'sign' | 'person'>,
): FilePlayback {
  const { _id, playback } = file
  const path = `/playback/${_id}`
  const mayRead = callerIn(person, file.studio).permissions.has('file.download')
  const kind = file.verified && mayRead && !playback ? documentKind(file) : undefined
  return {
    _id,
    path: sign(`${path}/content`),
    ...presentPlayback(playback, path, sign),
    document: kind
      ? { kind, url: sign(`/files/${_id}/${kind === 'pdf' ? 'document' : 'content'}`) }
      : null,
    $links: { self: `//${host}/api${path}`, file: `//${host}/api/files/${_id}` },
  }
}

const TEXT_FILES = /\.(srt|vtt|ttml|dfxp|itt|scc|sbv|ass|ssa|xml|txt|csv|md|json|fountain)$/i

/** By content for PDF. The name tells text from data, because text has no signature. */
export const documentKind = ({
  name,
  mime,
}: Pick<StoredFilePlayback, 'name' | 'mime'>): 'pdf' | 'text' | undefined => {
  if (mime === 'application/pdf') return 'pdf'
  return mime?.startsWith('text/') || TEXT_FILES.test(name) ? 'text' : undefined
}

export function embedPreview(
  { file: _file, ...preview }: StoredPreview,
  { host, keyId }: Pick<ReplyContext, 'host' | 'keyId'>,
): PreviewEmbedded {
  return { ...preview, cdn: { domain: host, path: `/api${contentPath(preview)}`, key: keyId } }
}

/** Lists show it, so it is the small size. */
export const thumbnailPath = (id: string) => `/previews/${id}/thumbnail`
const contentPath = ({ _id }: { _id: string }) => `/previews/${_id}/content`

/** video, audio, image or other, so that a client can choose a player before it loads the file. */
export const previewType = (mime: string | null, mediaType: string): string => {
  const kind = mime?.split('/')[0] ?? ''
  return ['video', 'audio', 'image'].includes(kind) ? kind : mediaType
}
