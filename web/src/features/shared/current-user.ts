import { access, sessions, type users } from '@reelay/api/contract'
import { endpointQuery, useEndpointQuery } from '../../api/queries.ts'
import { useOfflineCopy } from '../../api/use-offline-copy.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { Service } from '../../api/service.ts'

const INPUT = { range: { first: 0, last: 0 } }
/** The key in the query cache. */
export const CURRENT_USER_KEY = [sessions.openSession.path, INPUT] as const

const OPTIONS = { staleTime: Infinity }

type Context = { service: Pick<Service, 'call'>; queryClient: QueryClient }

/** Never fails: the page shows the error. */
export const loadCurrentUser = ({ service: { call }, queryClient }: Context): Promise<void> =>
  queryClient.prefetchQuery({ ...endpointQuery(call, sessions.openSession, INPUT), ...OPTIONS })
export const useCurrentUserQuery = () =>
  useOfflineCopy(CURRENT_USER_KEY, useEndpointQuery(sessions.openSession, INPUT, OPTIONS))

/** Called with a token, the endpoint lists people, the caller first. */
export function useCurrentUser(): users.User | undefined {
  const { data } = useCurrentUserQuery()
  return Array.isArray(data) ? data[0] : undefined
}

const NO_RIGHTS: ReadonlySet<string> = new Set()

export function usePermissions(): ReadonlySet<string> {
  const me = useCurrentUser()
  return me ? access.permissionsOf(me.roles, me.permissions) : NO_RIGHTS
}

export const useHasPermission = (right: access.AnyPermission): boolean =>
  usePermissions().has(right)
