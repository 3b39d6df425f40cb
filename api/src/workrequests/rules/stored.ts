import type { StoredAssetView } from '../../assets/rules.ts'
import type { StoredPreview } from '../../previews/rules.ts'
import type { StoredProjectSummary } from '../../projects/rules.ts'
import type { DeliverableState } from '../../renditions/rules/deliverable-state.ts'
import type { EmbeddedTranslation } from '../../translations/rules/translation.ts'
import type { StoredSummary } from '../../users/rules/user.ts'
import type { Status, WorkRequest } from '../contract.ts'
import type { AutomaticCause } from '../contract/automatic.ts'

type HistoryEntry = {
  date: number
  user: StoredSummary
  status: Status
  reason: string
  code: string | null
  automatic: boolean
  cause?: AutomaticCause
}

/** What the moves of a request depend on in addition to the request itself. */
export type MoveConditions = {
  leadTimeHours: number
  /** Whether the due date is at least the lead time away, by the clock of the database. */
  isDueInTime: boolean
  /** Languages of the territory; null if the territory does not exist. */
  languages: string[] | null
  /** Whether the newest offline is newer than the last rejection. */
  hasFreshOffline: boolean
  /** The attached files with the state of their checks for the bundle they are attached in. */
  deliverables: Deliverable[]
}

/** `companion`: a subtitle file, which accompanies a version and does not replace it. */
export type Deliverable = { use: string; state: DeliverableState; companion: boolean }

type Derived =
  | 'project'
  | 'asset'
  | 'from'
  | 'reviewer'
  | 'approver'
  | 'history'
  | 'rejections'
  | 'translation'
  | 'graphicsTranslation'
  | 'urls'
  | 'graphicsAutomationJobs'
  | '$links'
  | '$statuses'
  | '$missing'
type WorkAsset = Omit<
  WorkRequest['asset'],
  | 'previews'
  | 'thumbnail'
  | 'transcription'
  | 'usage'
  | '$links'
  | '$flags'
  | '$permissions'
  | '$embargo'
  | '$feedback'
  | '$poster'
>

/** What the rules of the moves read of a request. */
export type MovableRequest = Pick<
  StoredWorkRequest,
  | 'status'
  | 'vendor'
  | 'assignment'
  | 'language'
  | 'dng'
  | 'uses'
  | 'dcp'
  | 'auto'
  | 'autosubs'
  | 'autoMode'
> & {
  from: Pick<StoredSummary, '_id'>
  reviewer: Pick<StoredSummary, 'name'> | null
  approver: Pick<StoredSummary, 'name'> | null
  asset: { workflow: { definition: ApprovalSettings } }
  materials: Pick<StoredWorkRequest['materials'][number], 'name' | 'complete' | 'approved'>[]
  offlines: Pick<StoredWorkRequest['offlines'][number], 'decision'>[]
  encodes: Pick<StoredWorkRequest['encodes'][number], 'kind' | 'use' | 'value' | 'status'>[]
  translation: MovableTranslation
  graphicsTranslation: MovableTranslation
  conditions: MoveConditions
}
type ApprovalSettings = Pick<
  StoredWorkRequest['asset']['workflow']['definition'],
  'requireGraphicsApproval' | 'requireOfflineApproval'
>
type MovableTranslation = Pick<EmbeddedTranslation, 'language' | 'status'> & {
  translator: Pick<StoredSummary, 'name'> | null
}

export type StoredWorkRequest = Omit<WorkRequest, Derived> & {
  project: StoredProjectSummary
  asset: WorkAsset & {
    previews: StoredPreview[]
    usage: Record<string, boolean>
    thumbnail: Omit<
      NonNullable<WorkRequest['asset']['thumbnail']>,
      '$links' | 'bucket' | 'chunkSize'
    > | null
  }
  from: StoredSummary
  reviewer: StoredSummary | null
  approver: StoredSummary | null
  history: HistoryEntry[]
  translation: EmbeddedTranslation
  graphicsTranslation: EmbeddedTranslation
  conditions: MoveConditions
  /** Of the asset, for the reader. It is not part of the ETag. */
  assetView: StoredAssetView
  /** The preview with the image of the asset. */
  poster: string | null
}
