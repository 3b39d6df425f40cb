// What stands beside the API: for probes, for operators and for readers.
import { timingSafeEqual } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { Problem } from './contract/problem.ts'
import type { App } from './app.ts'
import { openapiOf } from './openapi.ts'

export type DrainState = { draining: boolean }

export async function systemRoutes(app: App, state: DrainState) {
  const { fastify, config } = app
  const document = JSON.stringify(openapiOf(app.endpoints, config.publicUrl))
  const ready = readiness(app, state)

  fastify.get('/healthz', async (_request, reply) =>
    reply.type('application/json').send('{"alive":true}'),
  )
  fastify.get('/readyz', async (_request, reply) => {
    const fault = await ready()
    return fault
      ? reply
          .code(503)
          .header('retry-after', '1')
          .type('application/json')
          .send(JSON.stringify({ ready: false, because: fault }))
      : reply.type('application/json').send('{"ready":true}')
  })
  fastify.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json').send(document),
  )
  await fastify.register(scalar, {
    routePrefix: '/docs',
    logLevel: 'silent',
    configuration: {
      url: '/openapi.json',
      withDefaultFonts: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      favicon: '/mark.svg',
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  addMetrics(app)
}

/** Asked by anyone and often, so the answer is kept for a second. */
function readiness({ db }: App, state: DrainState): () => Promise<string | undefined> {
  let known: Promise<string | undefined> | undefined
  return () => {
    if (state.draining) return Promise.resolve('the service is stopping')
    known ??= sql`select 1`
      .execute(db)
      .then(
        () => undefined,
        () => 'the database does not answer',
      )
      .finally(() => setTimeout(() => (known = undefined), 1000).unref())
    return known
  }
}

function addMetrics({ fastify, config, db }: App) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  })
  registry.registerMetric(
    new Gauge({
      name: 'reelay_objects_rotten',
      help: 'Stored objects whose bytes are no longer what came',
      registers: [],
      // Without a database there is no figure, but there are the others.
      async collect() {
        this.set(await countCorrupt(db).catch(() => NaN))
      },
    }),
  )
  fastify.addHook('onResponse', async (request, reply) =>
    durations
      .labels(request.method, request.routeOptions.url ?? 'none', String(reply.statusCode))
      .observe(reply.elapsedTime / 1000),
  )
  fastify.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, config.metricsToken))
      throw new Problem(
        403,
        'metrics.refused',
        'Metrics are for this machine, or for who sends METRICS_TOKEN as a Bearer token.',
      )
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

async function countCorrupt(db: App['db']): Promise<number> {
  const { rows } = await sql<{
    rotten: number
  }>`select count(*) as rotten from object where corrupt_at is not null`.execute(db)
  return rows[0]!.rotten
}

function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  // Behind a proxy of this machine that nobody named (TRUST_PROXY) the whole world comes from here;
  // but a proxy says that it is one.
  const isForwarded =
    request.ip === request.socket.remoteAddress &&
    (request.headers['x-forwarded-for'] ?? request.headers.forwarded) !== undefined
  if (['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip) && !isForwarded) return true
  const [given, right] = [
    Buffer.from(request.headers.authorization ?? ''),
    Buffer.from(`Bearer ${token}`),
  ]
  return token !== undefined && given.length === right.length && timingSafeEqual(given, right)
}
