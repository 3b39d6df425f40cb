import { Problem } from './contract/problem.ts'
import type { App } from './app.ts'
import { authenticate } from './auth/authenticate.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/**
 * An address that exists answers 405 to the methods it does not know, and says which it does.
 * Called once, after every route is bound.
 */
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
        await authenticate(app, { access: strictest }, request)
        throw new Problem(
          405,
          'method.unknown',
          `This address knows ${allowed.join(', ')}.`,
          {},
          { allow: allowed.join(', ') },
        )
      },
      handler: async () => {},
    })
  }
}
