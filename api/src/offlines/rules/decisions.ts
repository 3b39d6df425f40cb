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

/** Why this person cannot decide about any offline of the work request, if so. */
export const checkReviewer = (offline: { owner: string }, by: Reviewer): Rejection | undefined =>
  mayDecide(offline, by)
    ? undefined
    : {
        status: 403,
        code: 'offline.forbidden',
        detail: 'Only people who may approve this work request can approve or reject its offlines.',
      }

/** Why this decision is not allowed, if so. */
export function checkDecision(
  offline: Pick<StoredOffline, 'owner' | 'newest' | 'decision' | 'status'>,
  by: Reviewer,
  { decision, reason, code }: DecisionInput,
): Rejection | undefined {
  const refused = checkReviewer(offline, by)
  if (refused) return refused
  if (!offline.newest)
    return {
      status: 409,
      code: 'offline.outdated',
      detail: 'You can only approve or reject the newest offline.',
    }
  if (offline.decision)
    return {
      status: 409,
      code: 'offline.already-decided',
      detail: `This offline is already ${offline.decision}.`,
    }
  if (!acceptsOfflines(offline.status))
    return {
      status: 409,
      code: 'offline.review-closed',
      detail: `You can no longer decide, because the work request is ${offline.status}.`,
    }
  if (decision === 'rejected' && (!reason?.trim() || !code))
    return {
      status: 409,
      code: 'offline.reason-required',
      detail: `Give a reason and a code to reject it. Codes: ${REJECTION_CODES.join(', ')}.`,
    }
  return undefined
}

/** As long as somebody may withdraw a decision. Mail about it can be on its way by then. */
export const WITHDRAWAL_SECONDS = 60
/** Statuses that a request has right after a decision. */
const FOLLOWS: Record<'approved' | 'rejected', readonly Status[]> = {
  approved: ['awaiting-materials', 'in-progress', 'for-review', 'approved'],
  rejected: ['awaiting-materials', 'in-progress', 'for-review', 'rejected'],
}

/** Why this reviewer cannot withdraw the decision, if so. */
export function checkWithdrawal(
  offline: Pick<StoredOffline, 'newest' | 'decision' | 'decided' | 'isRecent' | 'status'>,
  by: Reviewer,
): Rejection | undefined {
  const { decision, decided } = offline
  if (!decision || !decided)
    return { status: 409, code: 'offline.not-decided', detail: 'There is no decision to withdraw.' }
  if (decided.by !== by._id)
    return {
      status: 403,
      code: 'offline.decision-forbidden',
      detail: 'Only the person who decided can withdraw the decision.',
    }
  if (!offline.isRecent)
    return {
      status: 409,
      code: 'offline.withdrawal-expired',
      detail: `A decision can be withdrawn for ${WITHDRAWAL_SECONDS} seconds.`,
    }
  if (!offline.newest || !FOLLOWS[decision].includes(offline.status))
    return {
      status: 409,
      code: 'offline.decision-in-use',
      detail: `The decision can no longer be withdrawn, because the work request is ${offline.status}.`,
    }
  return undefined
}

/** The request is in review again when the decision that ended the review is withdrawn. */
export const reopensReview = ({ decision, status }: Pick<StoredOffline, 'decision' | 'status'>) =>
  decision === status
