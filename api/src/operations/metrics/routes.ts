import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Registry, collectDefaultMetrics } from 'prom-client'
import type { App } from '../../kernel/http/app.ts'
import { Problem } from '../../kernel/http/contract/problem.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { processMetrics, requestSeconds } from '../../kernel/telemetry/metrics.ts'
import { addGauges } from './gauges.ts'

/** Serves `/metrics` for Prometheus. */
export function metricsRoutes(app: App, storage: Storage) {
  const { fastify, config } = app
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  addGauges(registry, app, storage)
  const all = Registry.merge([processMetrics, registry])
  fastify.addHook('onResponse', async (request, reply) =>
    requestSeconds
      .labels(request.method, request.routeOptions.url ?? 'none', String(reply.statusCode))
      .observe(reply.elapsedTime / 1000),
  )
  fastify.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, config.metricsToken))
      throw new Problem(
        403,
        'metrics.forbidden',
        'Read metrics from this machine, or send METRICS_TOKEN as a Bearer token.',
      )
    return reply.type(all.contentType).send(await all.metrics())
  })
}

function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  // Behind a local proxy that TRUST_PROXY does not name, every request comes from this machine.
  // Proxies set one of these headers.
  const isForwarded =
    request.ip === request.socket.remoteAddress &&
    (request.headers['x-forwarded-for'] ?? request.headers.forwarded) !== undefined
  if (['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip) && !isForwarded) return true
  const [authorization, expected] = [
    Buffer.from(request.headers.authorization ?? ''),
    Buffer.from(`Bearer ${token}`),
  ]
  return (
    token !== undefined &&
    authorization.length === expected.length &&
    timingSafeEqual(authorization, expected)
  )
}
