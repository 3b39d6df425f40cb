import type { View } from '../kernel/view.ts'
import type { Showing } from '../renditions/contract.ts'
import { presentShowing, type StoredShowing } from '../renditions/rules/showing.ts'
import type { Preview, PreviewEmbedded } from './contract.ts'

/** As an asset embeds it, and as it is read by itself: with how far what it shows is. */
export type StoredPreview = Omit<Preview, 'path' | keyof Showing | '$links'>
export type ShownPreview = StoredPreview & { showing: StoredShowing }

export function presentPreview(
  { showing, ...preview }: ShownPreview,
  { host, sign }: Pick<View, 'host' | 'sign'>,
): Preview {
  const at = `//${host}/api`
  return {
    ...preview,
    path: sign(contentPath(preview)),
    ...presentShowing(showing, `/previews/${preview._id}`, sign),
    $links: {
      self: `${at}/previews/${preview._id}`,
      asset: `${at}/assets/${preview.asset}`,
      project: `${at}/projects/${preview.project}`,
      studio: `${at}/studios/${preview.studio}`,
    },
  }
}

export function embedPreview(
  { file: _file, ...preview }: StoredPreview,
  { host, keyId }: Pick<View, 'host' | 'keyId'>,
): PreviewEmbedded {
  return { ...preview, cdn: { domain: host, path: `/api${contentPath(preview)}`, key: keyId } }
}

export const posterPath = (id: string) => `/previews/${id}/poster`
const contentPath = ({ _id }: { _id: string }) => `/previews/${_id}/content`

/** video, audio, image or other: what a player needs to know before it asks for bytes. */
export const previewType = (mime: string | null, mediaType: string): string => {
  const kind = mime?.split('/')[0] ?? ''
  return ['video', 'audio', 'image'].includes(kind) ? kind : mediaType
}
