import { access, type users } from '@reelay/api/contract'
import { useCurrentUser } from '../../shared/current-user.ts'

export type Giver = Parameters<typeof access.missingForGrant>[0] & { _id: string }

/** Who gives, as the service sees them: a group lends its studios to its members. */
export function useGiver(): Giver | undefined {
  const me = useCurrentUser()
  return me && giverOf(me)
}

const giverOf = ({ _id, roles, permissions, studios, groups }: users.User): Giver => ({
  _id,
  roles,
  permissions: access.permissionsOf(roles, permissions),
  studios: [...new Set([...studios, ...groups.flatMap((group) => group.studios)])],
})
