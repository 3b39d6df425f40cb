import { access, type users } from '@reelay/api/contract'
import { useMe } from '../../shared/current-user.ts'

export type Giver = Parameters<typeof access.beyondGiver>[0] & { _id: string }

/** Who gives, as the service sees them: a group lends its studios to its members. */
export function useGiver(): Giver | undefined {
  const me = useMe()
  return me && giverOf(me)
}

const giverOf = ({ _id, roles, permissions, studios, groups }: users.User): Giver => ({
  _id,
  roles,
  rights: access.rightsOf(roles, permissions),
  studios: [...new Set([...studios, ...groups.flatMap((group) => group.studios)])],
})
