// Writers that order versions under idempotency keys, and a ledger of what was acknowledged to them.
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@reelay/client'
import pg from 'pg'
import * as assets from '../../api/src/assets/contract.ts'
import * as projects from '../../api/src/projects/contract.ts'
import * as sessions from '../../api/src/sessions/contract.ts'
import * as studios from '../../api/src/studios/contract.ts'
import * as territories from '../../api/src/territories/contract.ts'
import { requestWithAgent, tokenAuthorization } from '../../api/test/agent-request.ts'
import { ADMIN } from '../../api/test/service.ts'
import { GERMANY } from '../../api/test/territories.ts'

export type OrderTarget = { studio: string; asset: string; authorization: string }
/** The acknowledged id of each key. */
export type Ledger = Map<string, string>
export type Writers = {
  ledger: Ledger
  /** Stops new orders, and waits until those on their way are acknowledged. */
  finish: () => Promise<void>
  /** Stops at once. The service may have lost even the session of the writers. */
  abandon: () => void
}

/** A studio with an asset, and somebody who may order versions of it. */
export async function createOrderTarget(address: string): Promise<OrderTarget> {
  const baseUrl = `${address}/api`
  const session = (await createClient({ baseUrl, credential: ADMIN }).call(
    sessions.openSession,
  )) as sessions.Session
  const { call } = createClient({ baseUrl, credential: session })
  const studio = await call(studios.createStudio, { body: { name: 'Proof', slug: 'proof' } })
  await call(territories.createTerritory, { body: GERMANY })
  const project = await call(projects.createProject, {
    body: { name: 'Proof', slug: 'proof', studio: studio._id },
  })
  const asset = await call(assets.createAsset, {
    body: { name: 'Trailer', project: project._id, type: 'trailer' },
  })
  return { studio: studio._id, asset: asset._id, authorization: tokenAuthorization(session) }
}

/** Each writer repeats its order under the same key until it is acknowledged. */
export function startWriters(port: number, target: OrderTarget, clients: number): Writers {
  const ledger: Ledger = new Map()
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  let isStopping = false
  let isAbandoned = false
  const write = async (client: number) => {
    for (let number = 0; !isStopping; number++) {
      const key = `proof-${client}-${number}`
      let id: string | undefined
      while ((id = await order({ port, agent }, target, key)) === undefined) {
        if (isAbandoned) return
        await sleep(100)
      }
      ledger.set(key, id)
    }
  }
  const running = Promise.all(Array.from({ length: clients }, (_none, client) => write(client)))
  return {
    ledger,
    async finish() {
      isStopping = true
      await running
      agent.destroy()
    },
    abandon() {
      isStopping = true
      isAbandoned = true
      running.catch(() => {})
      agent.destroy()
    },
  }
}

/** The same in every attempt, because a key stands for one body. */
const DUE = Math.floor(Date.now() / 1000) + 14 * 86_400

export const newOrder = (asset: string, key: string) => ({
  asset,
  instructions: key,
  territory: 'DE',
  language: 'deu',
  dng: { dialogue: ['Subtitled'], graphics: ['Dedicated'], narration: ['OV'] },
  uses: { items: ['Online'], details: { Online: [{ value: '1080p', ship: false }] } },
  due: { date: DUE, tz: 'Europe/Berlin' },
  status: 'submitted',
})

/** The id, or undefined if the order was not acknowledged and is safe to repeat. */
async function order(
  connection: { port: number; agent: Agent },
  { asset, authorization }: OrderTarget,
  key: string,
): Promise<string | undefined> {
  const response = await requestWithAgent(
    { ...connection, authorization },
    'POST',
    '/workrequests',
    {
      body: newOrder(asset, key),
      headers: { 'idempotency-key': key },
    },
  ).catch(() => undefined)
  if (response && response.status >= 400 && response.status < 500 && response.status !== 409)
    throw new Error(`An order was refused: ${JSON.stringify(response.body)}`)
  return response?.status === 200 ? String(response.body._id) : undefined
}

type StoredOrder = { id: string; key: string; events: number; audited: number }
/** Each order has one event and one audit entry of its submission. */
const STORED_ORDERS = `
  select id, instructions as key,
    (select count(*)::int from event where work_request_id = w.id and type = 'wsu') as events,
    (select count(*)::int from audit where about_id = w.id and act = 'POST /workrequests')
      as audited
  from work_request w where instructions like 'proof-%'`

export type LedgerFindings = { lost: number; duplicated: number; stuck: number }

/** Compares the database with the ledger. */
export async function compareLedger(url: string, ledger: Ledger): Promise<LedgerFindings> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const stuck = await countStuck(client)
    const { rows } = await client.query<StoredOrder>(STORED_ORDERS)
    const orders = new Map(rows.map((row) => [row.key, row]))
    const isLost = ([key, id]: [string, string]) => {
      const found = orders.get(key)
      return found?.id !== id || found.events === 0 || found.audited === 0
    }
    const repeated = rows.filter(({ events, audited }) => events > 1 || audited > 1)
    return {
      lost: [...ledger].filter(isLost).length,
      duplicated: rows.length - orders.size + repeated.length,
      stuck,
    }
  } finally {
    await client.end()
  }
}

const SECONDS_TO_CATCH_UP = 60

/** Jobs and events that are still not processed some time after the last fault. */
async function countStuck(client: pg.Client): Promise<number> {
  for (let second = 0; ; second++) {
    const { rows } = await client.query<{ waiting: number; dead: number }>(
      `select
        (select count(*)::int from job where dead_at is null and run_at < now() - interval '5 seconds')
          + (select count(*)::int from event where not processed) as waiting,
        (select count(*)::int from job where dead_at is not null) as dead`,
    )
    const { waiting, dead } = rows[0]!
    if (waiting === 0 || second >= SECONDS_TO_CATCH_UP) return waiting + dead
    await sleep(1_000)
  }
}
