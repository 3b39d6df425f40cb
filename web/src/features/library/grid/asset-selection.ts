import type { assets } from '@reelay/api/contract'
import type { Selection } from '../../../ui/table/selection.ts'

export type AssetSelection = Selection<assets.Asset>
