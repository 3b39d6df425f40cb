// npm run bench -- --mixed: listeners, clients that read and order, and uploads, all at once. Prints
// the highest memory of the service, and how long the background jobs take to catch up.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { TestService } from '../../api/test/service.ts'
import type { BenchFixtures } from './fixtures.ts'
import { openListeners } from './live-updates.ts'
import { generateLoad, type LoadRequest } from './load-generator.ts'
import { memoryOf } from './process-usage.ts'
import { measureRate, startUpload } from './upload-speed.ts'

export type MixedFigures = {
  /** Megabytes of the service at the start, and the most while it was busy. */
  before: number
  peak: number
  requestsPerSecond: number
  /** Of all requests, those that a busy service refused with 503 and Retry-After. */
  refused: number
  refusedUploads: number
  slowest: number
  /** Seconds until no job was left after the load ended. */
  catchUp: number
}
type MixedContext = {
  databaseUrl: string
  service: TestService
  filled: BenchFixtures
  cases: LoadRequest[]
  log: (message: string) => void
}

const [LISTENERS, CLIENTS, UPLOADS] = [500, 200, 50]
const UPLOAD_BYTES = 64 * 1024 ** 2
const SECONDS = 30

export async function measureMixed(context: MixedContext): Promise<MixedFigures> {
  const { databaseUrl, service, filled, cases, log } = context
  const before = memoryOf(service.pid)
  log(`Opening ${LISTENERS} event streams`)
  const { close } = await openListeners({ databaseUrl, service, filled, listeners: LISTENERS })
  log(`${CLIENTS} clients and ${UPLOADS} uploads for ${SECONDS} s`)
  let peak = 0
  const sampling = setInterval(() => (peak = Math.max(peak, memoryOf(service.pid))), 250)
  try {
    const [loads, uploads] = await Promise.all([
      Promise.all(
        cases.map((request) =>
          generateLoad(request, Math.ceil(CLIENTS / cases.length), SECONDS * 1000, {
            mayBeRefused: true,
          }),
        ),
      ),
      Promise.all(Array.from({ length: UPLOADS }, () => upload(context))),
    ])
    const refused = loads.reduce((sum, load) => sum + load.refused, 0)
    const answered = loads.reduce((sum, { count }) => sum + count, 0)
    return {
      before,
      peak,
      requestsPerSecond: loads.reduce((sum, { count, seconds }) => sum + count / seconds, 0),
      refused: refused / (refused + answered),
      refusedUploads: uploads.reduce((sum, one) => sum + one, 0),
      slowest: Math.max(...loads.map(({ times }) => times.reduce((a, b) => Math.max(a, b), 0))),
      catchUp: await waitForJobs(databaseUrl),
    }
  } finally {
    clearInterval(sampling)
    close()
  }
}

const REFUSED = /responded with 503/
const RETRY_MS = 1_000

/** Starts again when a busy service refuses it. Returns how often. */
async function upload({ service, filled }: MixedContext): Promise<number> {
  for (let refused = 0; ; refused++) {
    const { target, path } = await startUpload(service, filled, UPLOAD_BYTES)
    const error = await measureRate(target, path, UPLOAD_BYTES).then(
      () => undefined,
      (reason: Error) => reason,
    )
    if (!error) return refused
    if (!REFUSED.test(error.message)) throw error
    await sleep(RETRY_MS)
  }
}

/** Seconds until every event has its notifications. */
async function waitForJobs(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const began = performance.now()
  for (;;) {
    const { rows } = await client.query<{ waiting: number }>(
      'select count(*)::int as waiting from event where not processed',
    )
    if (rows[0]!.waiting === 0) break
    await sleep(200)
  }
  await client.end()
  return (performance.now() - began) / 1000
}

export const formatMixed = ({
  before,
  peak,
  requestsPerSecond,
  refused,
  refusedUploads,
  slowest,
  catchUp,
}: MixedFigures) =>
  `${LISTENERS} listeners, ${CLIENTS} clients and ${UPLOADS} uploads: ${requestsPerSecond.toFixed(0)} requests/s, slowest ${slowest.toFixed(0)} ms; ${(refused * 100).toFixed(1)} % were refused with Retry-After, and uploads ${refusedUploads} times. Memory: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} at most (aim: less than 350). Notifications were complete ${catchUp.toFixed(1)} s after the load ended.`
