import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { findShippingState } from '../audit/ship.ts'
import { secondsUnsealed } from '../audit/verify.ts'
import type { Db } from '../db/connect.ts'
import { jobLag } from '../jobs/lag.ts'
import type { App } from './app.ts'
import { Problem } from './contract/problem.ts'

/** Serves `/metrics` for Prometheus. */
export function addMetrics(app: App) {
  const { fastify, config } = app
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_seconds',
    help: 'Response time by route',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  })
  for (const [name, { help, read }] of Object.entries(DATABASE_METRICS))
    registry.registerMetric(databaseGauge(name, help, () => read(app)))
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
        'Read metrics from this machine, or send METRICS_TOKEN as a Bearer token.',
      )
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

type DatabaseMetric = { help: string; read: (app: App) => Promise<number> }

const DATABASE_METRICS: Record<string, DatabaseMetric> = {
  reelay_objects_corrupt: {
    help: 'Stored objects whose bytes no longer match their digest',
    read: ({ database }) => countCorrupt(database.system),
  },
  reelay_audit_unsealed_seconds: {
    help: 'Age of the oldest audit entry that is in no chain yet',
    read: ({ database }) => secondsUnsealed(database.system),
  },
  reelay_notify_lag_seconds: {
    help: 'How long the oldest event has waited for its notifications, deliveries or digest',
    read: ({ database }) =>
      jobLag(database.system, ['notify', 'enqueue-deliveries', 'write-digest']),
  },
  reelay_audit_shipping_failures: {
    help: 'Failed attempts to ship the heads of the audit log since the last success',
    read: async ({ database, config }) =>
      config.auditShipUrl === undefined
        ? 0
        : ((await findShippingState(database.system, config.auditShipUrl))?.failures ?? 0),
  },
}

const databaseGauge = (name: string, help: string, read: () => Promise<number>) =>
  new Gauge({
    name,
    help,
    registers: [],
    // If the database is down, the other metrics are still served.
    async collect() {
      this.set(await read().catch(() => NaN))
    },
  })

async function countCorrupt(db: Db): Promise<number> {
  const { rows } = await sql<{ corrupt: number }>`
    select count(*) as corrupt from object where corrupt_at is not null`.execute(db)
  return rows[0]!.corrupt
}

function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  // Behind a local proxy that TRUST_PROXY does not name, every request comes from this machine.
  // Proxies set one of these headers.
  const isForwarded =
    request.ip === request.socket.remoteAddress &&
    (request.headers['x-forwarded-for'] ?? request.headers.forwarded) !== undefined
  if (['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip) && !isForwarded) return true
  const [given, expected] = [
    Buffer.from(request.headers.authorization ?? ''),
    Buffer.from(`Bearer ${token}`),
  ]
  return token !== undefined && given.length === expected.length && timingSafeEqual(given, expected)
}
