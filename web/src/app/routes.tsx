// The addresses of the app. Those of a work request are also written into mails and records (`urls`
// of the contract).
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { AppShell } from './shell/app-shell.tsx'
import { NotFound } from './shell/not-found.tsx'
import { lazyScreen } from '../ui/layout/lazy-screen.tsx'
import { UnexpectedError } from './shell/unexpected-error.tsx'
import { parseSearch, safeBack, stringifySearch, pickParams } from './search-params.ts'
import type { Service } from '../api/service.ts'

const root = createRootRouteWithContext<{ service: Service }>()({
  component: Outlet,
  notFoundComponent: NotFound,
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search) => pickParams(search, 'back', 'because'),
  beforeLoad: ({ context, search }) => {
    if (context.service.session.current())
      throw redirect({ href: safeBack(search.back), replace: true })
  },
  component: lazyScreen(
    () => import('../features/sign-in/sign-in.tsx').then(({ SignIn }) => SignIn),
    'sign-in',
    'credentials',
  ),
})

/** Everything that needs a session; without one the way leads over the sign-in and back. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: AppShell,
  beforeLoad: ({ context, location }) => {
    if (context.service.session.current()) return
    const back = location.href === '/' ? undefined : location.href
    throw redirect({ to: '/sign-in', search: back ? { back } : {}, replace: true })
  },
})

const forgotten = createRoute({
  getParentRoute: () => root,
  path: '/forgotten',
  component: lazyScreen(
    () => import('../features/sign-in/forgot-password.tsx').then(({ Forgotten }) => Forgotten),
    'sign-in',
    'credentials',
  ),
})

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset/$code',
  component: lazyScreen(
    () => import('../features/sign-in/reset-password.tsx').then(({ Reset }) => Reset),
    'sign-in',
    'credentials',
  ),
})

const register = createRoute({
  getParentRoute: () => root,
  path: '/register/$code',
  component: lazyScreen(
    () => import('../features/sign-in/register.tsx').then(({ Register }) => Register),
    'sign-in',
    'credentials',
  ),
})

const today = createRoute({
  getParentRoute: () => inside,
  path: '/',
  component: lazyScreen(
    () => import('../features/today/today-page.tsx').then(({ TodayPage: Today }) => Today),
    'today',
  ),
})

const projects = createRoute({
  getParentRoute: () => inside,
  path: '/projects',
  validateSearch: (search) => pickParams(search, 'q', 'studio', 'status'),
  component: lazyScreen(
    () => import('../features/library/projects/projects.tsx').then(({ Projects }) => Projects),
    'library',
  ),
})

const project = createRoute({
  getParentRoute: () => inside,
  path: '/projects/$id',
  validateSearch: (search) => pickParams(search, 'part', 'as', 'q', 'language'),
  component: lazyScreen(
    () => import('../features/library/project/project.tsx').then(({ Project }) => Project),
    'library',
  ),
})

const assets = createRoute({
  getParentRoute: () => inside,
  path: '/assets',
  validateSearch: (search) =>
    pickParams(search, 'q', 'studio', 'project', 'type', 'phase', 'order', 'as'),
  component: lazyScreen(
    () => import('../features/library/assets/assets.tsx').then(({ Assets }) => Assets),
    'library',
  ),
})

const asset = createRoute({
  getParentRoute: () => inside,
  path: '/assets/$id',
  validateSearch: (search) => pickParams(search, 'preview', 'beside', 'offset', 'at'),
  component: lazyScreen(
    () => import('../features/library/asset/asset-page.tsx').then(({ AssetPage: Asset }) => Asset),
    'asset',
    'player',
    'uploads',
  ),
})

const order = createRoute({
  getParentRoute: () => inside,
  path: '/order',
  validateSearch: (search) => pickParams(search, 'asset'),
  component: lazyScreen(
    () => import('../features/orders/order-page.tsx').then(({ OrderPage: Order }) => Order),
    'order',
  ),
})

const workrequests = createRoute({
  getParentRoute: () => inside,
  path: '/workrequests',
  validateSearch: (search) => pickParams(search, 'q', 'status', 'territory', 'order', 'as'),
  component: lazyScreen(
    () =>
      import('../features/work-requests/list/work-requests-page.tsx').then(
        ({ WorkRequestsPage: Requests }) => Requests,
      ),
    'requests',
    'request',
  ),
})

const workrequest = createRoute({
  getParentRoute: () => inside,
  path: '/workrequests/$id',
  component: lazyScreen(
    () =>
      import('../features/work-requests/detail/work-request-page.tsx').then(
        ({ WorkRequestPage: Request }) => Request,
      ),
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
  component: lazyScreen(
    () =>
      import('../features/work-requests/detail/invite-redirect.tsx').then(
        ({ InviteRedirect: Invited }) => Invited,
      ),
    'request',
  ),
})

const translate = createRoute({
  getParentRoute: () => inside,
  path: '/workrequests/$id/translate',
  validateSearch: (search) => pickParams(search, 'sheet', 'line'),
  component: lazyScreen(
    () =>
      import('../features/translation-editor/translation-editor.tsx').then(
        ({ Translate }) => Translate,
      ),
    'translation-editor',
    'checks',
    'timeline',
    'player',
  ),
})

const review = createRoute({
  getParentRoute: () => inside,
  path: '/offlines/$id',
  validateSearch: (search) => pickParams(search, 'beside', 'comment'),
  component: lazyScreen(
    () => import('../features/review/review.tsx').then(({ Review }) => Review),
    'review',
    'player',
  ),
})

const downloads = createRoute({
  getParentRoute: () => inside,
  path: '/downloads',
  validateSearch: (search) => pickParams(search, 'q', 'type', 'user', 'order'),
  component: lazyScreen(
    () => import('../features/downloads/downloads.tsx').then(({ Downloads }) => Downloads),
    'downloads',
  ),
})

const notifications = createRoute({
  getParentRoute: () => inside,
  path: '/notifications',
  validateSearch: (search) => pickParams(search, 'read', 'type'),
  component: lazyScreen(
    () =>
      import('../features/notifications/notifications.tsx').then(
        ({ Notifications }) => Notifications,
      ),
    'notifications',
  ),
})

const reports = createRoute({
  getParentRoute: () => inside,
  path: '/reports',
  validateSearch: (search) =>
    pickParams(search, 'part', 'studio', 'project', 'territory', 'from', 'to', 'by', 'risk'),
  component: lazyScreen(
    () => import('../features/reports/reports.tsx').then(({ Reports }) => Reports),
    'reports',
  ),
})

const account = createRoute({
  getParentRoute: () => inside,
  path: '/account',
  validateSearch: (search) => pickParams(search, 'part'),
  component: lazyScreen(
    () => import('../features/account/account.tsx').then(({ Account }) => Account),
    'account',
    'credentials',
  ),
})

const administration = createRoute({
  getParentRoute: () => inside,
  path: '/administration',
  component: lazyScreen(
    () => import('../features/admin/admin.tsx').then(({ Administration }) => Administration),
    'admin',
    'people',
  ),
})

const administrationOverview = createRoute({
  getParentRoute: () => administration,
  path: '/',
  component: lazyScreen(
    () => import('../features/admin/overview.tsx').then(({ Overview }) => Overview),
    'admin',
  ),
})

const adminUsers = createRoute({
  getParentRoute: () => administration,
  path: '/users',
  validateSearch: (search) => pickParams(search, 'q', 'role', 'studio', 'order'),
  component: lazyScreen(
    () => import('../features/admin/people/users.tsx').then(({ Users }) => Users),
    'admin',
    'people',
  ),
})

const adminInvite = createRoute({
  getParentRoute: () => administration,
  path: '/users/invite',
  component: lazyScreen(
    () => import('../features/admin/people/invite.tsx').then(({ Invite }) => Invite),
    'admin',
    'people',
  ),
})

const adminUser = createRoute({
  getParentRoute: () => administration,
  path: '/users/$id',
  component: lazyScreen(
    () => import('../features/admin/people/user.tsx').then(({ User }) => User),
    'admin',
    'people',
  ),
})

const adminGroups = createRoute({
  getParentRoute: () => administration,
  path: '/groups',
  validateSearch: (search) => pickParams(search, 'open'),
  component: lazyScreen(
    () => import('../features/admin/people/groups.tsx').then(({ Groups }) => Groups),
    'admin',
    'people',
  ),
})

const adminTerritories = createRoute({
  getParentRoute: () => administration,
  path: '/territories',
  validateSearch: (search) => pickParams(search, 'q', 'open'),
  component: lazyScreen(
    () =>
      import('../features/admin/organization/territories.tsx').then(
        ({ Territories }) => Territories,
      ),
    'admin',
    'organization',
  ),
})

const adminAssetTypes = createRoute({
  getParentRoute: () => administration,
  path: '/assettypes',
  validateSearch: (search) => pickParams(search, 'open'),
  component: lazyScreen(
    () =>
      import('../features/admin/organization/asset-types.tsx').then(({ AssetTypes }) => AssetTypes),
    'admin',
    'organization',
  ),
})

const adminProjects = createRoute({
  getParentRoute: () => administration,
  path: '/projects',
  validateSearch: (search) => pickParams(search, 'q', 'studio', 'status', 'open'),
  component: lazyScreen(
    () =>
      import('../features/admin/organization/projects.tsx').then(
        ({ AdminProjects }) => AdminProjects,
      ),
    'admin',
    'organization',
  ),
})

const adminStudios = createRoute({
  getParentRoute: () => administration,
  path: '/studios',
  validateSearch: (search) => pickParams(search, 'open'),
  component: lazyScreen(
    () => import('../features/admin/organization/studios.tsx').then(({ Studios }) => Studios),
    'admin',
    'organization',
  ),
})

const adminStudio = createRoute({
  getParentRoute: () => administration,
  path: '/studios/$id',
  component: lazyScreen(
    () => import('../features/admin/organization/studio.tsx').then(({ Studio }) => Studio),
    'admin',
    'organization',
  ),
})

const adminWorkflows = createRoute({
  getParentRoute: () => administration,
  path: '/workflows',
  validateSearch: (search) => pickParams(search, 'open'),
  component: lazyScreen(
    () => import('../features/admin/workflows/workflows.tsx').then(({ Workflows }) => Workflows),
    'admin',
    'workflows',
  ),
})

const adminWorkflow = createRoute({
  getParentRoute: () => administration,
  path: '/workflows/$id',
  validateSearch: (search) => pickParams(search, 'phase'),
  component: lazyScreen(
    () => import('../features/admin/workflows/workflow.tsx').then(({ Workflow }) => Workflow),
    'admin',
    'workflows',
  ),
})

const adminWebhooks = createRoute({
  getParentRoute: () => administration,
  path: '/webhooks',
  validateSearch: (search) => pickParams(search, 'studio', 'open'),
  component: lazyScreen(
    () => import('../features/admin/webhooks/webhooks.tsx').then(({ Webhooks }) => Webhooks),
    'admin',
    'webhooks',
  ),
})

const adminWebhook = createRoute({
  getParentRoute: () => administration,
  path: '/webhooks/$id',
  validateSearch: (search) => pickParams(search, 'status'),
  component: lazyScreen(
    () => import('../features/admin/webhooks/webhook.tsx').then(({ Webhook }) => Webhook),
    'admin',
    'webhooks',
  ),
})

const adminOutbox = createRoute({
  getParentRoute: () => administration,
  path: '/outbox',
  validateSearch: (search) => pickParams(search, 'open'),
  component: lazyScreen(
    () => import('../features/admin/operations/outbox.tsx').then(({ Outbox }) => Outbox),
    'admin',
    'operations',
  ),
})

const adminJobs = createRoute({
  getParentRoute: () => administration,
  path: '/jobs',
  validateSearch: (search) => pickParams(search, 'state', 'kind'),
  component: lazyScreen(
    () => import('../features/admin/operations/jobs.tsx').then(({ Jobs }) => Jobs),
    'admin',
    'operations',
  ),
})

const adminAudit = createRoute({
  getParentRoute: () => administration,
  path: '/audit',
  validateSearch: (search) => pickParams(search, 'q', 'who', 'act', 'studio', 'from', 'to'),
  component: lazyScreen(
    () => import('../features/admin/operations/audit.tsx').then(({ Audit }) => Audit),
    'admin',
    'operations',
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
    defaultErrorComponent: UnexpectedError,
    notFoundMode: 'root',
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
