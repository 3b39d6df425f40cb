import type { previews } from '@reelay/api/contract'
import { useReel as useReelOf } from '../../player/reel.ts'

/** All that belongs to watching a preview. */
export const useReel = (preview: previews.Preview) => useReelOf('preview', preview)
