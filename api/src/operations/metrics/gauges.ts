// Gauges that are read when Prometheus asks: queues in the database, pools and the storage.
import { Gauge, Registry } from 'prom-client'
import { findShippingState } from '../../kernel/audit/ship.ts'
import { secondsUnsealed } from '../../kernel/audit/verify.ts'
import type { App } from '../../kernel/http/app.ts'
import type { JobKind } from '../../kernel/jobs/kinds.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { readQueues, type QueueState } from './read-queues.ts'

type Sample = { value: number; labels?: Record<string, string> }
type GaugeOptions = { help: string; labels?: string[]; read: () => Promise<Sample[]> }

const NOTIFYING: ReadonlySet<string> = new Set<JobKind>(['notify', 'write-digest'])

export function addGauges(
  registry: Registry,
  { database, config, admission }: App,
  storage: Storage,
) {
  const db = database.system
  const queues = shareWhileRunning(() => readQueues(db))
  const fromQueues = (pick: (state: QueueState) => number) => async () => [
    { value: pick(await queues()) },
  ]
  const gauges: Record<string, GaugeOptions> = {
    reelay_pool_connections: {
      help: 'Database connections by pool and state, and work that waits for one',
      labels: ['pool', 'state'],
      read: async () =>
        database
          .pools()
          .flatMap(({ pool, ...states }) =>
            Object.entries(states).map(([state, value]) => ({ value, labels: { pool, state } })),
          ),
    },
    reelay_requests: {
      help: 'Requests by load and state: running, or waiting for a slot',
      labels: ['load', 'state'],
      read: async () =>
        admission.states().flatMap(({ load, running, waiting }) => [
          { value: running, labels: { load, state: 'running' } },
          { value: waiting, labels: { load, state: 'waiting' } },
        ]),
    },
    reelay_jobs: {
      help: 'Jobs by kind and state: waiting and due, running, or failed for good',
      labels: ['kind', 'state'],
      read: async () =>
        (await queues()).jobs.flatMap(({ kind, waiting, running, failed }) =>
          Object.entries({ waiting, running, failed }).map(([state, value]) => ({
            value,
            labels: { kind, state },
          })),
        ),
    },
    reelay_job_oldest_seconds: {
      help: 'How long the oldest due job of a kind has waited',
      labels: ['kind'],
      read: async () =>
        (await queues()).jobs.map(({ kind, oldest }) => ({ value: oldest, labels: { kind } })),
    },
    reelay_notify_lag_seconds: {
      help: 'How long the oldest event has waited for its notifications, deliveries or digest',
      read: fromQueues(({ jobs }) =>
        Math.max(0, ...jobs.filter(({ kind }) => NOTIFYING.has(kind)).map(({ oldest }) => oldest)),
      ),
    },
    reelay_mail_waiting: {
      help: 'Emails that are not sent yet',
      read: fromQueues(({ mail }) => mail.waiting),
    },
    reelay_mail_failed: {
      help: 'Emails that will not be sent, until they are pruned',
      read: fromQueues(({ mail }) => mail.failed),
    },
    reelay_mail_oldest_seconds: {
      help: 'How long the oldest email has waited',
      read: fromQueues(({ mail }) => mail.oldest),
    },
    reelay_webhook_waiting: {
      help: 'Webhook deliveries that are not delivered yet',
      read: fromQueues(({ webhooks }) => webhooks.waiting),
    },
    reelay_webhook_oldest_seconds: {
      help: 'How long the oldest webhook delivery has waited',
      read: fromQueues(({ webhooks }) => webhooks.oldest),
    },
    reelay_webhooks_failing: {
      help: 'Webhooks whose last delivery failed',
      read: fromQueues(({ webhooks }) => webhooks.failing),
    },
    reelay_uploads_open: {
      help: 'Unfinished uploads',
      read: fromQueues(({ uploads }) => uploads.open),
    },
    reelay_uploads_open_bytes: {
      help: 'Declared size of the unfinished uploads',
      read: fromQueues(({ uploads }) => uploads.bytes),
    },
    reelay_storage_free_bytes: {
      help: 'How many more bytes fit on the disk; not reported for S3',
      read: async () => {
        const value = await storage.freeBytes()
        return value === Number.MAX_SAFE_INTEGER ? [] : [{ value }]
      },
    },
    reelay_objects_corrupt: {
      help: 'Stored objects whose bytes no longer match their digest',
      read: fromQueues(({ corrupt }) => corrupt),
    },
    reelay_backup_age_seconds: {
      help: 'Time since the last complete backup; not reported before the first',
      read: async () => {
        const { backupSeconds } = await queues()
        return backupSeconds === null ? [] : [{ value: backupSeconds }]
      },
    },
    reelay_audit_unsealed_seconds: {
      help: 'Age of the oldest audit entry that is in no chain yet',
      read: async () => [{ value: await secondsUnsealed(db) }],
    },
    reelay_audit_shipping_failures: {
      help: 'Failed attempts to ship the heads of the audit log since the last success',
      read: async () => {
        const { auditShipUrl } = config
        const state = auditShipUrl && (await findShippingState(db, auditShipUrl))
        return [{ value: (state || undefined)?.failures ?? 0 }]
      },
    },
  }
  for (const [name, options] of Object.entries(gauges))
    registry.registerMetric(createGauge(name, options))
}

const createGauge = (name: string, { help, labels = [], read }: GaugeOptions) =>
  new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [],
    async collect() {
      // If the database is down, the metric is missing and the others are still served.
      this.reset()
      const samples = await read().catch(() => [])
      if (labels.length === 0 && samples.length === 0) this.remove()
      for (const { labels: values = {}, value } of samples) this.set(values, value)
    },
  })

/** The gauges of a scrape are read at the same time, so they share one statement. */
function shareWhileRunning<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= read().finally(() => (running = undefined))
    return running
  }
}
