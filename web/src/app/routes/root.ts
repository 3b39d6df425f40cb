import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router'
import type { QueryContext } from '../../api/query-starter.ts'
import type { Service } from '../../api/service.ts'
import { loadCurrentUser } from '../../features/shared/current-user.ts'
import { AppShell } from '../shell/app-shell.tsx'
import { NotFound } from '../shell/not-found.tsx'

export const rootRoute = createRootRouteWithContext<QueryContext & { service: Service }>()({
  component: Outlet,
  notFoundComponent: NotFound,
})

/** Then the page appears without what is loading. */
const MAX_WAIT_MS = 4_000

/** With what arrives before the page appears, nothing moves later. */
export const waitBriefly = (loading: Promise<void>): Promise<void> =>
  Promise.race([loading, new Promise<void>((resolve) => setTimeout(resolve, MAX_WAIT_MS))])

/** Pages that need a session. Without one they redirect to the sign-in page and back. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  component: AppShell,
  beforeLoad: ({ context, location }) => {
    if (context.service.session.current()) return
    const back = location.href === '/' ? undefined : location.href
    throw redirect({ to: '/sign-in', search: back ? { back } : {}, replace: true })
  },
  // For the permissions. The code and the queries of the page load at the same time.
  loader: ({ context }) => waitBriefly(loadCurrentUser(context)),
  shouldReload: false,
})
