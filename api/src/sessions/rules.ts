// What a token with a scope may do. Its caller is narrowed once, when the token is read.
import { ROLE_PERMISSIONS } from '../access/rules.ts'
import {
  studiosOf,
  type Caller,
  type CallerMembership,
  type TokenScope,
} from '../kernel/http/contract/caller.ts'
import type { Endpoint } from '../kernel/http/contract/endpoint.ts'
import type { Rejection } from '../kernel/http/contract/problem.ts'

type Route = Pick<Endpoint, 'method' | 'path'>

/** Sign-in, people and whatever can sign people in: never for a token with a scope. */
const ACCOUNT_PATHS = /^\/session\/|^\/users(\/|$)|\/(identityproviders|scimtoken)(\/|$)/
const READ_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const READ_PERMISSIONS = new Set(['file.download', 'report.read', 'embargo.bypass'])
/** Without `embargo.bypass`, a machine could not see the embargoed file that it uploads. */
const UPLOAD_PERMISSIONS = new Set(['file.write', 'embargo.bypass'])
/** What an upload needs: find the asset, register the file, send and verify its bytes. */
const UPLOAD_ROUTES = new Set([
  'GET /session',
  'GET /assets',
  'GET /assets/:id',
  'GET /files',
  'GET /files/:id',
  'POST /files',
  'PUT /files/:id/content',
])
/** Permissions for things that belong to no project. */
const STUDIO_PERMISSIONS = new Set(['user.manage', 'studio.manage', 'report.read', 'event.write'])
/** The collections whose queries use the project in their conditions (access/queries/visibility). */
const PROJECT_COLLECTIONS = new Set([
  'projects',
  'assets',
  'files',
  'uploads',
  'previews',
  'scripts',
  'translations',
  'workrequests',
  'offlines',
  'downloads',
])
/** What everybody in the studio can read. */
const SHARED_COLLECTIONS = new Set(['session', 'studios', 'assettypes', 'territories'])

export function scopeRejection(scope: TokenScope | null, route: Route): Rejection | undefined {
  if (!scope || isSignOut(route) || mayCall(scope, route)) return undefined
  return {
    status: 403,
    code: 'token.scope-insufficient',
    detail: 'The scope of this token does not include this call. Use a token with a wider scope.',
  }
}

/**
 * A person of several studios loses only those that require a second factor. Without any studio
 * left, the reason is told instead of empty lists.
 */
export function secondFactorRejection(
  { lacksSecondFactor, studios }: Pick<Caller, 'lacksSecondFactor' | 'studios'>,
  { path }: Pick<Route, 'path'>,
): Rejection | undefined {
  if (!lacksSecondFactor || studios.length || /^\/session(\/|$)/.test(path)) return undefined
  return {
    status: 403,
    code: 'twofactor.required',
    detail:
      'Your studio or your account requires a second factor. Set one up with POST /session/twofactor, or sign in with yours.',
  }
}

const isSignOut = ({ method, path }: Route) => method === 'DELETE' && path === '/session'

function mayCall({ access, project }: TokenScope, route: Route): boolean {
  const isRead = READ_METHODS.has(route.method)
  if (ACCOUNT_PATHS.test(route.path) && !(isRead && route.path.startsWith('/users'))) return false
  if (access === 'read' && !isRead) return false
  if (access === 'upload' && !isUpload(route)) return false
  return project === null || isOfProject(route, isRead)
}

const isUpload = ({ method, path }: Route) =>
  path.startsWith('/uploads') || UPLOAD_ROUTES.has(`${method} ${path}`)

function isOfProject({ method, path }: Route, isRead: boolean): boolean {
  const collection = path.split('/')[1]!
  if (SHARED_COLLECTIONS.has(collection)) return isRead
  return PROJECT_COLLECTIONS.has(collection) && !(method === 'POST' && path === '/projects')
}

/** The caller with only the studio and the permissions of the scope. */
export function narrowToScope(caller: Caller): Caller {
  const { scope } = caller
  if (!scope) return caller
  const inStudio = scope.studio === null ? caller : onlyIn(caller, scope.studio)
  const isAllowed = (permission: string) =>
    (scope.access !== 'read' || READ_PERMISSIONS.has(permission)) &&
    (scope.access !== 'upload' || UPLOAD_PERMISSIONS.has(permission)) &&
    (scope.project === null || !STUDIO_PERMISSIONS.has(permission))
  const only = (permissions: ReadonlySet<string>) => new Set([...permissions].filter(isAllowed))
  return {
    ...inStudio,
    installationPermissions: only(inStudio.installationPermissions),
    memberships: inStudio.memberships.map((membership) => ({
      ...membership,
      permissions: only(membership.permissions),
    })),
  }
}

/** An admin acts in one studio as its manager. */
function onlyIn(caller: Caller, studio: string): Caller {
  const membership = caller.isAdmin
    ? asManager(studio)
    : caller.memberships.find((entry) => entry.studio === studio)
  return {
    ...caller,
    isAdmin: false,
    installationPermissions: new Set(),
    memberships: membership ? [membership] : [],
    studios: studiosOf(membership ? [membership] : []),
  }
}

const asManager = (studio: string): CallerMembership => ({
  studio,
  roles: ['studio'],
  permissions: new Set(
    ROLE_PERMISSIONS.admin.filter((permission) => permission !== 'installation.manage'),
  ),
  territory: null,
})
