import { access, sessions, type users } from '@reelay/api/contract'
import { useAnswer } from '../answers.ts'

/** With a token the service lists people, the caller first. */
export function useMe(): users.User | undefined {
  const { data } = useAnswer(sessions.openSession, { range: { first: 0, last: 0 } }, { staleTime: Infinity })
  return Array.isArray(data) ? data[0] : undefined
}

const NONE: ReadonlySet<string> = new Set()

export function useRights(): ReadonlySet<string> {
  const me = useMe()
  return me ? access.rightsOf(me.roles, me.permissions) : NONE
}

export const useMay = (right: access.AnyRight): boolean => useRights().has(right)
