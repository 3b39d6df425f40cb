// The addresses of the app. Those of a work request are also written into mails and records (`urls`
// of the contract).
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Frame } from './frame/frame.tsx'
import { NotFound } from './frame/not-found.tsx'
import { screen } from './frame/screen.tsx'
import { Unexpected } from './frame/unexpected.tsx'
import { parseSearch, safeBack, stringifySearch, words } from './addresses.ts'
import type { Service } from './service.ts'

const root = createRootRouteWithContext<{ service: Service }>()({
  component: Outlet,
  notFoundComponent: NotFound,
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search) => words(search, 'back', 'because'),
  beforeLoad: ({ context, search }) => {
    if (context.service.session.current())
      throw redirect({ href: safeBack(search.back), replace: true })
  },
  component: screen(
    () => import('./screens/door/sign-in.tsx').then(({ SignIn }) => SignIn),
    'door',
    'keys',
  ),
})

/** Everything that needs a session; without one the way leads over the sign-in and back. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Frame,
  beforeLoad: ({ context, location }) => {
    if (context.service.session.current()) return
    const back = location.href === '/' ? undefined : location.href
    throw redirect({ to: '/sign-in', search: back ? { back } : {}, replace: true })
  },
})

const forgotten = createRoute({
  getParentRoute: () => root,
  path: '/forgotten',
  component: screen(
    () => import('./screens/door/forgotten.tsx').then(({ Forgotten }) => Forgotten),
    'door',
    'keys',
  ),
})

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset/$code',
  component: screen(
    () => import('./screens/door/reset.tsx').then(({ Reset }) => Reset),
    'door',
    'keys',
  ),
})

const register = createRoute({
  getParentRoute: () => root,
  path: '/register/$code',
  component: screen(
    () => import('./screens/door/register.tsx').then(({ Register }) => Register),
    'door',
    'keys',
  ),
})

const today = createRoute({
  getParentRoute: () => inside,
  path: '/',
  component: screen(() => import('./features/today/today.tsx').then(({ Today }) => Today), 'today'),
})

const projects = createRoute({
  getParentRoute: () => inside,
  path: '/projects',
  validateSearch: (search) => words(search, 'q', 'studio', 'status'),
  component: screen(
    () => import('./screens/projects/projects.tsx').then(({ Projects }) => Projects),
    'library',
  ),
})

const project = createRoute({
  getParentRoute: () => inside,
  path: '/projects/$id',
  validateSearch: (search) => words(search, 'part', 'as', 'q', 'language'),
  component: screen(
    () => import('./screens/project/project.tsx').then(({ Project }) => Project),
    'library',
  ),
})

const assets = createRoute({
  getParentRoute: () => inside,
  path: '/assets',
  validateSearch: (search) =>
    words(search, 'q', 'studio', 'project', 'type', 'phase', 'order', 'as'),
  component: screen(
    () => import('./screens/assets/assets.tsx').then(({ Assets }) => Assets),
    'library',
  ),
})

const asset = createRoute({
  getParentRoute: () => inside,
  path: '/assets/$id',
  validateSearch: (search) => words(search, 'preview', 'beside', 'offset', 'at'),
  component: screen(
    () => import('./features/library/asset/asset.tsx').then(({ Asset }) => Asset),
    'asset',
    'player',
    'uploads',
  ),
})

const order = createRoute({
  getParentRoute: () => inside,
  path: '/order',
  validateSearch: (search) => words(search, 'asset'),
  component: screen(
    () => import('./features/orders/order-page.tsx').then(({ Order }) => Order),
    'order',
  ),
})

const workrequests = createRoute({
  getParentRoute: () => inside,
  path: '/workrequests',
  validateSearch: (search) => words(search, 'q', 'status', 'territory', 'order', 'as'),
  component: screen(
    () => import('./features/work-requests/list/requests.tsx').then(({ Requests }) => Requests),
    'requests',
    'request',
  ),
})

const workrequest = createRoute({
  getParentRoute: () => inside,
  path: '/workrequests/$id',
  component: screen(
    () => import('./features/work-requests/detail/request.tsx').then(({ Request }) => Request),
    'request',
  ),
})

/** `manage` is the page itself. */
const workrequestManage = createRoute({
  getParentRoute: () => inside,
  path: '/workrequests/$id/manage',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/workrequests/$id', params, replace: true })
  },
})

const workrequestInvite = createRoute({
  getParentRoute: () => inside,
  path: '/workrequests/$id/invite/$code',
  component: screen(
    () => import('./features/work-requests/detail/invited.tsx').then(({ Invited }) => Invited),
    'request',
  ),
})

const translate = createRoute({
  getParentRoute: () => inside,
  path: '/workrequests/$id/translate',
  validateSearch: (search) => words(search, 'sheet', 'line'),
  component: screen(
    () =>
      import('./features/translation-editor/translation-editor.tsx').then(
        ({ Translate }) => Translate,
      ),
    'translate',
    'checks',
    'stage',
    'player',
  ),
})

const review = createRoute({
  getParentRoute: () => inside,
  path: '/offlines/$id',
  validateSearch: (search) => words(search, 'beside', 'comment'),
  component: screen(
    () => import('./features/review/review.tsx').then(({ Review }) => Review),
    'review',
    'player',
  ),
})

const downloads = createRoute({
  getParentRoute: () => inside,
  path: '/downloads',
  validateSearch: (search) => words(search, 'q', 'type', 'user', 'order'),
  component: screen(
    () => import('./screens/downloads/downloads.tsx').then(({ Downloads }) => Downloads),
    'downloads',
  ),
})

const notifications = createRoute({
  getParentRoute: () => inside,
  path: '/notifications',
  validateSearch: (search) => words(search, 'read', 'type'),
  component: screen(
    () =>
      import('./screens/notifications/notifications.tsx').then(
        ({ Notifications }) => Notifications,
      ),
    'notifications',
  ),
})

const reports = createRoute({
  getParentRoute: () => inside,
  path: '/reports',
  validateSearch: (search) =>
    words(search, 'part', 'studio', 'project', 'territory', 'from', 'to', 'by', 'risk'),
  component: screen(
    () => import('./screens/reports/reports.tsx').then(({ Reports }) => Reports),
    'reports',
  ),
})

const account = createRoute({
  getParentRoute: () => inside,
  path: '/account',
  validateSearch: (search) => words(search, 'part'),
  component: screen(
    () => import('./screens/account/account.tsx').then(({ Account }) => Account),
    'account',
    'keys',
  ),
})

const administration = createRoute({
  getParentRoute: () => inside,
  path: '/administration',
  component: screen(
    () =>
      import('./screens/administration/administration.tsx').then(
        ({ Administration }) => Administration,
      ),
    'administration',
    'people',
  ),
})

const administrationOverview = createRoute({
  getParentRoute: () => administration,
  path: '/',
  component: screen(
    () => import('./screens/administration/overview.tsx').then(({ Overview }) => Overview),
    'administration',
  ),
})

const adminUsers = createRoute({
  getParentRoute: () => administration,
  path: '/users',
  validateSearch: (search) => words(search, 'q', 'role', 'studio', 'order'),
  component: screen(
    () => import('./screens/administration/people/users.tsx').then(({ Users }) => Users),
    'administration',
    'people',
  ),
})

const adminInvite = createRoute({
  getParentRoute: () => administration,
  path: '/users/invite',
  component: screen(
    () => import('./screens/administration/people/invite.tsx').then(({ Invite }) => Invite),
    'administration',
    'people',
  ),
})

const adminUser = createRoute({
  getParentRoute: () => administration,
  path: '/users/$id',
  component: screen(
    () => import('./screens/administration/people/user.tsx').then(({ User }) => User),
    'administration',
    'people',
  ),
})

const adminGroups = createRoute({
  getParentRoute: () => administration,
  path: '/groups',
  validateSearch: (search) => words(search, 'open'),
  component: screen(
    () => import('./screens/administration/people/groups.tsx').then(({ Groups }) => Groups),
    'administration',
    'people',
  ),
})

const adminTerritories = createRoute({
  getParentRoute: () => administration,
  path: '/territories',
  validateSearch: (search) => words(search, 'q', 'open'),
  component: screen(
    () =>
      import('./screens/administration/houses/territories.tsx').then(
        ({ Territories }) => Territories,
      ),
    'administration',
    'houses',
  ),
})

const adminAssetTypes = createRoute({
  getParentRoute: () => administration,
  path: '/assettypes',
  validateSearch: (search) => words(search, 'open'),
  component: screen(
    () =>
      import('./screens/administration/houses/asset-types.tsx').then(
        ({ AssetTypes }) => AssetTypes,
      ),
    'administration',
    'houses',
  ),
})

const adminProjects = createRoute({
  getParentRoute: () => administration,
  path: '/projects',
  validateSearch: (search) => words(search, 'q', 'studio', 'status', 'open'),
  component: screen(
    () =>
      import('./screens/administration/houses/projects.tsx').then(
        ({ AdminProjects }) => AdminProjects,
      ),
    'administration',
    'houses',
  ),
})

const adminStudios = createRoute({
  getParentRoute: () => administration,
  path: '/studios',
  validateSearch: (search) => words(search, 'open'),
  component: screen(
    () => import('./screens/administration/houses/studios.tsx').then(({ Studios }) => Studios),
    'administration',
    'houses',
  ),
})

const adminStudio = createRoute({
  getParentRoute: () => administration,
  path: '/studios/$id',
  component: screen(
    () => import('./screens/administration/houses/studio.tsx').then(({ Studio }) => Studio),
    'administration',
    'houses',
  ),
})

const adminWorkflows = createRoute({
  getParentRoute: () => administration,
  path: '/workflows',
  validateSearch: (search) => words(search, 'open'),
  component: screen(
    () =>
      import('./screens/administration/workflows/workflows.tsx').then(({ Workflows }) => Workflows),
    'administration',
    'workflows',
  ),
})

const adminWorkflow = createRoute({
  getParentRoute: () => administration,
  path: '/workflows/$id',
  validateSearch: (search) => words(search, 'phase'),
  component: screen(
    () =>
      import('./screens/administration/workflows/workflow.tsx').then(({ Workflow }) => Workflow),
    'administration',
    'workflows',
  ),
})

const adminWebhooks = createRoute({
  getParentRoute: () => administration,
  path: '/webhooks',
  validateSearch: (search) => words(search, 'studio', 'open'),
  component: screen(
    () => import('./screens/administration/webhooks/webhooks.tsx').then(({ Webhooks }) => Webhooks),
    'administration',
    'webhooks',
  ),
})

const adminWebhook = createRoute({
  getParentRoute: () => administration,
  path: '/webhooks/$id',
  validateSearch: (search) => words(search, 'status'),
  component: screen(
    () => import('./screens/administration/webhooks/webhook.tsx').then(({ Webhook }) => Webhook),
    'administration',
    'webhooks',
  ),
})

const adminOutbox = createRoute({
  getParentRoute: () => administration,
  path: '/outbox',
  validateSearch: (search) => words(search, 'open'),
  component: screen(
    () => import('./screens/administration/logbook/outbox.tsx').then(({ Outbox }) => Outbox),
    'administration',
    'logbook',
  ),
})

const adminJobs = createRoute({
  getParentRoute: () => administration,
  path: '/jobs',
  validateSearch: (search) => words(search, 'state', 'kind'),
  component: screen(
    () => import('./screens/administration/logbook/jobs.tsx').then(({ Jobs }) => Jobs),
    'administration',
    'logbook',
  ),
})

const adminAudit = createRoute({
  getParentRoute: () => administration,
  path: '/audit',
  validateSearch: (search) => words(search, 'q', 'who', 'act', 'studio', 'from', 'to'),
  component: screen(
    () => import('./screens/administration/logbook/audit.tsx').then(({ Audit }) => Audit),
    'administration',
    'logbook',
  ),
})

export const createAppRouter = (service: Service) =>
  createRouter({
    routeTree: root.addChildren([
      signIn,
      forgotten,
      reset,
      register,
      inside.addChildren([
        today,
        projects,
        project,
        assets,
        asset,
        order,
        workrequests,
        workrequest,
        workrequestManage,
        workrequestInvite,
        translate,
        review,
        downloads,
        notifications,
        reports,
        account,
        administration.addChildren([
          administrationOverview,
          adminUsers,
          adminInvite,
          adminUser,
          adminGroups,
          adminTerritories,
          adminAssetTypes,
          adminProjects,
          adminStudios,
          adminStudio,
          adminWorkflows,
          adminWorkflow,
          adminWebhooks,
          adminWebhook,
          adminOutbox,
          adminJobs,
          adminAudit,
        ]),
      ]),
    ]),
    context: { service },
    parseSearch,
    stringifySearch,
    // Loads the code of a screen when a link is pointed at, never its data: to read an asset is
    // noted as having seen it.
    defaultPreload: 'intent',
    defaultErrorComponent: Unexpected,
    notFoundMode: 'root',
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
