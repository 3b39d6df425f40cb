import { access, type users } from '@reelay/api/contract'
import { useCurrentUser } from '../../shared/current-user.ts'

export type Granter = Parameters<typeof access.missingForGrant>[0] & { _id: string }

/** The person who grants permissions. Members of a group also have its studios. */
export function useGranter(): Granter | undefined {
  const me = useCurrentUser()
  return me && toGranter(me)
}

const toGranter = ({ _id, roles, permissions, studios, groups }: users.User): Granter => ({
  _id,
  roles,
  permissions: access.permissionsOf(roles, permissions),
  studios: [...new Set([...studios, ...groups.flatMap((group) => group.studios)])],
})
