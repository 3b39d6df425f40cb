// The addresses of the app. Those of a work request are also written into mails and records (`urls`
// of the contract).
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Frame } from './shell/app-shell.tsx'
import { NotFound } from './shell/not-found.tsx'
import { screen } from '../ui/layout/lazy-screen.tsx'
import { Unexpected } from './shell/unexpected-error.tsx'
import { parseSearch, safeBack, stringifySearch, words } from './search-params.ts'
import type { Service } from '../api/service.ts'

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
    () => import('../features/sign-in/sign-in.tsx').then(({ SignIn }) => SignIn),
    'sign-in',
    'credentials',
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
    () => import('../features/sign-in/forgot-password.tsx').then(({ Forgotten }) => Forgotten),
    'sign-in',
    'credentials',
  ),
})

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset/$code',
  component: screen(
    () => import('../features/sign-in/reset-password.tsx').then(({ Reset }) => Reset),
    'sign-in',
    'credentials',
  ),
})

const register = createRoute({
  getParentRoute: () => root,
  path: '/register/$code',
  component: screen(
    () => import('../features/sign-in/register.tsx').then(({ Register }) => Register),
    'sign-in',
    'credentials',
  ),
})

const today = createRoute({
  getParentRoute: () => inside,
  path: '/',
  component: screen(
    () => import('../features/today/today-page.tsx').then(({ TodayPage: Today }) => Today),
    'today',
  ),
})

const projects = createRoute({
  getParentRoute: () => inside,
  path: '/projects',
  validateSearch: (search) => words(search, 'q', 'studio', 'status'),
  component: screen(
    () => import('../features/library/projects/projects.tsx').then(({ Projects }) => Projects),
    'library',
  ),
})

const project = createRoute({
  getParentRoute: () => inside,
  path: '/projects/$id',
  validateSearch: (search) => words(search, 'part', 'as', 'q', 'language'),
  component: screen(
    () => import('../features/library/project/project.tsx').then(({ Project }) => Project),
    'library',
  ),
})

const assets = createRoute({
  getParentRoute: () => inside,
  path: '/assets',
  validateSearch: (search) =>
    words(search, 'q', 'studio', 'project', 'type', 'phase', 'order', 'as'),
  component: screen(
    () => import('../features/library/assets/assets.tsx').then(({ Assets }) => Assets),
    'library',
  ),
})

const asset = createRoute({
  getParentRoute: () => inside,
  path: '/assets/$id',
  validateSearch: (search) => words(search, 'preview', 'beside', 'offset', 'at'),
  component: screen(
    () => import('../features/library/asset/asset-page.tsx').then(({ AssetPage: Asset }) => Asset),
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
    () => import('../features/orders/order-page.tsx').then(({ OrderPage: Order }) => Order),
    'order',
  ),
})

const workrequests = createRoute({
  getParentRoute: () => inside,
  path: '/workrequests',
  validateSearch: (search) => words(search, 'q', 'status', 'territory', 'order', 'as'),
  component: screen(
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
  component: screen(
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
  component: screen(
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
  validateSearch: (search) => words(search, 'sheet', 'line'),
  component: screen(
    () =>
      import('../features/translation-editor/translation-editor.tsx').then(
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
    () => import('../features/review/review.tsx').then(({ Review }) => Review),
    'review',
    'player',
  ),
})

const downloads = createRoute({
  getParentRoute: () => inside,
  path: '/downloads',
  validateSearch: (search) => words(search, 'q', 'type', 'user', 'order'),
  component: screen(
    () => import('../features/downloads/downloads.tsx').then(({ Downloads }) => Downloads),
    'downloads',
  ),
})

const notifications = createRoute({
  getParentRoute: () => inside,
  path: '/notifications',
  validateSearch: (search) => words(search, 'read', 'type'),
  component: screen(
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
    words(search, 'part', 'studio', 'project', 'territory', 'from', 'to', 'by', 'risk'),
  component: screen(
    () => import('../features/reports/reports.tsx').then(({ Reports }) => Reports),
    'reports',
  ),
})

const account = createRoute({
  getParentRoute: () => inside,
  path: '/account',
  validateSearch: (search) => words(search, 'part'),
  component: screen(
    () => import('../features/account/account.tsx').then(({ Account }) => Account),
    'account',
    'credentials',
  ),
})

const administration = createRoute({
  getParentRoute: () => inside,
  path: '/administration',
  component: screen(
    () => import('../features/admin/admin.tsx').then(({ Administration }) => Administration),
    'admin',
    'people',
  ),
})

const administrationOverview = createRoute({
  getParentRoute: () => administration,
  path: '/',
  component: screen(
    () => import('../features/admin/overview.tsx').then(({ Overview }) => Overview),
    'admin',
  ),
})

const adminUsers = createRoute({
  getParentRoute: () => administration,
  path: '/users',
  validateSearch: (search) => words(search, 'q', 'role', 'studio', 'order'),
  component: screen(
    () => import('../features/admin/people/users.tsx').then(({ Users }) => Users),
    'admin',
    'people',
  ),
})

const adminInvite = createRoute({
  getParentRoute: () => administration,
  path: '/users/invite',
  component: screen(
    () => import('../features/admin/people/invite.tsx').then(({ Invite }) => Invite),
    'admin',
    'people',
  ),
})

const adminUser = createRoute({
  getParentRoute: () => administration,
  path: '/users/$id',
  component: screen(
    () => import('../features/admin/people/user.tsx').then(({ User }) => User),
    'admin',
    'people',
  ),
})

const adminGroups = createRoute({
  getParentRoute: () => administration,
  path: '/groups',
  validateSearch: (search) => words(search, 'open'),
  component: screen(
    () => import('../features/admin/people/groups.tsx').then(({ Groups }) => Groups),
    'admin',
    'people',
  ),
})

const adminTerritories = createRoute({
  getParentRoute: () => administration,
  path: '/territories',
  validateSearch: (search) => words(search, 'q', 'open'),
  component: screen(
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
  validateSearch: (search) => words(search, 'open'),
  component: screen(
    () =>
      import('../features/admin/organization/asset-types.tsx').then(({ AssetTypes }) => AssetTypes),
    'admin',
    'organization',
  ),
})

const adminProjects = createRoute({
  getParentRoute: () => administration,
  path: '/projects',
  validateSearch: (search) => words(search, 'q', 'studio', 'status', 'open'),
  component: screen(
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
  validateSearch: (search) => words(search, 'open'),
  component: screen(
    () => import('../features/admin/organization/studios.tsx').then(({ Studios }) => Studios),
    'admin',
    'organization',
  ),
})

const adminStudio = createRoute({
  getParentRoute: () => administration,
  path: '/studios/$id',
  component: screen(
    () => import('../features/admin/organization/studio.tsx').then(({ Studio }) => Studio),
    'admin',
    'organization',
  ),
})

const adminWorkflows = createRoute({
  getParentRoute: () => administration,
  path: '/workflows',
  validateSearch: (search) => words(search, 'open'),
  component: screen(
    () => import('../features/admin/workflows/workflows.tsx').then(({ Workflows }) => Workflows),
    'admin',
    'workflows',
  ),
})

const adminWorkflow = createRoute({
  getParentRoute: () => administration,
  path: '/workflows/$id',
  validateSearch: (search) => words(search, 'phase'),
  component: screen(
    () => import('../features/admin/workflows/workflow.tsx').then(({ Workflow }) => Workflow),
    'admin',
    'workflows',
  ),
})

const adminWebhooks = createRoute({
  getParentRoute: () => administration,
  path: '/webhooks',
  validateSearch: (search) => words(search, 'studio', 'open'),
  component: screen(
    () => import('../features/admin/webhooks/webhooks.tsx').then(({ Webhooks }) => Webhooks),
    'admin',
    'webhooks',
  ),
})

const adminWebhook = createRoute({
  getParentRoute: () => administration,
  path: '/webhooks/$id',
  validateSearch: (search) => words(search, 'status'),
  component: screen(
    () => import('../features/admin/webhooks/webhook.tsx').then(({ Webhook }) => Webhook),
    'admin',
    'webhooks',
  ),
})

const adminOutbox = createRoute({
  getParentRoute: () => administration,
  path: '/outbox',
  validateSearch: (search) => words(search, 'open'),
  component: screen(
    () => import('../features/admin/operations/outbox.tsx').then(({ Outbox }) => Outbox),
    'admin',
    'operations',
  ),
})

const adminJobs = createRoute({
  getParentRoute: () => administration,
  path: '/jobs',
  validateSearch: (search) => words(search, 'state', 'kind'),
  component: screen(
    () => import('../features/admin/operations/jobs.tsx').then(({ Jobs }) => Jobs),
    'admin',
    'operations',
  ),
})

const adminAudit = createRoute({
  getParentRoute: () => administration,
  path: '/audit',
  validateSearch: (search) => words(search, 'q', 'who', 'act', 'studio', 'from', 'to'),
  component: screen(
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
    defaultErrorComponent: Unexpected,
    notFoundMode: 'root',
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
