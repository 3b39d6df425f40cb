import type { Status } from '../../workrequests/contract.ts'
import type { CoverageState } from '../contract.ts'

/** How far one use of an order is. A time is null if nothing happened or it is not visible. */
export type CellProgress = {
  status: Status
  /** When it entered its status. */
  moved: number
  /** When the last file of this use was verified, and when one was first downloaded. */
  delivered: number | null
  downloaded: number | null
  /** Start of the current cut of the asset, and whether the delivered version is older. */
  cut: number | null
  old: boolean
}

export function coverageOf({ status, moved, delivered, downloaded, cut, old }: CellProgress): {
  state: CoverageState
  since: number
} {
  const isDone = status === 'complete' || (status === 'approved' && delivered !== null)
  if (isDone && cut !== null && old) return { state: 'old-cut', since: cut }
  if (isDone && downloaded !== null) return { state: 'downloaded', since: downloaded }
  if (isDone) return { state: 'delivered', since: delivered ?? moved }
  return { state: STATE_FOR_STATUS[status] ?? 'ordered', since: moved }
}

const STATE_FOR_STATUS: Partial<Record<Status, CoverageState>> = {
  'in-progress': 'in-work',
  'for-review': 'in-work',
  rejected: 'in-work',
  approved: 'approved',
}
