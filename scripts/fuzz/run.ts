// Sends fuzzed requests to a running service and watches its answers, its memory and its event loop.
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, type Random } from './random.ts'
import { buildRequest, operationsOf, type FuzzRequest, type Operation } from './requests.ts'
import {
  authorizationOf,
  basic,
  readMetrics,
  requestFor,
  send,
  type Answer,
  type FuzzIdentity,
} from './send.ts'

export type FuzzReport = {
  requests: number
  operations: number
  statuses: Record<string, number>
  /** Answers of 5xx, and connections that ended without an answer. */
  failures: string[]
  slowest: { ms: number; operation: string }
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
  const { bytes } = await send(port, requestFor('/openapi.json'))
  const operations = operationsOf(JSON.parse(bytes.toString()))
  const [people, ids] = [given.map((person) => ({ ...person })), createIdPool()]
  for (const { path } of operations.filter(isPlainList))
    for (const person of people) ids.collect(await send(port, requestFor(`/api${path}`, person)))
  const report = createReport(operations.length)
  const watch = await createMonitor(port, report)
  for (let round = 0; round < rounds; round++) {
    const requests = operations.map((operation) => buildRequest(random, operation, ids.under))
    for (let at = 0; at < requests.length; at += REQUESTS_PER_SCRAPE) {
      const answers = await sendAll(
        port,
        requests
          .slice(at, at + REQUESTS_PER_SCRAPE)
          .map((request) => withCredential(random, request, people)),
      )
      for (const answer of answers) {
        record(report, answer)
        ids.collect(answer)
      }
      await watch()
      await renewTokens(port, people)
    }
  }
  return report
}

/** Some requests end sessions. Somebody who was suspended stays signed out. */
async function renewTokens(port: number, people: FuzzIdentity[]) {
  for (const person of people) {
    const { status } = await send(port, requestFor('/api/session', person))
    if (status !== 401) continue
    const { email, password } = person
    const signedIn = await send(port, {
      ...requestFor('/api/session'),
      headers: { authorization: basic(`${email}:${password}`) },
    })
    if (signedIn.status === 200)
      person.token = JSON.parse(signedIn.bytes.toString()).token ?? person.token
  }
}

const isPlainList = ({ method, path, parameters }: Operation) =>
  method === 'GET' && !path.includes('{') && parameters.some(({ name }) => name === 'X-Range')

function withCredential(
  random: Random,
  request: FuzzRequest,
  people: readonly FuzzIdentity[],
): FuzzRequest {
  const authorization = random.happens(0.9) && authorizationOf(random.pick(people))
  // Each caller comes from a network of its own, because attempts are limited by network.
  const address = `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`
  return {
    ...request,
    headers: {
      'x-forwarded-for': address,
      ...(authorization && { authorization }),
      ...request.headers,
    },
  }
}

/** The ids that answers contain, by the first part of the path. */
function createIdPool() {
  const pool = new Map<string, Set<string>>()
  const segmentOf = (path: string) => path.replace(/^\/api/, '').split(/[/?]/)[1]!
  return {
    under: (path: string) => [...(pool.get(segmentOf(path)) ?? [])],
    collect({ bytes, status, request: { path } }: Answer) {
      if (status !== 200) return
      const found = pool.get(segmentOf(path)) ?? new Set()
      pool.set(segmentOf(path), found)
      for (const [, id] of bytes.toString().matchAll(/"_id":"([0-9a-f]{24})"/g))
        if (found.size < 200) found.add(id!)
    },
  }
}

const createReport = (operations: number): FuzzReport => ({
  requests: 0,
  operations,
  statuses: {},
  failures: [],
  slowest: { ms: 0, operation: '' },
  longestDelayMs: 0,
  idleDelayMs: 0,
  memoryGrowthMb: 0,
})

function record(report: FuzzReport, { status, ms, bytes, request }: Answer) {
  const text = bytes.toString('utf8', 0, 1_000)
  report.requests++
  report.statuses[status] = (report.statuses[status] ?? 0) + 1
  if (ms > report.slowest.ms) report.slowest = { ms, operation: request.operation }
  const isExpected = EXPECTED_CODES.some((code) => text.includes(`"${code}"`))
  if ((status >= 500 || status === 0) && !isExpected)
    report.failures.push(
      `${status} ${request.method} ${request.path.slice(0, 300)} ${text.slice(0, 300)} sent: ${request.body?.toString().slice(0, 300) ?? ''}`,
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

async function sendAll(port: number, requests: readonly FuzzRequest[]): Promise<Answer[]> {
  const waiting = [...requests]
  const answers: Answer[] = []
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      answers.push(await send(port, next))
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return answers
}
