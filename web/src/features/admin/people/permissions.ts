import { access } from '@reelay/api/contract'

/** Every right there is; the table of the roles gives an admin all of them. */
export const ALL_PERMISSIONS = access.ROLE_PERMISSIONS.admin

export type HeldPermission = { right: access.AnyPermission; roles: access.Role[]; given: boolean }

/**
 * What somebody can do, and what each of it comes from: their roles, or a right given to them
 * alone.
 */
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
