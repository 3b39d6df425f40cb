import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router'
import type { Service } from '../../api/service.ts'
import { AppShell } from '../shell/app-shell.tsx'
import { NotFound } from '../shell/not-found.tsx'

export const rootRoute = createRootRouteWithContext<{ service: Service }>()({
  component: Outlet,
  notFoundComponent: NotFound,
})

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
})
