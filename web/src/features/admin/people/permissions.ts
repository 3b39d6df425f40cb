import { access } from '@reelay/api/contract'

/** An admin has every permission. */
export const ALL_PERMISSIONS = access.ROLE_PERMISSIONS.admin

export type HeldPermission = { right: access.AnyPermission; roles: access.Role[]; given: boolean }

/** The permissions of a person and where they come from: roles or a direct grant. */
export function permissionsHeld({
  roles,
  permissions,
}: {
  roles: readonly string[]
  permissions: readonly string[]
}): HeldPermission[] {
  return ALL_PERMISSIONS.flatMap((right) => {
    const from = access.ROLES.filter(
      (role) => roles.includes(role) && access.ROLE_PERMISSIONS[role].includes(right),
    )
    const given = permissions.includes(right)
    return from.length || given ? [{ right, roles: from, given }] : []
  })
}
