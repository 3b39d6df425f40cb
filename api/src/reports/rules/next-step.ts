import { RIGHTS } from '../../access/rules.ts'
import type { Status } from '../../workrequests/contract.ts'
import { planMove, whoMoves } from '../../workrequests/rules/moves.ts'
import type { StoredWorkRequest } from '../../workrequests/rules/stored.ts'
import type { RequestAtRisk } from '../contract.ts'
import type { Open } from './stages.ts'

const ONWARD: Record<Open, Status> = {
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
  const to = ONWARD[request.status as Open]
  const plan = planMove(request, to, {
    _id: request.from._id,
    roles: ['admin'],
    rights: new Set<string>(RIGHTS),
  })
  const missing = plan.ok ? [] : plan.missing
  return {
    to,
    missing,
    who:
      [...new Set(missing.map(({ who }) => who))].join('; ') ||
      (whoMoves(request.status, to) ?? ''),
  }
}
