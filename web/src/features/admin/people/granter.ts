import { access, caller, type users } from '@reelay/api/contract'
import { useCurrentUser } from '../../shared/current-user.ts'

/** The person who grants permissions, with those they have in any of their studios. */
export type Granter = caller.Caller & { permissions: ReadonlySet<string> }

export function useGranter(): Granter | undefined {
  const me = useCurrentUser()
  return me && toGranter(me)
}

function toGranter({ _id, name, emailNormal, roles, memberships, groups }: users.User): Granter {
  const granter = access.callerFrom({
    _id,
    name,
    email: emailNormal,
    isAdmin: roles.includes('admin'),
    memberships,
    studios: memberships.map(({ studio }) => studio),
    groups: groups.map((group) => group._id),
    token: '',
    secondFactor: false,
    recentlyVerified: false,
    lacksSecondFactor: false,
    clockOffset: 0,
  })
  const permissions = granter.memberships.flatMap((membership) => [...membership.permissions])
  return { ...granter, permissions: new Set([...granter.installationPermissions, ...permissions]) }
}

/** The studios in which the granter manages users. */
export const managedBy = (granter: Granter): string[] =>
  caller.narrowTo(granter, 'user.manage').studios
