import { PERMISSIONS } from '../../access/rules.ts'
import { planMove, describeMovers } from '../../workrequests/rules/moves.ts'
import { NEXT_STATUS, type OpenStatus } from '../../workrequests/rules/status.ts'
import type { MovableRequest } from '../../workrequests/rules/stored.ts'
import type { RequestAtRisk } from '../contract.ts'

const ADMIN = { roles: ['admin'], groups: [], permissions: new Set<string>(PERMISSIONS) }

/**
 * The next status, what is missing for it, and who must act: the people who can provide what is
 * missing, otherwise the people who can make the move.
 */
export function nextStep(request: MovableRequest): RequestAtRisk['next'] {
  const to = NEXT_STATUS[request.status as OpenStatus]
  const plan = planMove(request, to, { _id: request.from._id, ...ADMIN })
  const missing = plan.ok ? [] : plan.missing
  return {
    to,
    missing,
    who:
      [...new Set(missing.map(({ who }) => who))].join('; ') ||
      (describeMovers(request.status, to) ?? ''),
  }
}
