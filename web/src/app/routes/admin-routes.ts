import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../../ui/layout/lazy-screen.tsx'
import { pickParams } from '../search-params.ts'
import { appRoute } from './root.ts'

const adminRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/administration',
  component: lazyScreen(
    () => import('../../features/admin/admin.tsx').then(({ Administration }) => Administration),
    'admin',
    'people',
  ),
})

const overview = createRoute({
  getParentRoute: () => adminRoute,
  path: '/',
  component: lazyScreen(
    () => import('../../features/admin/overview.tsx').then(({ Overview }) => Overview),
    'admin',
  ),
})

const users = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users',
  validateSearch: (search) => pickParams(search, 'q', 'role', 'studio', 'order'),
  component: lazyScreen(
    () => import('../../features/admin/people/users.tsx').then(({ Users }) => Users),
    'admin',
    'people',
  ),
})

const invite = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users/invite',
  component: lazyScreen(
    () => import('../../features/admin/people/invite.tsx').then(({ Invite }) => Invite),
    'admin',
    'people',
  ),
})

const user = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users/$id',
  component: lazyScreen(
    () => import('../../features/admin/people/user.tsx').then(({ User }) => User),
    'admin',
    'people',
  ),
})

const groups = createRoute({
  getParentRoute: () => adminRoute,
  path: '/groups',
  validateSearch: (search) => pickParams(search, 'open'),
  component: lazyScreen(
    () => import('../../features/admin/people/groups.tsx').then(({ Groups }) => Groups),
    'admin',
    'people',
  ),
})

const territories = createRoute({
  getParentRoute: () => adminRoute,
  path: '/territories',
  validateSearch: (search) => pickParams(search, 'q', 'open'),
  component: lazyScreen(
    () =>
      import('../../features/admin/organization/territories.tsx').then(
        ({ Territories }) => Territories,
      ),
    'admin',
    'organization',
  ),
})

const assetTypes = createRoute({
  getParentRoute: () => adminRoute,
  path: '/assettypes',
  validateSearch: (search) => pickParams(search, 'open'),
  component: lazyScreen(
    () =>
      import('../../features/admin/organization/asset-types.tsx').then(
        ({ AssetTypes }) => AssetTypes,
      ),
    'admin',
    'organization',
  ),
})

const projects = createRoute({
  getParentRoute: () => adminRoute,
  path: '/projects',
  validateSearch: (search) => pickParams(search, 'q', 'studio', 'status', 'open'),
  component: lazyScreen(
    () =>
      import('../../features/admin/organization/projects.tsx').then(
        ({ AdminProjects }) => AdminProjects,
      ),
    'admin',
    'organization',
  ),
})

const studios = createRoute({
  getParentRoute: () => adminRoute,
  path: '/studios',
  validateSearch: (search) => pickParams(search, 'open'),
  component: lazyScreen(
    () => import('../../features/admin/organization/studios.tsx').then(({ Studios }) => Studios),
    'admin',
    'organization',
  ),
})

const studio = createRoute({
  getParentRoute: () => adminRoute,
  path: '/studios/$id',
  component: lazyScreen(
    () => import('../../features/admin/organization/studio.tsx').then(({ Studio }) => Studio),
    'admin',
    'organization',
  ),
})

const studioSignIn = createRoute({
  getParentRoute: () => adminRoute,
  path: '/studios/$id/sign-in',
  validateSearch: (search) => pickParams(search, 'open'),
  component: lazyScreen(
    () =>
      import('../../features/admin/sign-in/studio-sign-in.tsx').then(
        ({ StudioSignIn }) => StudioSignIn,
      ),
    'admin',
    'credentials',
    'sso',
  ),
})

const studioDrafts = createRoute({
  getParentRoute: () => adminRoute,
  path: '/studios/$id/drafts',
  component: lazyScreen(
    () =>
      import('../../features/admin/drafts/studio-drafts.tsx').then(
        ({ StudioDrafts }) => StudioDrafts,
      ),
    'admin',
    'credentials',
    'drafts',
  ),
})

const studioWords = createRoute({
  getParentRoute: () => adminRoute,
  path: '/studios/$id/words',
  validateSearch: (search) => pickParams(search, 'q', 'language'),
  component: lazyScreen(
    () =>
      import('../../features/admin/organization/studio-words.tsx').then(
        ({ StudioWords }) => StudioWords,
      ),
    'admin',
    'organization',
  ),
})

const identityProvider = createRoute({
  getParentRoute: () => adminRoute,
  path: '/studios/$id/sign-in/$provider',
  component: lazyScreen(
    () => import('../../features/admin/sign-in/provider.tsx').then(({ Provider }) => Provider),
    'admin',
    'credentials',
    'people',
    'sso',
  ),
})

const workflows = createRoute({
  getParentRoute: () => adminRoute,
  path: '/workflows',
  validateSearch: (search) => pickParams(search, 'open'),
  component: lazyScreen(
    () => import('../../features/admin/workflows/workflows.tsx').then(({ Workflows }) => Workflows),
    'admin',
    'workflows',
  ),
})

const workflow = createRoute({
  getParentRoute: () => adminRoute,
  path: '/workflows/$id',
  validateSearch: (search) => pickParams(search, 'phase'),
  component: lazyScreen(
    () => import('../../features/admin/workflows/workflow.tsx').then(({ Workflow }) => Workflow),
    'admin',
    'workflows',
  ),
})

const webhooks = createRoute({
  getParentRoute: () => adminRoute,
  path: '/webhooks',
  validateSearch: (search) => pickParams(search, 'studio', 'open'),
  component: lazyScreen(
    () => import('../../features/admin/webhooks/webhooks.tsx').then(({ Webhooks }) => Webhooks),
    'admin',
    'webhooks',
  ),
})

const webhook = createRoute({
  getParentRoute: () => adminRoute,
  path: '/webhooks/$id',
  validateSearch: (search) => pickParams(search, 'status'),
  component: lazyScreen(
    () => import('../../features/admin/webhooks/webhook.tsx').then(({ Webhook }) => Webhook),
    'admin',
    'webhooks',
  ),
})

const outbox = createRoute({
  getParentRoute: () => adminRoute,
  path: '/outbox',
  validateSearch: (search) => pickParams(search, 'open'),
  component: lazyScreen(
    () => import('../../features/admin/operations/outbox.tsx').then(({ Outbox }) => Outbox),
    'admin',
    'operations',
  ),
})

const jobs = createRoute({
  getParentRoute: () => adminRoute,
  path: '/jobs',
  validateSearch: (search) => pickParams(search, 'state', 'kind'),
  component: lazyScreen(
    () => import('../../features/admin/operations/jobs.tsx').then(({ Jobs }) => Jobs),
    'admin',
    'operations',
  ),
})

const audit = createRoute({
  getParentRoute: () => adminRoute,
  path: '/audit',
  validateSearch: (search) => pickParams(search, 'q', 'who', 'act', 'studio', 'from', 'to'),
  component: lazyScreen(
    () => import('../../features/admin/operations/audit.tsx').then(({ Audit }) => Audit),
    'admin',
    'operations',
  ),
})

export const adminRoutes = adminRoute.addChildren([
  overview,
  users,
  invite,
  user,
  groups,
  territories,
  assetTypes,
  projects,
  studios,
  studio,
  studioSignIn,
  studioDrafts,
  studioWords,
  identityProvider,
  workflows,
  workflow,
  webhooks,
  webhook,
  outbox,
  jobs,
  audit,
])
