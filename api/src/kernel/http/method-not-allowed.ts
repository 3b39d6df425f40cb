import type { FastifyRequest } from 'fastify'
import type { App } from './app.ts'
import { authenticate } from './auth/authenticate.ts'
import type { Endpoint } from './contract/endpoint.ts'
import { Problem } from './contract/problem.ts'

type KnownPath = { segments: string[]; endpoints: Endpoint[] }

/**
 * Answers 405 with the allowed methods. Call this once, after all routes are added. It is a hook,
 * because a route for every other method takes most of the time in which the app is built.
 */
export function rejectOtherMethods(app: App) {
  const known = knownPaths(app.endpoints)
  app.fastify.addHook('onRequest', (request, _reply, done) => {
    const endpoints = isUnrouted(request) ? findEndpoints(known, request.url) : undefined
    if (endpoints) rejectMethod(app, endpoints, request).then(() => done(), done)
    else done()
  })
}

/** The wildcard serves the web app. */
const isUnrouted = ({ is404, routeOptions, url }: FastifyRequest) =>
  (is404 || routeOptions.url === '/*') && url.startsWith('/api/')

/** Fixed segments come before parameters, as in the router. */
function knownPaths(endpoints: readonly Endpoint[]): KnownPath[] {
  return [...Map.groupBy(endpoints, ({ path }) => path)]
    .toSorted(([one], [other]) => (rank(one) < rank(other) ? -1 : 1))
    .map(([path, ofPath]) => ({ segments: `/api${path}`.split('/'), endpoints: ofPath }))
}

const rank = (path: string) => path.replaceAll(/:\w+/g, '\uFFFF')

function findEndpoints(known: readonly KnownPath[], url: string): Endpoint[] | undefined {
  const asked = url.split(/[?#;]/, 1)[0]!.split('/')
  return known.find(
    ({ segments }) =>
      segments.length === asked.length &&
      segments.every((segment, index) =>
        segment.startsWith(':') ? asked[index] !== '' : segment === asked[index],
      ),
  )?.endpoints
}

async function rejectMethod(app: App, endpoints: readonly Endpoint[], request: FastifyRequest) {
  const allowed = [
    ...new Set(endpoints.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))),
  ].join(', ')
  const access = endpoints.every((endpoint) => endpoint.access === 'anyone')
    ? 'anyone'
    : 'signed-in'
  await authenticate(app, { ...endpoints[0]!, access }, request)
  throw new Problem(405, 'method.unknown', `Use one of ${allowed}.`, {}, { allow: allowed })
}
