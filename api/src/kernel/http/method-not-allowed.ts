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
  const known = knownPaths(app.endpoints)
  app.fastify.addHook('onRequest', async (request) => {
    const found = isUnrouted(request) ? findPath(known, segmentsOf(request.url)) : undefined
    if (found) await rejectMethod(app, found, request)
  })
  const bySize = Map.groupBy(known, ({ segments }) => segments.length)
  for (const one of known) addRoutes(app, one, bySize.get(one.segments.length)!)
}

/** The wildcard serves the web app. */
const isUnrouted = ({ is404, routeOptions, url }: FastifyRequest) =>
  (is404 || routeOptions.url === '/*') && url.startsWith('/api/')

/** `GET /users/register` would be a request for the user `register`. */
function addRoutes(app: App, one: KnownPath, ofSameSize: readonly KnownPath[]) {
  const others = ofSameSize.filter((other) => other !== one && matches(other, one.segments))
  const method = [...new Set(others.flatMap(({ allowed }) => [...allowed]))].filter(
    (name) => !one.allowed.has(name),
  )
  if (method.length > 0)
    app.fastify.route({
      method,
      url: `/api${one.path}`,
      exposeHeadRoute: false,
      onRequest: (request) => rejectMethod(app, one, request),
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

const findPath = (known: readonly KnownPath[], asked: string[]) =>
  known.find((one) => matches(one, asked))

const matches = ({ segments }: KnownPath, asked: string[]) =>
  segments.length === asked.length &&
  segments.every((segment, index) =>
    segment.startsWith(':') ? asked[index] !== '' : segment === asked[index],
  )

async function rejectMethod(app: App, { endpoints, allowed }: KnownPath, request: FastifyRequest) {
  const access = endpoints.every((endpoint) => endpoint.access === 'anyone')
    ? 'anyone'
    : 'signed-in'
  await authenticate(app, { ...endpoints[0]!, access }, request)
  const allow = [...allowed].join(', ')
  throw new Problem(405, 'method.not-allowed', `Use one of ${allow}.`, {}, { allow })
}
