// Which vendor gets a work request, and who decides.
import { UNANSWERED } from '../../access/rules.ts'
import type { StudioCaller } from '../../kernel/http/contract/caller.ts'
import type { Rejection } from '../../kernel/http/contract/problem.ts'
import type { AssignmentRule } from '../../studios/contract.ts'
import type { WorkRequest } from '../contract.ts'
import { isFinal } from './fields.ts'

type Assignable = Pick<WorkRequest, 'auto' | 'status' | 'vendor'>
type Actor = Pick<StudioCaller, 'roles' | 'permissions'> & { groups: readonly string[] }

/** The rules that match, in their order. The first one whose vendor exists is chosen. */
export const matchingRules = (
  rules: readonly AssignmentRule[],
  order: { territory: string; project: string; language: string },
): AssignmentRule[] =>
  rules.filter((rule) =>
    (['territory', 'project', 'language'] as const).every(
      (name) => !rule[name] || rule[name] === order[name],
    ),
  )

export const mayAssign = ({ roles }: Pick<Actor, 'roles'>): boolean =>
  roles.some((role) => role === 'studio' || role === 'admin')

/** From a pool, a vendor takes a request that nobody has. */
export const mayTake = (request: Assignable, by: Actor, pool: boolean): boolean =>
  pool &&
  request.vendor === null &&
  !request.auto &&
  !isFinal(request.status) &&
  by.roles.includes('vendor') &&
  by.permissions.has('workrequest.work')

/** The studio chooses any vendor. A vendor only takes, and only for its own group. */
export function checkAssignment(
  request: Assignable,
  by: Actor,
  { vendor, pool }: { vendor: string | null; pool: boolean },
): Rejection | undefined {
  const takes = vendor !== null && by.groups.includes(vendor) && mayTake(request, by, pool)
  if (!mayAssign(by) && !takes)
    return {
      status: 403,
      code: 'permission.required',
      detail: 'Only the studio can assign a vendor.',
    }
  if (isFinal(request.status))
    return {
      status: 409,
      code: 'assignment.request-closed',
      detail: `A work request that is ${request.status} cannot be assigned.`,
    }
  if (request.auto && vendor)
    return {
      status: 409,
      code: 'assignment.automatic',
      detail: 'The service makes this version alone, so it needs no vendor.',
    }
  return undefined
}

/** Whether the caller belongs to the vendor that has to answer. */
export const isAsked = (
  { vendor, assignment }: Pick<WorkRequest, 'vendor' | 'assignment'>,
  { groups }: Pick<Actor, 'groups'>,
): boolean => vendor !== null && groups.includes(vendor) && assignment?.decision === null

const BEYOND_VENDOR = ['admin', 'studio', 'territory', 'service']

/** Whether the caller works for the assigned vendor, which has not accepted. They only read. */
export const mustAnswer = (
  { vendor, assignment }: Pick<WorkRequest, 'vendor' | 'assignment'>,
  { groups, roles }: Pick<Actor, 'groups' | 'roles'>,
): boolean =>
  vendor !== null &&
  groups.includes(vendor) &&
  assignment?.decision !== 'accepted' &&
  roles.includes('vendor') &&
  !roles.some((role) => BEYOND_VENDOR.includes(role))

export const checkAccepted = (
  request: Pick<WorkRequest, 'vendor' | 'assignment'>,
  by: Pick<Actor, 'groups' | 'roles'>,
): Rejection | undefined => (mustAnswer(request, by) ? UNANSWERED : undefined)

export function checkAnswer(
  { vendor, assignment, status }: Pick<WorkRequest, 'vendor' | 'assignment' | 'status'>,
  by: Actor,
  decision: string,
): Rejection | undefined {
  const isVendor = vendor ? by.groups.includes(vendor) : by.roles.includes('vendor')
  if (!isVendor)
    return {
      status: 403,
      code: 'permission.required',
      detail: 'Only the assigned vendor can accept or decline.',
    }
  if (!assignment)
    return {
      status: 409,
      code: 'assignment.not-assigned',
      detail: 'This work request is not assigned to a vendor.',
    }
  if (assignment.decision !== null && assignment.decision !== decision)
    return {
      status: 409,
      code: 'assignment.already-decided',
      detail: `This assignment was already ${assignment.decision}. Ask the studio to assign it again.`,
    }
  if (isFinal(status))
    return {
      status: 409,
      code: 'assignment.request-closed',
      detail: `A work request that is ${status} needs no answer.`,
    }
  return undefined
}
