import { PERMISSIONS } from '../../access/rules.ts'
import type { Status } from '../../workrequests/contract.ts'
import { planMove, describeMovers } from '../../workrequests/rules/moves.ts'
import type { StoredWorkRequest } from '../../workrequests/rules/stored.ts'
import type { RequestAtRisk } from '../contract.ts'
import type { OpenStatus } from './durations.ts'

const ONWARD: Record<OpenStatus, Status> = {
  incomplete: 'submitted',
  submitted: 'in-progress',
  'awaiting-materials': 'in-progress',
  'in-progress': 'for-review',
  'for-review': 'approved',
  rejected: 'in-progress',
  approved: 'complete',
}

/**
 * Where it goes next, what is missing for that, and who must act: whoever can bring what is
 * missing, or else whoever can move it.
 */
export function nextStep(request: StoredWorkRequest): RequestAtRisk['next'] {
  const to = ONWARD[request.status as OpenStatus]
  const plan = planMove(request, to, {
    _id: request.from._id,
    roles: ['admin'],
    permissions: new Set<string>(PERMISSIONS),
  })
  const missing = plan.ok ? [] : plan.missing
  return {
    to,
    missing,
    who:
      [...new Set(missing.map(({ who }) => who))].join('; ') ||
      (describeMovers(request.status, to) ?? ''),
  }
}
