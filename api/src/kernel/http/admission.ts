// Decides which requests run when the service is busy. Each kind of load has its own slots and its
// own short queue, so a crowd of one kind cannot starve the others. A request that would have to wait
// too long gets 503 with Retry-After at once. See docs/decisions/0044.
import type { Config } from '../../config/config.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  createFairGate,
  type FairGate,
  type GateLimits,
  type RefusalReason,
} from '../compute/fair-gate.ts'
import { separateShare } from '../db/service-database.ts'
import { requestsRefused } from '../telemetry/metrics.ts'
import { LOADS, loadOf, type Endpoint, type Load } from './contract/endpoint.ts'
import { busy } from './contract/problem.ts'

export type LoadLimits = Record<Load, GateLimits>
export type Admission = {
  /** Runs `work`, usually the authentication, in a slot of this load. */
  during: (load: Load, exchange: Exchange, work: () => Promise<void>) => Promise<void>
  /** Takes a slot until the response is sent, or the client disconnects. */
  admit: (load: Load, exchange: Exchange) => Promise<void>
  /** Throws while the uploads in progress keep their connections busy. */
  refuseNewUploads: () => void
  states: () => { load: Load; running: number; waiting: number }[]
}
type Exchange = { request: FastifyRequest; reply: FastifyReply }

/**
 * A few requests for each connection keep the database busy; with more, each only waits longer, and
 * so do the others, because every turn of the event loop takes longer.
 */
export const loadLimits = ({ poolSize, s3 }: Pick<Config, 'poolSize' | 's3'>): LoadLimits => ({
  // Passwords wait in their own queue (auth/password.ts), which has room for 32.
  'sign-in': { concurrency: 96, maxWaiting: 96, maxWaitMs: 2_000 },
  save: { concurrency: 2 * poolSize, maxWaiting: 256, maxWaitMs: 2_000 },
  read: { concurrency: 8 * poolSize, maxWaiting: 256, maxWaitMs: 1_000 },
  heavy: { concurrency: separateShare(poolSize), maxWaiting: 8, maxWaitMs: 3_000 },
  // Their bodies are held in memory.
  import: { concurrency: 4, maxWaiting: 32, maxWaitMs: 5_000 },
  register: { concurrency: separateShare(poolSize), maxWaiting: 64, maxWaitMs: 1_000 },
  // For S3, each holds up to three parts of 8 MiB in memory.
  upload: { concurrency: s3 ? 32 : 1_000, maxWaiting: 0 },
  download: { concurrency: 1_000, maxWaiting: 0 },
  // They do nothing most of the time.
  wait: { concurrency: 500, maxWaiting: 0 },
})

const RETRY_AFTER_SECONDS: Record<Load, number> = {
  'sign-in': 2,
  save: 1,
  read: 1,
  heavy: 3,
  import: 5,
  register: 3,
  upload: 5,
  download: 5,
  wait: 3,
}

const REFUSALS: Record<Load, string> = {
  'sign-in': 'Too many people are signing in right now. Try again in a moment.',
  save: 'The service is busy, so nothing was changed. Try again in a moment.',
  read: 'The service is busy. Try again in a moment.',
  heavy: 'Too many reports, searches and exports are running right now. Try again in a moment.',
  import: 'Too many files are being imported right now. Try again soon.',
  register: 'Too many uploads are running right now. Try again soon.',
  upload: 'Too many uploads are running right now. Try again soon.',
  download: 'Too many downloads are running right now. Try again soon.',
  wait: 'Too many guests follow review sessions right now. Try again in a moment.',
}

/** So many uploads may wait for a connection before new ones are refused. */
export const MAX_WAITING_UPLOADS = 16

/** `countWaitingUploads`: how many wait for a connection. */
export function createAdmission(limits: LoadLimits, countWaitingUploads: () => number): Admission {
  const gates = Object.fromEntries(
    LOADS.map((load) => [load, createGate(load, limits[load])]),
  ) as Record<Load, FairGate>
  const enter = (load: Load, exchange: Exchange) =>
    gates[load].enter(clientOf(exchange.request), () => disconnectedOf(exchange))
  return {
    async during(load, exchange, work) {
      const leave = await enter(load, exchange)
      try {
        await work()
      } finally {
        leave()
      }
    },
    async admit(load, exchange) {
      const leave = await enter(load, exchange)
      exchange.request.leave = leave
      exchange.request.load = load
      const { raw } = exchange.reply
      raw.once('close', leave).once('finish', leave)
      if (raw.destroyed) leave()
    },
    refuseNewUploads() {
      if (countWaitingUploads() >= MAX_WAITING_UPLOADS) throw refusalOf('register', 'full')
    },
    states: () => LOADS.map((load) => ({ load, ...gates[load].state() })),
  }
}

const createGate = (load: Load, limits: GateLimits) =>
  createFairGate({ ...limits, rejection: (reason) => refusalOf(load, reason) })

function refusalOf(load: Load, reason: RefusalReason) {
  requestsRefused.inc({ load, reason })
  return busy(REFUSALS[load], RETRY_AFTER_SECONDS[load])
}

/** People take turns. Before the caller is known, credentials do. */
const clientOf = ({ person, headers, ip }: FastifyRequest) =>
  person?._id ?? headers.authorization ?? ip

/** Aborted when the client disconnects before it has the whole response. */
export function disconnectedOf({ request, reply: { raw } }: Exchange): AbortSignal {
  if (request.disconnected) return request.disconnected
  const disconnected = new AbortController()
  const abort = () => disconnected.abort(busy('The client has disconnected.', 1))
  if (raw.destroyed) abort()
  raw.once('close', () => {
    if (!raw.writableFinished) abort()
  })
  request.disconnected = disconnected.signal
  return disconnected.signal
}

/** For the options of a route. */
export function admissionHooks(
  app: { admission: Admission },
  endpoint: Endpoint,
  authenticate: (request: FastifyRequest) => Promise<void>,
) {
  const isRead = endpoint.method === 'GET' || endpoint.method === 'HEAD'
  // A slow body must not hold a slot, unless it is large.
  const awaitsBody = endpoint.body !== undefined && !endpoint.bytes && !endpoint.largeBody
  return {
    async onRequest(request: FastifyRequest, reply: FastifyReply) {
      const exchange = { request, reply }
      const load = loadOf(endpoint, request.query)
      const isUpload = load === 'register' || load === 'upload'
      // Before the body is read.
      if (isUpload && endpoint.method === 'POST') app.admission.refuseNewUploads()
      const beforeAuth =
        load === 'sign-in' ? load : isUpload ? 'register' : isRead ? 'read' : 'save'
      if (load === beforeAuth && !awaitsBody) {
        await app.admission.admit(load, exchange)
        return authenticate(request)
      }
      if (endpoint.access !== 'anyone')
        await app.admission.during(beforeAuth, exchange, () => authenticate(request))
      if (load && !awaitsBody) await app.admission.admit(load, exchange)
    },
    ...(awaitsBody && {
      preHandler: (request: FastifyRequest, reply: FastifyReply) =>
        app.admission.admit(loadOf(endpoint, request.query)!, { request, reply }),
    }),
    /** A slow reader of a complete response does not hold a slot. */
    onSend(request: FastifyRequest, _reply: FastifyReply, payload: unknown, done: () => void) {
      if (!(payload instanceof Object) || Buffer.isBuffer(payload)) request.leave?.()
      done()
    },
  }
}
