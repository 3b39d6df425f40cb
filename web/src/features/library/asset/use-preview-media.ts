import type { previews } from '@reelay/api/contract'
import { useSignedMedia as useReelOf } from '../../player/use-signed-media.ts'

/** All that belongs to watching a preview. */
export const usePreviewMedia = (preview: previews.Preview) => useReelOf('preview', preview)
