// A deployment sends SIGTERM to a service at work. Nobody who had asked may be left without an
// answer.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import pg from 'pg'
import { databaseOn, onCluster } from './cluster.ts'
import type { TestIdentity } from './test-app.ts'
import { openEventStream } from './event-stream.ts'
import { startService, type TestService } from './service.ts'
import { requestWithAgent, tokenAuthorization, type AgentConnection } from './agent-request.ts'
import { FIXTURES_TEMPLATE } from './fixtures.ts'

const CLIENTS = 40
const WORK_MS = 600
/** Longer than the grace in which idle connections are still served. */
const SLOW_MS = 2_500

test(
  'SIGTERM under load: every request that was sent is answered, and the service ends well',
  { timeout: 60_000 },
  async (t) => {
    const { service, url, asset, authorization, admin } = await serviceOnWorld(t)
    const ear = await openEventStream(service.port, admin)
    let stopping = false
    const clients = Array.from({ length: CLIENTS }, (_none, index) =>
      keepAsking(
        { port: service.port, agent: new Agent({ keepAlive: true, maxSockets: 1 }), authorization },
        asset,
        index,
        () => stopping,
      ),
    )
    const slow = orderSlowly(service, authorization, asset)
    await sleep(WORK_MS)
    stopping = true
    service.signal('SIGTERM')
    await ear.ended

    const outcomes = await Promise.all(clients)
    assert.deepEqual(
      outcomes.flatMap(({ failures }) => failures),
      [],
    )
    assert.ok(
      outcomes.every(({ last }) => last === 'close'),
      'each was told on its last answer that the connection ends',
    )
    assert.equal(await slow, 200, 'a body that was half sent may still be sent to its end')
    assert.equal(await service.ended, 0)

    const acknowledged = outcomes.flatMap(({ made }) => made)
    assert.ok(acknowledged.length > 0)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query('select id from work_request where id = any ($1)', [
      acknowledged,
    ])
    await client.end()
    assert.equal(rows.length, acknowledged.length)
  },
)

type Outcome = { made: string[]; failures: string[]; last: string | undefined }

/**
 * Reads and orders in turn over one connection until it is closed, as a pool behind a balancer
 * does.
 */
async function keepAsking(
  wire: AgentConnection,
  asset: string,
  index: number,
  stopping: () => boolean,
): Promise<Outcome> {
  const outcome: Outcome = { made: [], failures: [], last: undefined }
  for (let turn = index; outcome.last !== 'close' && outcome.failures.length === 0; turn++) {
    try {
      const answer = await (turn % 2
        ? requestWithAgent(wire, 'POST', '/workrequests', { body: { asset, language: 'deu' } })
        : requestWithAgent(wire, 'GET', `/assets/${asset}`))
      if (answer.status !== 200)
        outcome.failures.push(`${answer.status} ${JSON.stringify(answer.body)}`)
      if (turn % 2) outcome.made.push(String(answer.body._id))
      outcome.last = answer.headers.connection
      if (outcome.last === 'close' && !stopping()) outcome.failures.push('closed before the end')
    } catch (error) {
      outcome.failures.push(String(error))
    }
  }
  wire.agent.destroy()
  return outcome
}

/** Half of an order before the signal, the other half long after it. */
async function orderSlowly(
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
  const answered = new Promise<number>((resolve, reject) =>
    sending
      .on('error', reject)
      .on('response', (response) => (response.resume(), resolve(response.statusCode!))),
  )
  sending.write(text.slice(0, 10))
  await sleep(WORK_MS + SLOW_MS)
  sending.end(text.slice(10))
  return answered
}

async function serviceOnWorld(t: TestContext) {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onCluster(
    process.env.TEST_CLUSTER!,
    `create database ${name} template ${FIXTURES_TEMPLATE}`,
  )
  const url = databaseOn(process.env.TEST_CLUSTER!, name)
  const dataDir = await mkdtemp(join(tmpdir(), 'reelay-drain-'))
  const service = await startService({ DATABASE_URL: url, DATA_DIR: dataDir })
  t.after(async () => {
    service.signal('SIGKILL')
    await service.ended
    await rm(dataDir, { recursive: true, force: true })
    await onCluster(process.env.TEST_CLUSTER!, `drop database ${name} with (force)`)
  })
  const plan = JSON.parse(process.env.TEST_FIXTURES!) as {
    admin: TestIdentity
    a: { asset: { _id: string } }
  }
  return {
    service,
    url,
    asset: plan.a.asset._id,
    authorization: tokenAuthorization(plan.admin),
    admin: plan.admin,
  }
}
