import type { StudioCaller } from '../../kernel/http/contract/caller.ts'
import type { Rejection } from '../../kernel/http/contract/problem.ts'
import { REJECTION_CODES, type Status } from '../../workrequests/contract.ts'
import type { StoredOffline } from './offlines.ts'

/** Statuses in which an offline can still affect the request. */
export const acceptsOfflines = (status: Status) =>
  ['awaiting-materials', 'in-progress', 'for-review', 'rejected'].includes(status)

export type Reviewer = Pick<StudioCaller, '_id' | 'permissions'>
type DecisionInput = {
  decision: string | null
  reason?: string | undefined
  code?: string | null | undefined
}

export const mayDecide = ({ owner }: { owner: string }, by: Reviewer) =>
  by._id === owner || by.permissions.has('workrequest.approve')

/** Why this decision is not allowed, if so. */
export function checkDecision(
  offline: Pick<StoredOffline, 'owner' | 'newest' | 'decision' | 'status'>,
  by: Reviewer,
  { decision, reason, code }: DecisionInput,
): Rejection | undefined {
  if (!mayDecide(offline, by))
    return {
      status: 403,
      code: 'offline.not-yours',
      why: 'Only people who may approve this work request can approve or reject its offlines.',
    }
  if (!offline.newest)
    return {
      status: 409,
      code: 'offline.old',
      why: 'You can only approve or reject the newest offline.',
    }
  if (offline.decision)
    return {
      status: 409,
      code: 'offline.decided',
      why: `This offline is already ${offline.decision}.`,
    }
  if (!acceptsOfflines(offline.status))
    return {
      status: 409,
      code: 'offline.too-late',
      why: `You can no longer decide, because the work request is ${offline.status}.`,
    }
  if (decision === 'rejected' && (!reason?.trim() || !code))
    return {
      status: 409,
      code: 'offline.reason-missing',
      why: `Give a reason and a code to reject it. Codes: ${REJECTION_CODES.join(', ')}.`,
    }
  return undefined
}
