import { sso } from '@reelay/api/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { Service } from '../../api/service.ts'

type Context = { service: Pick<Service, 'callAs'>; queryClient: QueryClient }

/** The people of the demo studio. Asked without a session. */
export const demoAccountsQuery = (callAs: Service['callAs']) => ({
  queryKey: [sso.findSignInMethod.path, 'demo'],
  queryFn: () => callAs(undefined, sso.findSignInMethod, { body: {} }),
  staleTime: Infinity,
  retry: false,
})

/** Never fails: without them the page still has its form. */
export const loadDemoAccounts = ({ service, queryClient }: Context): Promise<void> =>
  queryClient.prefetchQuery(demoAccountsQuery(service.callAs))
