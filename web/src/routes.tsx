// The addresses of the app. Those of a work request are also written into mails and records (`urls` of the contract).
import { createRootRouteWithContext, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import { Frame } from './frame/frame.tsx'
import { NotFound } from './frame/not-found.tsx'
import { screen } from './frame/screen.tsx'
import { Unexpected } from './frame/unexpected.tsx'
import { parseSearch, safeBack, stringifySearch, words } from './search.ts'
import type { Service } from './service.ts'

const root = createRootRouteWithContext<{ service: Service }>()({ component: Outlet, notFoundComponent: NotFound })

const signIn = createRoute({
  getParentRoute: () => root, path: '/sign-in',
  validateSearch: (search) => words(search, 'back', 'because'),
  beforeLoad: ({ context, search }) => { if (context.service.session.current()) throw redirect({ href: safeBack(search.back), replace: true }) },
  component: screen(() => import('./screens/sign-in/sign-in.tsx').then(({ SignIn }) => SignIn)),
})

/** Everything that needs a session; without one the way leads over the sign-in and back. */
const inside = createRoute({
  getParentRoute: () => root, id: 'inside', component: Frame,
  beforeLoad: ({ context, location }) => {
    if (context.service.session.current()) return
    const back = location.href === '/' ? undefined : location.href
    throw redirect({ to: '/sign-in', search: back ? { back } : {}, replace: true })
  },
})

const start = createRoute({
  getParentRoute: () => inside, path: '/',
  beforeLoad: () => { throw redirect({ to: '/workrequests', replace: true }) },
})

const workrequests = createRoute({
  getParentRoute: () => inside, path: '/workrequests',
  validateSearch: (search) => words(search, 'q', 'status', 'territory', 'order'),
  component: screen(() => import('./screens/requests/requests.tsx').then(({ Requests }) => Requests)),
})

const workrequest = createRoute({
  getParentRoute: () => inside, path: '/workrequests/$id',
  component: screen(() => import('./screens/request/request.tsx').then(({ Request }) => Request)),
})

/** `manage`, `translate` and `invite` get rooms of their own later; until then their links lead to the request. */
const workrequestRoom = createRoute({
  getParentRoute: () => inside, path: '/workrequests/$id/$room',
  beforeLoad: ({ params }) => { throw redirect({ to: '/workrequests/$id', params: { id: params.id }, replace: true }) },
})

const workrequestInvite = createRoute({
  getParentRoute: () => inside, path: '/workrequests/$id/invite/$code',
  beforeLoad: ({ params }) => { throw redirect({ to: '/workrequests/$id', params: { id: params.id }, replace: true }) },
})

const assets = createRoute({
  getParentRoute: () => inside, path: '/assets',
  validateSearch: (search) => words(search, 'q', 'project', 'type', 'phase', 'order'),
  component: screen(() => import('./screens/assets/assets.tsx').then(({ Assets }) => Assets)),
})

const asset = createRoute({
  getParentRoute: () => inside, path: '/assets/$id',
  validateSearch: (search) => words(search, 'preview'),
  component: screen(() => import('./screens/asset/asset.tsx').then(({ Asset }) => Asset)),
})

export const createAppRouter = (service: Service) => createRouter({
  routeTree: root.addChildren([signIn, inside.addChildren([start, workrequests, workrequest, workrequestRoom, workrequestInvite, assets, asset])]),
  context: { service },
  parseSearch, stringifySearch,
  // Loads the code of a screen when a link is pointed at, never its data: to read an asset is noted as having seen it.
  defaultPreload: 'intent',
  defaultErrorComponent: Unexpected,
  notFoundMode: 'root',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register { router: ReturnType<typeof createAppRouter> }
}
