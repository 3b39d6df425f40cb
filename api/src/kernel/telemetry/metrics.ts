// What this process measures while it works. `operations/metrics` serves it to Prometheus.
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export const processMetrics = new Registry()

const registers = [processMetrics]
const SHORT = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const LONG = [0.01, 0.1, 1, 5, 15, 60, 300, 1800]

export const requestSeconds = new Histogram({
  name: 'http_request_seconds',
  help: 'Response time by route',
  labelNames: ['method', 'route', 'status'],
  buckets: SHORT,
  registers,
})

export const requestsRefused = new Counter({
  name: 'reelay_requests_refused_total',
  help: 'Requests that a busy service refused, by load and reason: the queue was full, or a timeout',
  labelNames: ['load', 'reason'],
  registers,
})

export const poolWaitSeconds = new Histogram({
  name: 'reelay_pool_wait_seconds',
  help: 'How long work waited for a database connection',
  labelNames: ['pool'],
  buckets: SHORT,
  registers,
})

export const jobsFinished = new Counter({
  name: 'reelay_jobs_finished_total',
  help: 'Jobs by kind and outcome: done, retried or failed for good',
  labelNames: ['kind', 'outcome'],
  registers,
})

export const jobSeconds = new Histogram({
  name: 'reelay_job_seconds',
  help: 'How long a job or a batch of jobs ran',
  labelNames: ['kind'],
  buckets: LONG,
  registers,
})

export const mailsSent = new Counter({
  name: 'reelay_mails_total',
  help: 'Attempts to send an email by outcome',
  labelNames: ['outcome'],
  registers,
})

export const webhookSeconds = new Histogram({
  name: 'reelay_webhook_seconds',
  help: 'Duration of webhook deliveries by outcome',
  labelNames: ['outcome'],
  buckets: SHORT,
  registers,
})

export const uploadedBytes = new Counter({
  name: 'reelay_upload_bytes_total',
  help: 'Received bytes that would survive a power cut',
  registers,
})

export const storageSeconds = new Histogram({
  name: 'reelay_storage_seconds',
  help: 'Duration of storage operations by outcome',
  labelNames: ['operation', 'outcome'],
  buckets: SHORT,
  registers,
})

export const mediaSeconds = new Histogram({
  name: 'reelay_media_seconds',
  help: 'Duration of media tasks by outcome',
  labelNames: ['task', 'outcome'],
  buckets: LONG,
  registers,
})

export const mediaTasks = new Gauge({
  name: 'reelay_media_tasks',
  help: 'Media tasks that are running',
  registers,
})

export const eventStreams = new Gauge({
  name: 'reelay_event_streams',
  help: 'Open event streams',
  registers,
})

/** Calls `observe` with the seconds and whether the work succeeded. */
export async function timed<T>(
  work: () => Promise<T>,
  observe: (seconds: number, outcome: 'ok' | 'error') => void,
): Promise<T> {
  const started = performance.now()
  let outcome: 'ok' | 'error' = 'error'
  try {
    const result = await work()
    outcome = 'ok'
    return result
  } finally {
    observe((performance.now() - started) / 1000, outcome)
  }
}
