// The life cycle of a work request as one table. `$statuses`, the 409 response and the buttons of
// the web app all use planMove.
import type { StudioCaller } from '../../kernel/http/contract/caller.ts'
import { UNANSWERED } from '../../access/rules.ts'
import { STATUSES, type MissingItem, type PossibleMove, type Status } from '../contract.ts'
import { mustAnswer } from './assignment.ts'
import { requireDeliverables } from './deliverables.ts'
import {
  requireCode,
  requireFreshOffline,
  requireReason,
  requireOpenMaterial,
  requireApprovals,
  requireAllMaterials,
  hasReason,
  requireNoOffline,
  requireOrderFields,
  RESPONSIBLE,
  describeMissing,
  missing,
  type MoveInput,
} from './missing.ts'
import { rendersSubtitles } from './materials.ts'
import { nextStatus } from './status.ts'
import type { MovableRequest, StoredWorkRequest } from './stored.ts'

export type MovePlan =
  | { ok: true }
  | { ok: false; status: 403 | 409; detail: string; missing: MissingItem[] }
/** A person, or the service, which moves a request automatically when nothing is missing. */
export type Mover =
  | (Pick<StudioCaller, '_id' | 'roles' | 'permissions'> & { groups: readonly string[] })
  | 'service'

type Request = MovableRequest
type Owned = { from: Pick<Request['from'], '_id'> }
type Allows = (mover: Mover, request: Owned) => boolean
type Rule = {
  from: readonly Status[]
  to: Status
  allows: Allows
  /** The same people in words, for error messages. */
  movers: string
  needs: (request: Request, input: MoveInput, by: Mover) => MissingItem[]
}

const BEFORE_WORK: readonly Status[] = ['incomplete', 'submitted', 'awaiting-materials']
const DURING_WORK: readonly Status[] = ['in-progress', 'for-review', 'rejected', 'approved']
const AFTER_WORK: readonly Status[] = ['complete', 'cancelled']

const service: Allows = (mover) => mover === 'service'
const isStudio = (mover: Mover) =>
  mover !== 'service' && mover.roles.some((role) => role === 'studio' || role === 'admin')
const studio: Allows = isStudio
const admin: Allows = (mover) => mover !== 'service' && mover.roles.includes('admin')
const owner: Allows = (mover, request) => mover !== 'service' && mover._id === request.from._id
const worker: Allows = (mover) => mover !== 'service' && mover.permissions.has('workrequest.work')
const approver: Allows = (mover) =>
  mover !== 'service' && mover.permissions.has('workrequest.approve')
const any =
  (...conditions: Allows[]): Allows =>
  (mover, request) =>
    conditions.some((allows) => allows(mover, request))

const RULES: readonly Rule[] = [
  {
    from: ['incomplete'],
    to: 'submitted',
    allows: any(owner, studio),
    movers: RESPONSIBLE.owners,
    needs: requireOrderFields,
  },
  {
    from: ['submitted'],
    to: 'awaiting-materials',
    allows: any(service, worker),
    movers: RESPONSIBLE.workers,
    needs: requireOpenMaterial,
  },
  {
    from: ['submitted', 'awaiting-materials'],
    to: 'in-progress',
    allows: any(service, worker),
    movers: RESPONSIBLE.workers,
    needs: (request, input) => (hasReason(input) ? [] : requireAllMaterials(request)),
  },
  {
    from: ['in-progress'],
    to: 'awaiting-materials',
    allows: any(worker, service),
    movers: RESPONSIBLE.workers,
    needs: (request, input) => [...requireReason(input), ...requireOpenMaterial(request)],
  },
  {
    from: ['in-progress'],
    to: 'for-review',
    allows: any(worker, service),
    movers: RESPONSIBLE.workers,
    needs: requireFreshOffline,
  },
  {
    from: ['for-review'],
    to: 'approved',
    allows: any(owner, approver, service),
    movers: RESPONSIBLE.approvers,
    needs: requireApprovals,
  },
  {
    from: ['for-review'],
    to: 'rejected',
    allows: any(owner, approver),
    movers: RESPONSIBLE.approvers,
    needs: (_request, input) => [...requireReason(input), ...requireCode(input)],
  },
  {
    from: ['rejected'],
    to: 'in-progress',
    allows: any(worker, service),
    movers: RESPONSIBLE.workers,
    needs: () => [],
  },
  {
    from: ['approved'],
    to: 'complete',
    allows: any(worker, service),
    movers: RESPONSIBLE.workers,
    needs: (request, input, by) => requireDeliverables(request, hasReason(input) && isStudio(by)),
  },
  {
    from: ['submitted', 'awaiting-materials'],
    to: 'incomplete',
    allows: any(owner, studio),
    movers: RESPONSIBLE.owners,
    needs: requireNoOffline,
  },
  {
    from: DURING_WORK,
    to: 'incomplete',
    allows: studio,
    movers: RESPONSIBLE.studio,
    needs: (request, input) => [...requireReason(input), ...requireNoOffline(request)],
  },
  {
    from: BEFORE_WORK,
    to: 'cancelled',
    allows: any(owner, studio),
    movers: RESPONSIBLE.owners,
    needs: () => [],
  },
  {
    from: DURING_WORK,
    to: 'cancelled',
    allows: studio,
    movers: RESPONSIBLE.studio,
    needs: (_request, input) => requireReason(input),
  },
  {
    from: AFTER_WORK,
    to: 'in-progress',
    allows: admin,
    movers: RESPONSIBLE.admin,
    needs: (_request, input) => requireReason(input),
  },
]

const ruleFor = (from: Status, to: Status): Rule | undefined =>
  RULES.find((rule) => rule.to === to && rule.from.includes(from))

export function planMove(request: Request, to: Status, by: Mover, input: MoveInput = {}): MovePlan {
  const rule = ruleFor(request.status, to)
  if (!rule)
    return {
      ok: false,
      status: 409,
      detail: `A work request cannot move from ${named(request.status)} to ${named(to)}.`,
      missing: [],
    }
  if (!rule.allows(by, request))
    return {
      ok: false,
      status: 403,
      detail: `Only ${rule.movers} can move it to ${named(to)}.`,
      missing: [],
    }
  if (by !== 'service' && mustAnswer(request, by))
    return {
      ok: false,
      status: 409,
      detail: UNANSWERED.detail,
      missing: [missing('assignment', 'Accept the work request', RESPONSIBLE.vendor)],
    }
  const items = rule.needs(request, input, by)
  return items.length
    ? {
        ok: false,
        status: 409,
        detail: `It cannot move to ${named(to)} yet. ${describeMissing(items)}`,
        missing: items,
      }
    : { ok: true }
}

const named = (status: Status) => status.replaceAll('-', ' ')

/** The people who can make this move, in words, if the move exists. */
export const describeMovers = (from: Status, to: Status): string | undefined =>
  ruleFor(from, to)?.movers

/** What the caller may choose now, assuming they add a reason and a code where needed. */
export const allowedStatuses = (request: Request, person: Mover): Status[] =>
  STATUSES.filter((to) => planMove(request, to, person, { reason: 'given', code: 'other' }).ok)

/**
 * Every move from the current status. A reason or a code that the caller can still add counts as
 * needed, not as missing.
 */
export function possibleMoves(request: Request, person: Mover): PossibleMove[] {
  return STATUSES.flatMap((to): PossibleMove[] => {
    const rule = ruleFor(request.status, to)
    if (!rule) return []
    const plan = planMove(request, to, person, { reason: 'given', code: 'other' })
    const needsMore = (input: MoveInput) => plan.ok && !planMove(request, to, person, input).ok
    return [
      {
        to,
        may: plan.ok,
        detail: plan.ok ? '' : plan.detail,
        missing: rule
          .needs(request, { code: 'other' }, person)
          .filter(({ code }) => code !== 'reason'),
        needsReason: needsMore({ code: 'other' }),
        needsCode: needsMore({ reason: 'given' }),
      },
    ]
  })
}

/** What the next status still needs, for every reader alike. */
export function missingForNext(request: Request): MissingItem[] {
  const next = nextStatus(request.status)
  return (next && ruleFor(request.status, next)?.needs(request, { code: 'other' }, 'service')) ?? []
}

/** The status to which the service moves a request automatically, if any. */
export function nextAutomaticStatus(request: Request): Status | undefined {
  const { requireOfflineApproval } = request.asset.workflow.definition
  const candidates: Partial<Record<Status, Status[]>> = {
    submitted: ['in-progress', 'awaiting-materials'],
    'awaiting-materials': ['in-progress'],
    'in-progress': rendersSubtitles(request) || request.autoMode ? ['for-review'] : [],
    'for-review': requireOfflineApproval ? [] : ['approved'],
    rejected: request.conditions.hasFreshOffline ? ['in-progress'] : [],
    approved: ['complete'],
  }
  return candidates[request.status]?.find((to) => planMove(request, to, 'service').ok)
}

/**
 * Whether nothing is left to do: the request has this status, or it was submitted and only the
 * service has moved it since.
 */
export function alreadyAt(
  request: Pick<StoredWorkRequest, 'status' | 'history'>,
  to: Status,
): boolean {
  if (request.status === to) return true
  const last = request.history.findLastIndex((entry) => entry.status === to)
  return (
    to === 'submitted' &&
    last >= 0 &&
    request.history.slice(last + 1).every((entry) => entry.automatic)
  )
}
