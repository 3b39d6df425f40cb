import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from './contract/endpoint.ts'
import { admissionHooks } from './admission.ts'
import type { App } from './app.ts'
import { authenticate } from './auth/authenticate.ts'

export type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Every route of the API is added here, so each declares who may call it. */
export function addRoute(app: App, endpoint: Endpoint, handler: RouteHandler): void {
  if (!endpoint.access)
    throw new Error(`${endpoint.method} ${endpoint.path} does not declare its access`)
  app.endpoints.push(endpoint)
  app.fastify.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    config: { endpoint },
    ...admissionHooks(app, endpoint, (request) => authenticate(app, endpoint, request)),
    handler,
  })
}
