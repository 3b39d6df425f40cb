import { access } from '@reelay/api/contract'

/** Every right there is; the table of the roles gives an admin all of them. */
export const ALL_RIGHTS = access.ROLE_PERMISSIONS.admin

export type Held = { right: access.AnyPermission; roles: access.Role[]; given: boolean }

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
}): Held[] {
  return ALL_RIGHTS.flatMap((right) => {
    const from = access.ROLES.filter(
      (role) => roles.includes(role) && access.ROLE_PERMISSIONS[role].includes(right),
    )
    const given = permissions.includes(right)
    return from.length || given ? [{ right, roles: from, given }] : []
  })
}
