// Sends fuzzed requests to a running service and watches its replies, its memory and its event loop.
import { setTimeout as sleep } from 'node:timers/promises'
import { basicAuth, tokenAuth } from '../../api/test/raw-http.ts'
import { countUp } from '../tools/load.ts'
import { createRandom, type Random } from '../tools/random.ts'
import { parse, send, type Reply } from '../tools/send.ts'
import { buildRequest, operationsOf, type FuzzRequest, type Operation } from './requests.ts'
import { connectionOf, readMetrics, type FuzzIdentity } from './send.ts'

export type FuzzReport = {
  requests: number
  statuses: Map<string, number>
  /** Replies of 5xx, and connections that ended without a reply. */
  failures: string[]
  slowest: { milliseconds: number; operation: string }
  /** Delays of the event loop. On a busy computer even an idle service has some. */
  longestDelayMs: number
  idleDelayMs: number
  memoryGrowthMb: number
}

const CONCURRENCY = 4
const IDLE_MS = 3_000
const REQUESTS_PER_SCRAPE = 100
/** An upload by a protocol extension that the service does not have. */
const EXPECTED_CODES = ['upload.unsupported']

export async function fuzz(
  { port, people: given }: { port: number; people: readonly FuzzIdentity[] },
  { seed, rounds }: { seed: number; rounds: number },
): Promise<FuzzReport> {
  const random = createRandom(seed)
  const operations = operationsOf(parse(await send({ port }, '/openapi.json')))
  const [people, ids] = [given.map((person) => ({ ...person })), createIdPool()]
  for (const { path } of operations.filter(isPlainList))
    for (const person of people)
      ids.collect(path, await send(connectionOf(port, person), `/api${path}`))
  const report = createReport()
  const watch = await createMonitor(port, report)
  for (let round = 0; round < rounds; round++) {
    const requests = operations.map((operation) => buildRequest(random, operation, ids.under))
    for (let at = 0; at < requests.length; at += REQUESTS_PER_SCRAPE) {
      const batch = requests
        .slice(at, at + REQUESTS_PER_SCRAPE)
        .map((request) => withCredential(random, request, people))
        .values()
      const work = async () => {
        for (const request of batch) {
          const reply = await send({ port }, request.path, request)
          record(report, request, reply)
          ids.collect(request.path, reply)
        }
      }
      await Promise.all(Array.from({ length: CONCURRENCY }, work))
      await watch()
      await renewTokens(port, people)
    }
  }
  return report
}

/** Some requests end sessions. Somebody who was suspended stays signed out. */
async function renewTokens(port: number, people: FuzzIdentity[]) {
  for (const person of people) {
    const { status } = await send(connectionOf(port, person), '/api/session')
    if (status !== 401) continue
    const headers = basicAuth(person.email, person.password)
    const reply = await send({ port }, '/api/session', { headers })
    if (reply.status === 200) person.token = parse<FuzzIdentity>(reply).token ?? person.token
  }
}

const isPlainList = ({ method, path, parameters }: Operation) =>
  method === 'GET' && !path.includes('{') && parameters.some(({ name }) => name === 'X-Range')

function withCredential(
  random: Random,
  request: FuzzRequest,
  people: readonly FuzzIdentity[],
): FuzzRequest {
  const credential = random.chance(0.9) && tokenAuth(random.pick(people))
  // Each caller comes from a network of its own, because attempts are limited by network.
  const address = `10.${random.integerBelow(256)}.${random.integerBelow(256)}.${random.integerBelow(256)}`
  const headers = { 'x-forwarded-for': address, ...credential, ...request.headers }
  return { ...request, headers }
}

/** The ids that replies contain, by the first part of the path. */
function createIdPool() {
  const pool = new Map<string, Set<string>>()
  const segmentOf = (path: string) => path.replace(/^\/api/, '').split(/[/?]/)[1]!
  return {
    under: (path: string) => [...(pool.get(segmentOf(path)) ?? [])],
    collect(path: string, { bytes, status }: Reply) {
      if (status !== 200) return
      const found = pool.get(segmentOf(path)) ?? new Set()
      pool.set(segmentOf(path), found)
      for (const [, id] of bytes.toString().matchAll(/"_id":"([0-9a-f]{24})"/g))
        if (found.size < 200) found.add(id!)
    },
  }
}

const createReport = (): FuzzReport => ({
  requests: 0,
  statuses: new Map(),
  failures: [],
  slowest: { milliseconds: 0, operation: '' },
  longestDelayMs: 0,
  idleDelayMs: 0,
  memoryGrowthMb: 0,
})

function record(
  report: FuzzReport,
  { method, path, operation, body }: FuzzRequest,
  { status, milliseconds, bytes, error }: Reply,
) {
  const text = error ?? bytes.toString('utf8', 0, 1_000)
  report.requests++
  countUp(report.statuses, String(status))
  if (milliseconds > report.slowest.milliseconds) report.slowest = { milliseconds, operation }
  const isExpected = EXPECTED_CODES.some((code) => text.includes(`"${code}"`))
  if ((status >= 500 || status === 0) && !isExpected)
    report.failures.push(
      `${status} ${method} ${path.slice(0, 300)} ${text.slice(0, 300)} sent: ${body?.toString().slice(0, 300) ?? ''}`,
    )
}

async function createMonitor(port: number, report: FuzzReport): Promise<() => Promise<void>> {
  const first = await readMetrics(port)
  await sleep(IDLE_MS)
  report.idleDelayMs = (await readMetrics(port)).delayMs
  return async () => {
    const { memoryMb, delayMs } = await readMetrics(port)
    report.memoryGrowthMb = Math.max(report.memoryGrowthMb, Math.round(memoryMb - first.memoryMb))
    report.longestDelayMs = Math.max(report.longestDelayMs, delayMs)
  }
}
