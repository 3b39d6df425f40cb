import { access, sessions, type users } from '@reelay/api/contract'
import { useAnswer } from '../answers.ts'

/** With a token the service lists people, the caller first. */
export function useMe(): users.User | undefined {
  const { data } = useAnswer(sessions.openSession, { range: { first: 0, last: 0 } }, { staleTime: Infinity })
  return Array.isArray(data) ? data[0] : undefined
}

export function useMay(right: access.Right): boolean {
  const me = useMe()
  return me !== undefined && access.rightsOf(me.roles, me.permissions).has(right)
}
