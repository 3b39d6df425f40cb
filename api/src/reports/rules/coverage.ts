import type { Status } from '../../workrequests/contract.ts'
import type { CoverageState } from '../contract.ts'

/**
 * What is known of one use of an order. Moments are null where something did not happen, or not in
 * the reader's sight.
 */
export type CellFacts = {
  status: Status
  /** When it came to its status. */
  moved: number
  /** When the last file for this use was whole, and when one of them was first taken. */
  delivered: number | null
  downloaded: number | null
  /**
   * Since when the asset's present cut is there, and whether the version that was delivered is
   * older.
   */
  cut: number | null
  old: boolean
}

export function coverageOf({ status, moved, delivered, downloaded, cut, old }: CellFacts): {
  state: CoverageState
  since: number
} {
  const done = status === 'complete' || (status === 'approved' && delivered !== null)
  if (done && cut !== null && old) return { state: 'old-cut', since: cut }
  if (done && downloaded !== null) return { state: 'downloaded', since: downloaded }
  if (done) return { state: 'delivered', since: delivered ?? moved }
  return { state: STATE_FOR_STATUS[status] ?? 'ordered', since: moved }
}

const STATE_FOR_STATUS: Partial<Record<Status, CoverageState>> = {
  'in-progress': 'in-work',
  'for-review': 'in-work',
  rejected: 'in-work',
  approved: 'approved',
}
