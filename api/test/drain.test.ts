// A deployment sends SIGTERM to a service under load. Every request must get a response.
import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { openEventStream } from './event-stream.ts'
import { startWithFixtures } from './service-fixtures.ts'
import type { TestService } from './service.ts'
import { requestWithAgent, tokenAuthorization, type AgentConnection } from './agent-request.ts'

const CLIENTS = 40
const WORK_MS = 600
/** Longer than the grace period for idle connections. */
const SLOW_MS = 2_500

test('answers every request after SIGTERM and exits with 0', { timeout: 60_000 }, async (t) => {
  const { service, admin, a, query, stop } = await startWithFixtures()
  t.after(stop)
  const asset = a.asset._id
  const authorization = tokenAuthorization(admin)
  const stream = await openEventStream(service.port, admin)
  let stopping = false
  const clients = Array.from({ length: CLIENTS }, (_none, index) =>
    keepRequesting(
      { port: service.port, agent: new Agent({ keepAlive: true, maxSockets: 1 }), authorization },
      asset,
      index,
      () => stopping,
    ),
  )
  const slow = sendSlowOrder(service, authorization, asset)
  await sleep(WORK_MS)
  stopping = true
  service.signal('SIGTERM')
  await stream.ended

  const outcomes = await Promise.all(clients)
  assert.deepEqual(
    outcomes.flatMap(({ failures }) => failures),
    [],
  )
  assert.ok(
    outcomes.every(({ last }) => last === 'close'),
    'every client gets Connection: close with its last response',
  )
  assert.equal(await slow, 200, 'a half-sent body may still be completed')
  assert.equal(await service.ended, 0)

  const acknowledged = outcomes.flatMap(({ created }) => created)
  assert.ok(acknowledged.length > 0)
  const rows = await query('select from work_request where id = any ($1)', [acknowledged])
  assert.equal(rows.length, acknowledged.length)
})

type Outcome = { created: string[]; failures: string[]; last: string | undefined }

/** Alternates reads and orders over one connection until it is closed, as a load balancer does. */
async function keepRequesting(
  connection: AgentConnection,
  asset: string,
  index: number,
  stopping: () => boolean,
): Promise<Outcome> {
  const outcome: Outcome = { created: [], failures: [], last: undefined }
  for (let turn = index; outcome.last !== 'close' && outcome.failures.length === 0; turn++) {
    try {
      const response = await (turn % 2
        ? requestWithAgent(connection, 'POST', '/workrequests', {
            body: { asset, language: 'deu' },
          })
        : requestWithAgent(connection, 'GET', `/assets/${asset}`))
      if (response.status !== 200)
        outcome.failures.push(`${response.status} ${JSON.stringify(response.body)}`)
      if (turn % 2) outcome.created.push(String(response.body._id))
      outcome.last = response.headers.connection
      if (outcome.last === 'close' && !stopping()) outcome.failures.push('closed before the signal')
    } catch (error) {
      outcome.failures.push(String(error))
    }
  }
  connection.agent.destroy()
  return outcome
}

/** Sends half of an order before the signal and the rest long after it. */
async function sendSlowOrder(
  { port }: TestService,
  authorization: string,
  asset: string,
): Promise<number> {
  const text = JSON.stringify({ asset, language: 'deu' })
  const sending = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/api/workrequests',
    headers: {
      authorization,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    },
  })
  const status = new Promise<number>((resolve, reject) =>
    sending.on('error', reject).on('response', (response) => {
      response.resume()
      resolve(response.statusCode!)
    }),
  )
  sending.write(text.slice(0, 10))
  await sleep(WORK_MS + SLOW_MS)
  sending.end(text.slice(10))
  return status
}
