import { access } from '@reelay/api/contract'

/** An admin has every permission. */
export const ALL_PERMISSIONS = access.ROLE_PERMISSIONS.admin

export type PermissionSource = {
  permission: access.AnyPermission
  roles: access.Role[]
  isGrantedDirectly: boolean
}

/** Each permission of a user with its sources: the user's roles, a direct grant, or both. */
export function listPermissionSources({
  roles,
  permissions,
}: {
  roles: readonly string[]
  permissions: readonly string[]
}): PermissionSource[] {
  return ALL_PERMISSIONS.flatMap((permission) => {
    const from = access.ROLES.filter(
      (role) => roles.includes(role) && access.ROLE_PERMISSIONS[role].includes(permission),
    )
    const isGrantedDirectly = permissions.includes(permission)
    return from.length || isGrantedDirectly ? [{ permission, roles: from, isGrantedDirectly }] : []
  })
}
