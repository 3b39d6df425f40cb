import { assets, workrequests } from '@reelay/api/contract'
import type { QueryStarter } from '../../api/query-starter.ts'
import { loadUnread } from '../notifications/unread.ts'
import { addRisksInParallel } from '../shared/use-add-risks.ts'
import { OPEN_STATUSES } from '../shared/status.tsx'

/** The open work requests, in which the tasks are found. */
export const OPEN_REQUESTS = { query: { status: OPEN_STATUSES.join(','), order: 'due' } }
export const PHASE_CHANGES = { range: { first: 0, last: 2 } }

export function loadToday({ call, query, pages }: QueryStarter) {
  pages(workrequests.listWorkRequests, OPEN_REQUESTS, addRisksInParallel(call))
  query(assets.listWorkflowNotify, PHASE_CHANGES)
  loadUnread({ query })
}
