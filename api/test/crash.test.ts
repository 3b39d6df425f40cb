// The promise of an acknowledged order, tried on the real service with a real, durable PostgreSQL
// and kill -9.
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
/** How many answers are waited for before the blow falls, of those that are still due. */
const BLOW_AFTER = 50

test(
  'orders killed in the middle of 200: what was acknowledged is there, and nothing is there twice',
  { timeout: 120_000 },
  async (t) => {
    const { start, service, dataDir } = await installation(t)
    const { asset, authorization } = await furnish(service())
    /** For each key the id that was acknowledged, once there was one. */
    const ledger = new Map<string, string | undefined>(
      Array.from({ length: ORDERS }, (_none, index) => [`order-${index}`, undefined]),
    )
    const due = () => [...ledger].filter(([, id]) => id === undefined).map(([key]) => key)

    const place = async (keys: string[], blow: () => void) => {
      const wire: AgentConnection = {
        port: service().port,
        agent: new Agent({ keepAlive: true, maxSockets: CONNECTIONS }),
        authorization,
      }
      let answers = 0
      await Promise.all(
        keys.map(async (key) => {
          const id = await order(wire, asset, key)
          if (id === undefined) return
          assert.ok(
            [undefined, id].includes(ledger.get(key)),
            `${key} was acknowledged as ${ledger.get(key)} and as ${id}`,
          )
          ledger.set(key, id)
          if (++answers === BLOW_AFTER) blow()
        }),
      )
      wire.agent.destroy()
    }

    await place(due(), () => service().signal('SIGKILL'))
    assert.equal(await service().ended, 'SIGKILL')
    assert.ok(due().length > 0 && due().length < ORDERS, 'the service died in the middle')
    await start()

    const left = due().length
    const postmaster = await readPostmasterPid(dataDir)
    await place(due(), () => (process.kill(postmaster, 'SIGKILL'), service().signal('SIGKILL')))
    assert.equal(await service().ended, 'SIGKILL')
    assert.ok(due().length > 0 && due().length < left, 'both died in the middle')
    await start()
    assert.notEqual(await readPostmasterPid(dataDir), postmaster)

    const sample = [...ledger.keys()].filter(
      (key, index) => ledger.get(key) !== undefined && index % 3 === 0,
    )
    while (due().length) await place([...due(), ...sample], () => {})

    const { rows } = await query<{ id: string; key: string; entries: string; parts: string[] }>(
      dataDir,
      `
    select w.id, w.instructions as key, (select count(*) from work_request_history h where h.work_request_id = w.id) as entries,
      array(select part from translation tr where tr.work_request_id = w.id order by part) as parts
    from work_request w`,
    )
    assert.equal(rows.length, ORDERS)
    assert.deepEqual(new Map(rows.map(({ key, id }) => [key, id])), ledger)
    for (const { key, entries, parts } of rows)
      assert.deepEqual([Number(entries), parts], [1, ['dialogue', 'graphics']], key)
  },
)

/**
 * The id, if the order was acknowledged. Without an answer, or with one that says so, it may be
 * asked again.
 */
async function order(
  wire: AgentConnection,
  asset: string,
  key: string,
): Promise<string | undefined> {
  const answer = await requestWithAgent(wire, 'POST', '/workrequests', {
    body: { asset, instructions: key, language: 'deu' },
    headers: { 'idempotency-key': key },
  }).catch(() => undefined)
  if (answer?.status === 409 || answer?.status === 503) await sleep(50)
  else if (answer) assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer?.status === 200 ? String(answer.body._id) : undefined
}

async function installation(t: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'reelay-crash-'))
  chmodSync(dataDir, 0o755)
  let service: TestService | undefined
  const start = async () => void (service = await startService({ DATA_DIR: dataDir }))
  t.after(async () => {
    service?.signal('SIGTERM')
    await service?.ended
    // Gone with the service, unless the test failed between two starts.
    await readPostmasterPid(dataDir)
      .then((pid) => process.kill(pid, 'SIGKILL'))
      .catch(() => {})
    await rm(dataDir, { recursive: true, force: true })
  })
  await start()
  return { dataDir, start, service: () => service! }
}

async function furnish({
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
