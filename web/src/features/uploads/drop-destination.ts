// Where a dropped file goes: into a new asset, or to an existing one as a file or as a new cut.
import { fileKindOf, type AssetDraft } from '../new-records/asset-draft.ts'
import type { TargetAsset } from './upload-store.ts'

export type DropDestination =
  | { kind: 'new'; draft: AssetDraft }
  | { kind: 'file' | 'cut'; asset: TargetAsset }

type Known = {
  fileName: string
  /** The user may create assets and previews. */
  mayCreate: boolean
  /** The asset of an unfinished upload of the same file. */
  resumed: TargetAsset | undefined
  /** The asset of the current page. */
  current: TargetAsset | undefined
  /** The current page is about a work request, whose files are rarely new cuts. */
  isRequestPage: boolean
  /** The asset that the file is named after. */
  named: TargetAsset | undefined
  draft: AssetDraft
}

/** In order of preference: unfinished upload, current page, file name, new asset. */
export function defaultDestination(known: Known): DropDestination | undefined {
  const { fileName, mayCreate, resumed, current, isRequestPage, named, draft } = known
  const kind = fileKindOf(fileName)
  if (resumed) return { kind: 'file', asset: resumed }
  if (current) {
    const isCut = mayCreate && kind === 'film' && !isRequestPage
    return { kind: isCut ? 'cut' : 'file', asset: current }
  }
  // Localized files are named after the asset too, so a name does not make a new cut.
  if (named) return { kind: 'file', asset: named }
  return mayCreate && kind !== 'other' ? { kind: 'new', draft } : undefined
}
