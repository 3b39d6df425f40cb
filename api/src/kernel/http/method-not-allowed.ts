import { Problem } from './contract/problem.ts'
import type { App } from './app.ts'
import { authenticate } from './auth/authenticate.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/** Answers 405 with the allowed methods. Call this once, after all routes are added. */
export function rejectOtherMethods(app: App) {
  for (const [path, known] of Map.groupBy(app.endpoints, (endpoint) => endpoint.path)) {
    const allowed = [
      ...new Set(
        known.flatMap((endpoint) =>
          endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method],
        ),
      ),
    ]
    const strictest = known.every((endpoint) => endpoint.access === 'anyone')
      ? 'anyone'
      : 'signed-in'
    app.fastify.route({
      method: METHODS.filter((method) => !allowed.includes(method)),
      url: `/api${path}`,
      exposeHeadRoute: false,
      onRequest: async (request) => {
        await authenticate(app, { ...known[0]!, access: strictest }, request)
        throw new Problem(
          405,
          'method.unknown',
          `Use one of ${allowed.join(', ')}.`,
          {},
          { allow: allowed.join(', ') },
        )
      },
      handler: async () => {},
    })
  }
}
