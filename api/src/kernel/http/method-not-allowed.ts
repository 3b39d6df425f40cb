import type { FastifyRequest } from 'fastify'
import type { App } from './app.ts'
import { authenticate } from './auth/authenticate.ts'
import type { Endpoint } from './contract/endpoint.ts'
import { Problem } from './contract/problem.ts'

type KnownPath = { path: string; segments: string[]; endpoints: Endpoint[]; allowed: Set<string> }

/**
 * Answers 405 with the allowed methods. Call this once, after all routes are added. A hook does it
 * for paths without a route, because a route for each other method takes longer than all other
 * routes together.
 */
export function rejectOtherMethods(app: App) {
  const paths = knownPaths(app.endpoints)
  app.fastify.addHook('onRequest', async (request) => {
    const path = isUnrouted(request) ? findPath(paths, segmentsOf(request.url)) : undefined
    if (path) await rejectMethod(app, path, request)
  })
  const bySize = Map.groupBy(paths, ({ segments }) => segments.length)
  for (const path of paths) addRoutes(app, path, bySize.get(path.segments.length)!)
}

/** The wildcard serves the web app. */
const isUnrouted = ({ is404, routeOptions, url }: FastifyRequest) =>
  (is404 || routeOptions.url === '/*') && url.startsWith('/api/')

/** `GET /users/register` would be a request for the user `register`. */
function addRoutes(app: App, path: KnownPath, ofSameSize: readonly KnownPath[]) {
  const others = ofSameSize.filter(
    (candidate) => candidate !== path && matches(candidate, path.segments),
  )
  const method = [...new Set(others.flatMap(({ allowed }) => [...allowed]))].filter(
    (name) => !path.allowed.has(name),
  )
  if (method.length > 0)
    app.fastify.route({
      method,
      url: `/api${path.path}`,
      exposeHeadRoute: false,
      onRequest: (request) => rejectMethod(app, path, request),
      handler: async () => {},
    })
}

/** Fixed segments come before parameters, as in the router. */
function knownPaths(all: readonly Endpoint[]): KnownPath[] {
  return [...Map.groupBy(all, ({ path }) => path)]
    .map(([path, endpoints]) => ({ path, endpoints, rank: rankOf(path) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ path, endpoints }) => ({
      path,
      segments: segmentsOf(`/api${path}`),
      endpoints,
      allowed: new Set(
        endpoints.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
      ),
    }))
}

const rankOf = (path: string) => path.replaceAll(/:\w+/g, '\uFFFF')

const segmentsOf = (url: string) => url.split(/[?#;]/, 1)[0]!.split('/')

const findPath = (paths: readonly KnownPath[], requested: string[]) =>
  paths.find((path) => matches(path, requested))

const matches = ({ segments }: KnownPath, requested: string[]) =>
  segments.length === requested.length &&
  segments.every((segment, index) =>
    segment.startsWith(':') ? requested[index] !== '' : segment === requested[index],
  )

async function rejectMethod(app: App, { endpoints, allowed }: KnownPath, request: FastifyRequest) {
  const access = endpoints.every((endpoint) => endpoint.access === 'anyone')
    ? 'anyone'
    : 'signed-in'
  await authenticate(app, { ...endpoints[0]!, access }, request)
  const allow = [...allowed].join(', ')
  throw new Problem(405, 'method.not-allowed', `Use one of ${allow}.`, {}, { allow })
}
