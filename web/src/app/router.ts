import { createRouter } from '@tanstack/react-router'
import type { QueryContext } from '../api/query-starter.ts'
import type { Service } from '../api/service.ts'
import { adminRoutes } from './routes/admin-routes.ts'
import { mainRoutes } from './routes/main-routes.ts'
import { appRoute, rootRoute } from './routes/root.ts'
import { signInRoutes } from './routes/sign-in-routes.ts'
import { parseSearch, stringifySearch } from './search-params.ts'
import { UnexpectedError } from './shell/unexpected-error.tsx'

export const createAppRouter = (context: QueryContext & { service: Service }) =>
  createRouter({
    routeTree: rootRoute.addChildren([
      ...signInRoutes,
      appRoute.addChildren([...mainRoutes, adminRoutes]),
    ]),
    context,
    parseSearch,
    stringifySearch,
    // Hovering a link loads the code of its screen but not its data (routes/load.ts).
    defaultPreload: 'intent',
    defaultErrorComponent: UnexpectedError,
    notFoundMode: 'root',
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
