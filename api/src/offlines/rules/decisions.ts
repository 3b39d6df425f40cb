import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Rejection } from '../../kernel/http/contract/problem.ts'
import { REJECTION_CODES, type Status } from '../../workrequests/contract.ts'
import type { StoredOffline } from './offlines.ts'

/** While an offline can still change what happens to the request. */
export const acceptsOfflines = (status: Status) =>
  ['awaiting-materials', 'in-progress', 'for-review', 'rejected'].includes(status)

/** Who reads of an order, and what they may. */
export type Reviewer = Pick<Caller, '_id' | 'permissions'>
type Asked = {
  decision: string | null
  reason?: string | undefined
  code?: string | null | undefined
}

export const mayDecide = ({ owner }: { owner: string }, by: Reviewer) =>
  by._id === owner || by.permissions.has('workrequest.approve')

/** Why a decision cannot be taken, if it cannot. */
export function checkDecision(
  offline: Pick<StoredOffline, 'owner' | 'newest' | 'decision' | 'status'>,
  by: Reviewer,
  { decision, reason, code }: Asked,
): Rejection | undefined {
  if (!mayDecide(offline, by))
    return {
      status: 403,
      code: 'offline.not-yours',
      why: 'Only who may approve the work request decides about its offline.',
    }
  if (!offline.newest)
    return { status: 409, code: 'offline.old', why: 'Only the newest offline can be decided.' }
  if (offline.decision)
    return {
      status: 409,
      code: 'offline.decided',
      why: `This offline is ${offline.decision} already.`,
    }
  if (!acceptsOfflines(offline.status))
    return { status: 409, code: 'offline.too-late', why: `The work request is ${offline.status}.` }
  if (decision === 'rejected' && (!reason?.trim() || !code))
    return {
      status: 409,
      code: 'offline.reason-missing',
      why: `A rejection needs a reason and a code: one of ${REJECTION_CODES.join(', ')}.`,
    }
  return undefined
}
