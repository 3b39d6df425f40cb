// Clients that order, change, upload and read at the same time. Each repeats a request until it is
// acknowledged, and the ledger holds what was.
import { hash, randomBytes } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../fuzz/random.ts'
import { newOrder, type Ledger, type OrderTarget } from './orders.ts'
import { parse, send, type ProofResponse, type ProofConnection } from './send.ts'

export type WorkLedger = {
  /** The acknowledged id of each key. */
  orders: Ledger
  /** The last acknowledged name of each changed file, and how many changes were. */
  changes: Map<string, { name: string; acknowledged: number }>
  /** The SHA-256 of each uploaded file. */
  uploads: Map<string, string>
}
export type Workload = {
  ledger: WorkLedger
  count: () => number
  /** Responses that no client should get, with how often they came. */
  failures: Map<string, number>
  /** Responses that ask to try again. */
  retries: Map<string, number>
  /** The response that took longest. */
  slowest: () => { label: string; milliseconds: number }
  /** When a write was last acknowledged. */
  lastWrite: () => number
  /** Stops new requests, and waits until those on their way are acknowledged. */
  finish: () => Promise<void>
}
export type Clients = { orders: number; changes: number; uploads: number; reads: number }

const CLIENTS: Clients = { orders: 4, changes: 2, uploads: 2, reads: 2 }
const BETWEEN_ATTEMPTS_MS = 100
/**
 * Busy, full, in progress, a proxy without a node, and no response: the client repeats the request.
 * Anything else is an error of the service.
 */
const TRY_AGAIN: readonly number[] = [0, 409, 502, 503, 504, 507]

export function startWorkload(
  port: number,
  target: OrderTarget,
  { seed, clients = CLIENTS }: { seed: number; clients?: Clients },
): Workload {
  const ledger: WorkLedger = { orders: new Map(), changes: new Map(), uploads: new Map() }
  const total = clients.orders + clients.changes + clients.uploads + clients.reads
  const agent = new Agent({ keepAlive: true, maxSockets: total })
  const connection = { port, agent, authorization: target.authorization }
  const state = {
    count: 0,
    lastWrite: 0,
    isStopping: false,
    slowest: { label: '', milliseconds: 0 },
  }
  const [failures, retries] = [new Map<string, number>(), new Map<string, number>()]

  /** Undefined if the service refused it for good, which is a failure. */
  async function repeat(
    name: string,
    attempt: () => Promise<ProofResponse>,
    until = () => false,
  ): Promise<ProofResponse | undefined> {
    for (;;) {
      const started = performance.now()
      const answer = await attempt()
      state.count += 1
      const milliseconds = Math.round(performance.now() - started)
      const label = `${name} ${answer.status || `no response (${answer.error})`}`
      if (milliseconds > state.slowest.milliseconds) state.slowest = { label, milliseconds }
      if (answer.status === 200) return answer
      const isExpected = TRY_AGAIN.includes(answer.status)
      countUp(isExpected ? retries : failures, label)
      if ((!isExpected && answer.status < 500) || until()) return undefined
      await sleep(BETWEEN_ATTEMPTS_MS)
    }
  }
  const context: ClientContext = {
    connection,
    target,
    ledger,
    repeat,
    seed,
    failures,
    isStopping: () => state.isStopping,
    acknowledge: () => (state.lastWrite = performance.now()),
  }
  const running = Promise.all(
    Object.entries(clients).flatMap(([kind, many]) =>
      Array.from({ length: many }, (_none, client) => RUN[kind as keyof Clients](context, client)),
    ),
  )
  return {
    ledger,
    failures,
    retries,
    count: () => state.count,
    slowest: () => state.slowest,
    lastWrite: () => state.lastWrite,
    async finish() {
      state.isStopping = true
      await running
      agent.destroy()
    },
  }
}

type ClientContext = {
  connection: ProofConnection
  target: OrderTarget
  ledger: WorkLedger
  repeat: (
    name: string,
    attempt: () => Promise<ProofResponse>,
    until?: () => boolean,
  ) => Promise<ProofResponse | undefined>
  seed: number
  failures: Map<string, number>
  isStopping: () => boolean
  acknowledge: () => void
}

const RUN: Record<keyof Clients, (context: ClientContext, client: number) => Promise<void>> = {
  async orders({ connection, target, ledger, repeat, isStopping, acknowledge }, client) {
    for (let number = 0; !isStopping(); number++) {
      const key = `proof-${client}-${number}`
      const answer = await repeat('order', () =>
        send(connection, 'POST', '/workrequests', { body: newOrder(target.asset, key), key }),
      )
      if (!answer) continue
      ledger.orders.set(key, String(parse(answer)._id))
      acknowledge()
    }
  },

  async changes(context, client) {
    const { connection, ledger, repeat, isStopping, acknowledge } = context
    const id = await register(context, `changed-${client}`)
    if (!id) return
    for (let number = 1; !isStopping(); number++) {
      const name = `change-${String(number).padStart(8, '0')}`
      const answer = await repeat('change', () =>
        send(connection, 'PUT', `/files/${id}`, { body: { name } }),
      )
      if (!answer) continue
      ledger.changes.set(id, { name, acknowledged: number })
      acknowledge()
    }
  },

  async uploads(context, client) {
    const { connection, ledger, repeat, isStopping, acknowledge, seed } = context
    const random = createRandom(seed + client)
    for (let number = 0; !isStopping(); number++) {
      const id = await register(context, `upload-${client}-${number}`)
      if (!id) continue
      const bytes = randomBytes(1 + random.below(200_000))
      const answer = await repeat('upload', () =>
        send(connection, 'PUT', `/files/${id}/content`, { bytes }),
      )
      if (!answer) continue
      ledger.uploads.set(id, hash('sha256', bytes))
      acknowledge()
    }
  },

  /** An acknowledged record must be there for the next reader, and with the same content. */
  async reads({ connection, ledger, repeat, isStopping, seed, failures }, client) {
    const random = createRandom(seed - client)
    while (!isStopping()) {
      const orders = [...ledger.orders.entries()]
      if (orders.length === 0) {
        await sleep(BETWEEN_ATTEMPTS_MS)
        continue
      }
      const [key, id] = random.pick(orders.slice(-20))
      const answer = await repeat(
        'read',
        () => send(connection, 'GET', `/workrequests/${id}`),
        isStopping,
      )
      if (answer && parse(answer).instructions !== key) countUp(failures, 'read of another order')
    }
  },
}

async function register({ connection, target, repeat }: ClientContext, key: string) {
  const body = { name: `${key}.bin`, asset: target.asset }
  const answer = await repeat('file', () => send(connection, 'POST', '/files', { body, key }))
  return answer && String(parse(answer)._id)
}

export function countUp(counts: Map<string, number>, label: string) {
  counts.set(label, (counts.get(label) ?? 0) + 1)
}

export const listCounts = (counts: Map<string, number>): string =>
  [...counts].map(([label, many]) => `${many} × ${label}`).join(', ')
export const sumCounts = (counts: Map<string, number>): number =>
  counts.values().reduce((sum, many) => sum + many, 0)
