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

/** Then the page appears without the current user. */
const MAX_WAIT_MS = 4_000

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
  // With the permissions of the current user, nothing moves when they arrive. The code and the
  // queries of the page load at the same time.
  loader: ({ context }) =>
    Promise.race([
      loadCurrentUser(context),
      new Promise<void>((resolve) => setTimeout(resolve, MAX_WAIT_MS)),
    ]),
  shouldReload: false,
})
