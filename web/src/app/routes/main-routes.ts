// The URLs of work requests also appear in email and API responses (`urls` in the contract).
import { createRoute, redirect } from '@tanstack/react-router'
import { lazyScreen } from '../../ui/layout/lazy-screen.tsx'
import { SEARCH_PARAMS } from '../../features/work-requests/list/search-params.ts'
import { loadAsset } from '../../features/library/asset/load-asset.ts'
import { loadAssets, loadProject, loadProjects } from '../../features/library/load-library.ts'
import { loadNotifications } from '../../features/notifications/load-notifications.ts'
import { loadShares } from '../../features/shares/load-shares.ts'
import { loadToday } from '../../features/today/load-today.ts'
import { loadTranslation } from '../../features/translation-editor/load-translation.ts'
import {
  loadOffline,
  loadWorkRequest,
} from '../../features/work-requests/detail/load-work-request.ts'
import { loadWorkRequests } from '../../features/work-requests/list/load-work-requests.ts'
import { pickParams } from '../search-params.ts'
import { load } from './load.ts'
import { appRoute } from './root.ts'

const today = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  beforeLoad: (match) => load(match, loadToday),
  component: lazyScreen(
    () => import('../../features/today/today-page.tsx').then(({ TodayPage: Today }) => Today),
    'today',
  ),
})

const projects = createRoute({
  getParentRoute: () => appRoute,
  path: '/projects',
  validateSearch: (search) => pickParams(search, 'q', 'studio', 'status', 'new'),
  beforeLoad: (match) => load(match, (queries) => loadProjects(queries, match.search)),
  component: lazyScreen(
    () => import('../../features/library/projects/projects.tsx').then(({ Projects }) => Projects),
    'library',
    'new-records',
  ),
})

const project = createRoute({
  getParentRoute: () => appRoute,
  path: '/projects/$id',
  validateSearch: (search) => pickParams(search, 'part', 'as', 'q', 'language', 'order'),
  beforeLoad: (match) => load(match, (queries) => loadProject(queries, match.params.id)),
  component: lazyScreen(
    () => import('../../features/library/project/project.tsx').then(({ Project }) => Project),
    'library',
    'playlist',
    'new-records',
  ),
})

const assets = createRoute({
  getParentRoute: () => appRoute,
  path: '/assets',
  validateSearch: (search) =>
    pickParams(search, 'q', 'studio', 'project', 'type', 'phase', 'order', 'as', 'columns', 'new'),
  beforeLoad: (match) => load(match, (queries) => loadAssets(queries, match.search)),
  component: lazyScreen(
    () => import('../../features/library/assets/assets.tsx').then(({ Assets }) => Assets),
    'library',
    'playlist',
    'new-records',
  ),
})

const asset = createRoute({
  getParentRoute: () => appRoute,
  path: '/assets/$id',
  validateSearch: (search) =>
    pickParams(search, 'tab', 'preview', 'beside', 'offset', 'at', 'file', 'playlist'),
  beforeLoad: (match) => load(match, (queries) => loadAsset(queries, match.params.id)),
  component: lazyScreen(
    () =>
      import('../../features/library/asset/asset-page.tsx').then(({ AssetPage: Asset }) => Asset),
    'asset',
    'player',
    'playlist',
    'uploads',
    'new-records',
    'scripts',
    'request',
  ),
})

const order = createRoute({
  getParentRoute: () => appRoute,
  path: '/order',
  validateSearch: (search) => pickParams(search, 'asset'),
  component: lazyScreen(
    () => import('../../features/orders/order-page.tsx').then(({ OrderPage: Order }) => Order),
    'order',
    'new-records',
  ),
})

const workrequests = createRoute({
  getParentRoute: () => appRoute,
  path: '/workrequests',
  validateSearch: (search) => pickParams(search, ...SEARCH_PARAMS),
  beforeLoad: (match) => load(match, (queries) => loadWorkRequests(queries, match.search)),
  component: lazyScreen(
    () =>
      import('../../features/work-requests/list/work-requests-page.tsx').then(
        ({ WorkRequestsPage: Requests }) => Requests,
      ),
    'requests',
    'request',
    'playlist',
  ),
})

const workrequest = createRoute({
  getParentRoute: () => appRoute,
  path: '/workrequests/$id',
  validateSearch: (search) => pickParams(search, 'tab', 'beside', 'comment', 'file', 'playlist'),
  beforeLoad: (match) => load(match, (queries) => loadWorkRequest(queries, match.params.id)),
  component: lazyScreen(
    () =>
      import('../../features/work-requests/detail/work-request-page.tsx').then(
        ({ WorkRequestPage: Request }) => Request,
      ),
    'request',
    'review',
    'player',
    'playlist',
    'uploads',
    'scripts',
  ),
})

/** `manage` is an older URL of the same page. */
const workrequestManage = createRoute({
  getParentRoute: () => appRoute,
  path: '/workrequests/$id/manage',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/workrequests/$id', params, replace: true })
  },
})

const translate = createRoute({
  getParentRoute: () => appRoute,
  path: '/workrequests/$id/translate',
  validateSearch: (search) => pickParams(search, 'sheet', 'line'),
  beforeLoad: (match) => load(match, (queries) => loadTranslation(queries, match.params.id)),
  component: lazyScreen(
    () =>
      import('../../features/translation-editor/translation-editor.tsx').then(
        ({ TranslationEditor: Translate }) => Translate,
      ),
    'translation-editor',
    'checks',
    'timeline',
    'player',
  ),
})

const review = createRoute({
  getParentRoute: () => appRoute,
  path: '/offlines/$id',
  validateSearch: (search) => pickParams(search, 'tab', 'beside', 'comment', 'file', 'playlist'),
  beforeLoad: (match) => load(match, (queries) => loadOffline(queries, match.params.id)),
  component: lazyScreen(
    () =>
      import('../../features/work-requests/detail/work-request-page.tsx').then(
        ({ OfflinePage: Offline }) => Offline,
      ),
    'request',
    'review',
    'player',
    'playlist',
    'uploads',
    'scripts',
  ),
})

const playlist = createRoute({
  getParentRoute: () => appRoute,
  path: '/playlist',
  validateSearch: (search) => pickParams(search, 'items'),
  component: lazyScreen(
    () =>
      import('../../features/playlist/playlist-page.tsx').then(
        ({ PlaylistPage: Playlist }) => Playlist,
      ),
    'playlist',
    'request',
  ),
})

const reviewSession = createRoute({
  getParentRoute: () => appRoute,
  path: '/reviewsessions/$id',
  component: lazyScreen(
    () =>
      import('../../features/review-sessions/session-page.tsx').then(
        ({ SessionPage: Session }) => Session,
      ),
    'player',
  ),
})

const downloads = createRoute({
  getParentRoute: () => appRoute,
  path: '/downloads',
  validateSearch: (search) => pickParams(search, 'q', 'type', 'user', 'order'),
  component: lazyScreen(
    () => import('../../features/downloads/downloads.tsx').then(({ Downloads }) => Downloads),
    'downloads',
  ),
})

const shares = createRoute({
  getParentRoute: () => appRoute,
  path: '/shares',
  validateSearch: (search) => pickParams(search, 'state'),
  beforeLoad: (match) => load(match, (queries) => loadShares(queries, match.search.state)),
  component: lazyScreen(
    () => import('../../features/shares/shares.tsx').then(({ Shares }) => Shares),
    'shares',
  ),
})

const notifications = createRoute({
  getParentRoute: () => appRoute,
  path: '/notifications',
  validateSearch: (search) => pickParams(search, 'read', 'type'),
  beforeLoad: (match) => load(match, (queries) => loadNotifications(queries, match.search)),
  component: lazyScreen(
    () =>
      import('../../features/notifications/notifications.tsx').then(
        ({ Notifications }) => Notifications,
      ),
    'notifications',
  ),
})

const reports = createRoute({
  getParentRoute: () => appRoute,
  path: '/reports',
  validateSearch: (search) =>
    pickParams(search, 'part', 'studio', 'project', 'territory', 'from', 'to', 'by', 'risk'),
  component: lazyScreen(
    () => import('../../features/reports/reports.tsx').then(({ Reports }) => Reports),
    'reports',
  ),
})

const account = createRoute({
  getParentRoute: () => appRoute,
  path: '/account',
  validateSearch: (search) => pickParams(search, 'part', 'sso'),
  component: lazyScreen(
    () => import('../../features/account/account.tsx').then(({ Account }) => Account),
    'account',
    'credentials',
    'sign-in',
  ),
})

export const mainRoutes = [
  today,
  projects,
  project,
  assets,
  asset,
  order,
  workrequests,
  workrequest,
  workrequestManage,
  translate,
  review,
  playlist,
  reviewSession,
  downloads,
  shares,
  notifications,
  reports,
  account,
] as const
