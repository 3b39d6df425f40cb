import {
  type Caller,
  type CallerMembership,
  type StudioCaller,
  type TokenScope,
} from '../kernel/http/contract/caller.ts'
import type { Rejection } from '../kernel/http/contract/problem.ts'

// The permissions of each role. The documentation prints this table.
export const ROLES = [
  'admin',
  'studio',
  'territory',
  'vendor',
  'translator',
  'guest',
  'service',
] as const
export type Role = (typeof ROLES)[number]

/** Permissions that can be granted to one person, in addition to those of their roles. */
export const PERMISSIONS = [
  'asset.write',
  'file.write',
  'file.download',
  'embargo.bypass',
  'workrequest.create',
  'workrequest.work',
  'workrequest.approve',
  'translation.write',
  'translation.approve',
  'user.manage',
  'report.read',
  'event.write',
] as const
export type Permission = (typeof PERMISSIONS)[number]

/** Includes the permissions that only a role grants. */
export type AnyPermission = Permission | 'studio.manage' | 'installation.manage'

export const ROLE_PERMISSIONS: Record<Role, readonly AnyPermission[]> = {
  admin: [...PERMISSIONS, 'studio.manage', 'installation.manage'],
  studio: [...PERMISSIONS.filter((permission) => permission !== 'event.write'), 'studio.manage'],
  territory: [
    'file.download',
    'workrequest.create',
    'workrequest.approve',
    'translation.write',
    'translation.approve',
  ],
  vendor: ['file.write', 'file.download', 'workrequest.work', 'translation.write'],
  translator: ['translation.write'],
  guest: [],
  service: ['asset.write', 'file.write', 'embargo.bypass', 'event.write'],
}

export const permissionsOf = (
  roles: readonly string[],
  permissions: readonly string[],
): ReadonlySet<string> =>
  new Set([...permissions, ...roles.flatMap((role) => ROLE_PERMISSIONS[role as Role] ?? [])])

/** As the `viewer` view returns it. */
type MembershipOfViewer = Omit<CallerMembership, 'permissions'> & { permissions: string[] }
export type StoredCaller = Omit<Caller, 'installationPermissions' | 'memberships' | 'scope'> & {
  memberships: MembershipOfViewer[]
  scope?: TokenScope | null
}

/** Adds what the roles of a caller permit. */
export const callerFrom = (record: StoredCaller): Caller => ({
  ...record,
  scope: record.scope ?? null,
  installationPermissions: new Set(record.isAdmin ? ROLE_PERMISSIONS.admin : []),
  memberships: membershipsFrom(record.memberships),
})

export const membershipsFrom = (memberships: readonly MembershipOfViewer[]): CallerMembership[] =>
  memberships.map((membership) => ({
    ...membership,
    permissions: permissionsOf(membership.roles, membership.permissions),
  }))

export const rolesWith = (permission: AnyPermission): Role[] =>
  ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(permission))

type Grantor = Pick<StudioCaller, 'isAdmin' | 'permissions'>
type Grant = { roles?: readonly string[]; permissions?: readonly string[] }

/**
 * Lists what the grantor lacks in the studio of the grant. Nobody can grant more than they have
 * themselves, and only admins make admins.
 */
export function missingForGrant(grantor: Grantor, grant: Grant): string[] {
  if (grantor.isAdmin) return []
  return [
    ...(grant.roles ?? []).filter(
      (role) =>
        role === 'admin' ||
        !(ROLE_PERMISSIONS[role as Role] ?? []).every((permission) =>
          grantor.permissions.has(permission),
        ),
    ),
    ...(grant.permissions ?? []).filter((permission) => !grantor.permissions.has(permission)),
  ]
}

/** A vendor only reads a request that it has not accepted. */
export const UNANSWERED = {
  status: 409,
  code: 'assignment.not-accepted',
  detail: 'Accept this work request before you work on it.',
} as const satisfies Rejection
