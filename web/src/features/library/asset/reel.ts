import type { previews } from '@reelay/api/contract'
import { useMediaUrls as useReelOf } from '../../player/use-media-urls.ts'

/** All that belongs to watching a preview. */
export const useReel = (preview: previews.Preview) => useReelOf('preview', preview)
