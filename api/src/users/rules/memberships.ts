// Who may change a person, and what a change of roles means for each of their studios.
import { missingForGrant } from '../../access/rules.ts'
import { callerIn, narrowTo, type Caller } from '../../kernel/http/contract/caller.ts'

/** A row of the table `membership`. `direct` is false if only a group leads to the studio. */
export type StoredMembership = {
  studio: string
  roles: string[]
  permissions: string[]
  territory: string | null
  direct: boolean
}

type HeldMembership = Pick<StoredMembership, 'studio' | 'roles' | 'permissions'>
type ManagedPerson = { _id: string; roles: readonly string[] }

/** The studios in which the caller may change the roles of the person. */
export function managedStudios(
  by: Caller,
  person: ManagedPerson,
  memberships: readonly HeldMembership[],
): string[] {
  if (by.isAdmin) return memberships.map(({ studio }) => studio)
  if (by._id === person._id || person.roles.includes('admin')) return []
  const { studios } = narrowTo(by, 'user.manage')
  return memberships
    .filter(({ studio }) => studios.includes(studio))
    .filter((membership) => !missingForGrant(callerIn(by, membership.studio), membership).length)
    .map(({ studio }) => studio)
}

/**
 * The account itself belongs to all studios of the person. Somebody who manages only one of them
 * could otherwise take it over and enter the others.
 */
export const managesAccount = (
  by: Caller,
  person: ManagedPerson,
  memberships: readonly HeldMembership[],
): boolean =>
  by.isAdmin ||
  (memberships.length > 0 && managedStudios(by, person, memberships).length === memberships.length)

type Grant = Pick<StoredMembership, 'roles' | 'permissions' | 'territory'>
export type MembershipChange = Partial<Grant> & {
  memberships?: Omit<StoredMembership, 'direct'>[]
  studios?: string[]
}
export type MembershipPlan =
  | { ok: true; memberships: StoredMembership[] }
  | { ok: false; field: keyof Grant }

/**
 * Applies a change to the memberships that the caller manages. `roles` without `memberships` means
 * all of them, and is ambiguous where they differ. A new membership starts with `template`. A
 * membership that ends keeps its row with `direct` false, because a group may still lead there.
 */
export function planMemberships(
  current: readonly StoredMembership[],
  change: MembershipChange,
  template: Grant,
): MembershipPlan {
  if (change.memberships) return { ok: true, memberships: replaced(current, change.memberships) }
  const { studios, memberships: _, ...grant } = change
  const ambiguous = (Object.keys(grant) as (keyof Grant)[]).find((field) => differ(current, field))
  if (ambiguous) return { ok: false, field: ambiguous }
  const changed = current.map((membership) =>
    Object.assign(
      {},
      membership,
      grant,
      studios && { direct: studios.includes(membership.studio) },
    ),
  )
  const added = (studios ?? [])
    .filter((studio) => !current.some((membership) => membership.studio === studio))
    .map((studio) => ({ ...template, studio, direct: true }))
  return { ok: true, memberships: [...changed, ...added] }
}

function replaced(
  current: readonly StoredMembership[],
  requested: Omit<StoredMembership, 'direct'>[],
): StoredMembership[] {
  const ended = current.filter(
    ({ studio }) => !requested.some((membership) => membership.studio === studio),
  )
  return [
    ...requested.map((membership) => ({
      ...membership,
      direct: current.find(({ studio }) => studio === membership.studio)?.direct ?? true,
    })),
    ...ended.map((membership) => ({ ...membership, direct: false })),
  ]
}

const differ = (memberships: readonly StoredMembership[], field: keyof Grant): boolean =>
  memberships.some((membership) => !isSameSet(membership[field], memberships[0]![field]))

const isSameSet = (a: Grant[keyof Grant], b: Grant[keyof Grant]): boolean =>
  Array.isArray(a) && Array.isArray(b)
    ? new Set(a).symmetricDifference(new Set(b)).size === 0
    : a === b

const ACCOUNT_FIELDS = ['name', 'emailNormal', 'username', 'status', 'hasEnforced2fa', 'flags']
export const MEMBERSHIP_FIELDS = [
  'roles',
  'permissions',
  'groups',
  'studios',
  'territory',
  'memberships',
] as const
const OWN_FIELDS = [
  'name',
  'preferences',
  'queue',
  'orderQueue',
  'shareQueue',
  'password',
  'currentPassword',
]

/** The fields that a caller may edit, by their relation to the person. */
export const editableFields = (relation: {
  self: boolean
  managesSomeStudio: boolean
  managesAccount: boolean
}): ReadonlySet<string> =>
  new Set([
    ...(relation.self ? OWN_FIELDS : []),
    ...(relation.managesSomeStudio ? MEMBERSHIP_FIELDS : []),
    ...(relation.managesAccount ? ACCOUNT_FIELDS : []),
  ])
