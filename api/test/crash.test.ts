// Acknowledged orders survive kill -9 of the service and of a durable PostgreSQL.
import assert from 'node:assert/strict'
import { chmodSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { createClient } from '@reelay/client'
import pg from 'pg'
import * as assets from '../src/assets/contract.ts'
import * as projects from '../src/projects/contract.ts'
import * as sessions from '../src/sessions/contract.ts'
import * as studios from '../src/studios/contract.ts'
import { ADMIN, readPostmasterPid, startService, type TestService } from './service.ts'
import { requestWithAgent, tokenAuthorization, type AgentConnection } from './agent-request.ts'

const ORDERS = 200
const CONNECTIONS = 8
/** The number of responses after which the process is killed. */
const KILL_AFTER = 50

test('keeps every acknowledged order once after two kills', { timeout: 120_000 }, async (t) => {
  const { start, service, dataDir } = await startInstallation(t)
  const { asset, authorization } = await createAsset(service())
  /** The acknowledged id of each key. */
  const acknowledged = new Map<string, string | undefined>(
    Array.from({ length: ORDERS }, (_none, index) => [`order-${index}`, undefined]),
  )
  const missing = () => [...acknowledged].filter(([, id]) => id === undefined).map(([key]) => key)

  const placeOrders = async (keys: string[], kill: () => void) => {
    const connection: AgentConnection = {
      port: service().port,
      agent: new Agent({ keepAlive: true, maxSockets: CONNECTIONS }),
      authorization,
    }
    let responses = 0
    await Promise.all(
      keys.map(async (key) => {
        const id = await placeOrder(connection, asset, key)
        if (id === undefined) return
        assert.ok(
          [undefined, id].includes(acknowledged.get(key)),
          `${key} was acknowledged as ${acknowledged.get(key)} and as ${id}`,
        )
        acknowledged.set(key, id)
        responses++
        if (responses === KILL_AFTER) kill()
      }),
    )
    connection.agent.destroy()
  }

  await placeOrders(missing(), () => service().signal('SIGKILL'))
  assert.equal(await service().ended, 'SIGKILL')
  assert.ok(missing().length > 0 && missing().length < ORDERS, 'the service was killed in between')
  await start()

  const before = missing().length
  const postmaster = await readPostmasterPid(dataDir)
  await placeOrders(missing(), () => {
    process.kill(postmaster, 'SIGKILL')
    service().signal('SIGKILL')
  })
  assert.equal(await service().ended, 'SIGKILL')
  assert.ok(missing().length > 0 && missing().length < before, 'both were killed in between')
  await start()
  assert.notEqual(await readPostmasterPid(dataDir), postmaster)

  const sample = [...acknowledged.keys()].filter(
    (key, index) => acknowledged.get(key) !== undefined && index % 3 === 0,
  )
  while (missing().length) await placeOrders([...missing(), ...sample], () => {})

  const { rows } = await query<{ id: string; key: string; entries: string; parts: string[] }>(
    dataDir,
    `
    select
      w.id,
      w.instructions as key,
      (select count(*) from work_request_history h where h.work_request_id = w.id) as entries,
      array(select part from translation tr where tr.work_request_id = w.id order by part) as parts
    from work_request w`,
  )
  assert.equal(rows.length, ORDERS)
  assert.deepEqual(new Map(rows.map(({ key, id }) => [key, id])), acknowledged)
  for (const { key, entries, parts } of rows)
    assert.deepEqual([Number(entries), parts], [1, ['dialogue', 'graphics']], key)
})

/** Returns the id if the order was acknowledged, and undefined if it may be retried. */
async function placeOrder(
  connection: AgentConnection,
  asset: string,
  key: string,
): Promise<string | undefined> {
  const response = await requestWithAgent(connection, 'POST', '/workrequests', {
    body: { asset, instructions: key, language: 'deu' },
    headers: { 'idempotency-key': key },
  }).catch(() => undefined)
  if (response?.status === 409 || response?.status === 503) await sleep(50)
  else if (response) assert.equal(response.status, 200, JSON.stringify(response.body))
  return response?.status === 200 ? String(response.body._id) : undefined
}

async function startInstallation(t: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'reelay-crash-'))
  chmodSync(dataDir, 0o755)
  let service: TestService | undefined
  const start = async () => {
    service = await startService({ DATA_DIR: dataDir })
  }
  t.after(async () => {
    service?.signal('SIGTERM')
    await service?.ended
    // PostgreSQL ends with the service, unless the test failed between two starts.
    await readPostmasterPid(dataDir)
      .then((pid) => process.kill(pid, 'SIGKILL'))
      .catch(() => {})
    await rm(dataDir, { recursive: true, force: true })
  })
  await start()
  return { dataDir, start, service: () => service! }
}

async function createAsset({
  address,
}: TestService): Promise<{ asset: string; authorization: string }> {
  const baseUrl = `${address}/api`
  const session = (await createClient({ baseUrl, credential: ADMIN }).call(
    sessions.openSession,
  )) as sessions.Session
  const { call } = createClient({ baseUrl, credential: session, retry: false })
  const studio = await call(studios.createStudio, { body: { name: 'Studio', slug: 'studio' } })
  const project = await call(projects.createProject, {
    body: { name: 'Project', slug: 'project', studio: studio._id },
  })
  const asset = await call(assets.createAsset, {
    body: { name: 'Trailer', project: project._id, type: 'trailer' },
  })
  return { asset: asset._id, authorization: tokenAuthorization(session) }
}

async function query<Row extends pg.QueryResultRow>(
  dataDir: string,
  statement: string,
): Promise<pg.QueryResult<Row>> {
  const password = await readFile(join(dataDir, 'postgres.secret'), 'utf8')
  const port = Number(
    (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3],
  )
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'reelay',
    password: password.trim(),
    database: 'postgres',
  })
  await client.connect()
  try {
    return await client.query<Row>(statement)
  } finally {
    await client.end()
  }
}
