import { access, sessions, type users } from '@reelay/api/contract'
import { useEndpointQuery } from '../../api/queries.ts'

const ASKED = { range: { first: 0, last: 0 } }
/** Under which the answer lies in the cache. */
export const ME = [sessions.openSession.path, ASKED] as const

export const useAnswerAboutMe = () =>
  useEndpointQuery(sessions.openSession, ASKED, { staleTime: Infinity })

/** With a token the service lists people, the caller first. */
export function useMe(): users.User | undefined {
  const { data } = useAnswerAboutMe()
  return Array.isArray(data) ? data[0] : undefined
}

const NONE: ReadonlySet<string> = new Set()

export function useRights(): ReadonlySet<string> {
  const me = useMe()
  return me ? access.rightsOf(me.roles, me.permissions) : NONE
}

export const useMay = (right: access.AnyRight): boolean => useRights().has(right)
