import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router'
import type { QueryContext } from '../../api/query-starter.ts'
import type { Service } from '../../api/service.ts'
import { loadCurrentUser } from '../../features/shared/current-user.ts'
import { AppShell } from '../shell/app-shell.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { load } from './load.ts'

export const rootRoute = createRootRouteWithContext<QueryContext & { service: Service }>()({
  component: Outlet,
  notFoundComponent: NotFound,
})

/** Pages that need a session. Without one they redirect to the sign-in page and back. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  component: AppShell,
  beforeLoad: (match) => {
    const { context, location } = match
    if (context.service.session.current()) return load(match, loadCurrentUser)
    const back = location.href === '/' ? undefined : location.href
    throw redirect({ to: '/sign-in', search: back ? { back } : {}, replace: true })
  },
})
