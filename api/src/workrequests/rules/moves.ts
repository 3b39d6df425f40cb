// The whole life of a work request as one table. `$statuses`, the 409 and the web page's buttons
// all ask planMove.
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { STATUSES, type MissingItem, type PossibleMove, type Status } from '../contract.ts'
import {
  requireCode,
  requireFreshOffline,
  requireReason,
  requireOpenMaterial,
  requireApprovals,
  requireDeliverables,
  requireAllMaterials,
  hasReason,
  requireNoOffline,
  requireOrderFields,
  RESPONSIBLE,
  type MoveInput,
} from './missing.ts'
import type { StoredWorkRequest } from './stored.ts'

export type MovePlan =
  | { ok: true }
  | { ok: false; status: 403 | 409; why: string; missing: MissingItem[] }
/** A person, or the service itself, which moves a request on when nothing more is in the way. */
export type Mover = Pick<Caller, '_id' | 'roles' | 'permissions'> | 'service'

type Request = StoredWorkRequest
type Who = (mover: Mover, request: Request) => boolean
type Rule = {
  from: readonly Status[]
  to: Status
  who: Who
  named: string
  needs: (request: Request, asked: MoveInput, by: Mover) => MissingItem[]
}

const BEFORE_WORK: readonly Status[] = ['incomplete', 'submitted', 'awaiting-materials']
const DURING_WORK: readonly Status[] = ['in-progress', 'for-review', 'rejected', 'approved']
const AFTER_WORK: readonly Status[] = ['complete', 'cancelled']

const service: Who = (mover) => mover === 'service'
const isStudio = (mover: Mover) =>
  mover !== 'service' && mover.roles.some((role) => role === 'studio' || role === 'admin')
const studio: Who = isStudio
const admin: Who = (mover) => mover !== 'service' && mover.roles.includes('admin')
const owner: Who = (mover, request) => mover !== 'service' && mover._id === request.from._id
const worker: Who = (mover) => mover !== 'service' && mover.permissions.has('workrequest.work')
const approver: Who = (mover) => mover !== 'service' && mover.permissions.has('workrequest.approve')
const any =
  (...whos: Who[]): Who =>
  (mover, request) =>
    whos.some((who) => who(mover, request))

const RULES: readonly Rule[] = [
  {
    from: ['incomplete'],
    to: 'submitted',
    who: any(owner, studio),
    named: RESPONSIBLE.owners,
    needs: requireOrderFields,
  },
  {
    from: ['submitted'],
    to: 'awaiting-materials',
    who: any(service, worker),
    named: RESPONSIBLE.workers,
    needs: requireOpenMaterial,
  },
  {
    from: ['submitted', 'awaiting-materials'],
    to: 'in-progress',
    who: any(service, worker),
    named: RESPONSIBLE.workers,
    needs: (request, asked) => (hasReason(asked) ? [] : requireAllMaterials(request)),
  },
  {
    from: ['in-progress'],
    to: 'awaiting-materials',
    who: any(worker, service),
    named: RESPONSIBLE.workers,
    needs: (request, asked) => [...requireReason(asked), ...requireOpenMaterial(request)],
  },
  {
    from: ['in-progress'],
    to: 'for-review',
    who: any(worker, service),
    named: RESPONSIBLE.workers,
    needs: requireFreshOffline,
  },
  {
    from: ['for-review'],
    to: 'approved',
    who: any(owner, approver, service),
    named: RESPONSIBLE.approvers,
    needs: requireApprovals,
  },
  {
    from: ['for-review'],
    to: 'rejected',
    who: any(owner, approver),
    named: RESPONSIBLE.approvers,
    needs: (_request, asked) => [...requireReason(asked), ...requireCode(asked)],
  },
  {
    from: ['rejected'],
    to: 'in-progress',
    who: any(worker, service),
    named: RESPONSIBLE.workers,
    needs: () => [],
  },
  {
    from: ['approved'],
    to: 'complete',
    who: any(worker, service),
    named: RESPONSIBLE.workers,
    needs: (request, asked, by) => requireDeliverables(request, hasReason(asked) && isStudio(by)),
  },
  {
    from: ['submitted', 'awaiting-materials'],
    to: 'incomplete',
    who: any(owner, studio),
    named: RESPONSIBLE.owners,
    needs: requireNoOffline,
  },
  {
    from: DURING_WORK,
    to: 'incomplete',
    who: studio,
    named: RESPONSIBLE.studio,
    needs: (request, asked) => [...requireReason(asked), ...requireNoOffline(request)],
  },
  {
    from: BEFORE_WORK,
    to: 'cancelled',
    who: any(owner, studio),
    named: RESPONSIBLE.owners,
    needs: () => [],
  },
  {
    from: DURING_WORK,
    to: 'cancelled',
    who: studio,
    named: RESPONSIBLE.studio,
    needs: (_request, asked) => requireReason(asked),
  },
  {
    from: AFTER_WORK,
    to: 'in-progress',
    who: admin,
    named: RESPONSIBLE.admin,
    needs: (_request, asked) => requireReason(asked),
  },
]

const ruleFor = (from: Status, to: Status): Rule | undefined =>
  RULES.find((rule) => rule.to === to && rule.from.includes(from))

export function planMove(request: Request, to: Status, by: Mover, asked: MoveInput = {}): MovePlan {
  const rule = ruleFor(request.status, to)
  if (!rule)
    return {
      ok: false,
      status: 409,
      why: `A work request that is ${request.status} cannot become ${to}.`,
      missing: [],
    }
  if (!rule.who(by, request))
    return { ok: false, status: 403, why: `Only ${rule.named} can mark it as ${to}.`, missing: [] }
  const missing = rule.needs(request, asked, by)
  return missing.length
    ? {
        ok: false,
        status: 409,
        why: `It cannot become ${to} yet: ${missing.map(({ message }) => message).join('; ')}.`,
        missing,
      }
    : { ok: true }
}

/** Who can take a request there, in words, if anybody can. */
export const describeMovers = (from: Status, to: Status): string | undefined =>
  ruleFor(from, to)?.named

/** What a caller may choose now: a reason and a code are things they can still give. */
export const allowedStatuses = (request: Request, person: Mover): Status[] =>
  STATUSES.filter((to) => planMove(request, to, person, { reason: 'given', code: 'other' }).ok)

/**
 * Each way on from here. What the caller can still give, a reason and a code, is asked for and not
 * in the way.
 */
export function possibleMoves(request: Request, person: Mover): PossibleMove[] {
  return STATUSES.flatMap((to): PossibleMove[] => {
    const rule = ruleFor(request.status, to)
    if (!rule) return []
    const plan = planMove(request, to, person, { reason: 'given', code: 'other' })
    const lacks = (asked: MoveInput) => plan.ok && !planMove(request, to, person, asked).ok
    return [
      {
        to,
        may: plan.ok,
        why: plan.ok ? '' : plan.why,
        missing: rule
          .needs(request, { code: 'other' }, person)
          .filter(({ code }) => code !== 'reason'),
        needsReason: lacks({ code: 'other' }),
        needsCode: lacks({ reason: 'given' }),
      },
    ]
  })
}

/** Where the service takes a request by itself, if anywhere. */
export function nextAutomaticStatus(request: Request): Status | undefined {
  const { requireOfflineApproval } = request.asset.workflow.definition
  const wanted: Partial<Record<Status, Status[]>> = {
    submitted: ['in-progress', 'awaiting-materials'],
    'awaiting-materials': ['in-progress'],
    'in-progress': request.autosubs ? ['for-review'] : [],
    'for-review': requireOfflineApproval ? [] : ['approved'],
    rejected: request.facts.freshOffline ? ['in-progress'] : [],
    approved: ['complete'],
  }
  return wanted[request.status]?.find((to) => planMove(request, to, 'service').ok)
}

/**
 * Asked for what it already is, or for `submitted` after the service has moved it on from there:
 * nothing is left to do.
 */
export function alreadyAt(request: Request, to: Status): boolean {
  if (request.status === to) return true
  const last = request.history.findLastIndex((entry) => entry.status === to)
  return (
    to === 'submitted' &&
    last >= 0 &&
    request.history.slice(last + 1).every((entry) => entry.automatic)
  )
}
