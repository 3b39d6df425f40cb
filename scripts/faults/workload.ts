// Orders, changes, uploads and reads at the same time.
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { countUp } from '../tools/load.ts'
import { createRandom } from '../tools/random.ts'
import { parse, send, type Reply } from '../tools/send.ts'
import { CLIENTS, type Ledger, type WorkContext } from './clients.ts'

export type Workload = {
  ledger: Ledger
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
  /** Stops at once, for a service that does not come back. */
  abandon: () => Promise<void>
}
export type Clients = Record<keyof typeof CLIENTS, number>
export type WorkOptions = {
  port: number
  authorization: string
  /** The asset that is ordered and whose files are uploaded. */
  asset: string
  seed: number
  clients?: Partial<Clients> | undefined
}

const USUAL: Partial<Clients> = { orders: 4, changes: 2, uploads: 2, reads: 2 }
const BETWEEN_ATTEMPTS_MS = 100
/**
 * Busy, full, in progress, damaged, a proxy without a node, and no response: the client repeats the
 * request. Anything else is an error of the service.
 */
const TRY_AGAIN: readonly number[] = [0, 409, 460, 502, 503, 504, 507]

export function startWorkload(options: WorkOptions): Workload {
  const { port, authorization, seed, clients = USUAL } = options
  const ledger: Ledger = { orders: new Map(), changes: new Map(), uploads: new Map() }
  const agent = new Agent({ keepAlive: true })
  const connection = { port, agent, authorization }
  const state = { count: 0, lastWrite: 0, isStopping: false, isAbandoned: false }
  let slowest = { label: '', milliseconds: 0 }
  const [failures, retries] = [new Map<string, number>(), new Map<string, number>()]

  const attempt: WorkContext['attempt'] = async (name, path, sending) => {
    const reply = await send(connection, path, sending)
    state.count += 1
    const milliseconds = Math.round(reply.milliseconds)
    const label = `${name} ${describeReply(reply)}`
    if (milliseconds > slowest.milliseconds) slowest = { label, milliseconds }
    if (!isSuccess(reply)) countUp(TRY_AGAIN.includes(reply.status) ? retries : failures, label)
    return reply
  }
  const repeat: WorkContext['repeat'] = async (name, path, sending) => {
    for (;;) {
      const reply = await attempt(name, path, sending)
      if (isSuccess(reply)) return reply
      await sleep(BETWEEN_ATTEMPTS_MS)
      const isFinal = !TRY_AGAIN.includes(reply.status) && reply.status < 500
      if (isFinal || state.isAbandoned) return undefined
    }
  }
  const running = Promise.all(
    Object.entries(clients).flatMap(([kind, many]) =>
      Array.from({ length: many }, (_none, client) => {
        const context: WorkContext = {
          ...options,
          connection,
          ledger,
          failures,
          attempt,
          repeat,
          random: createRandom(seed + client),
          isStopping: () => state.isStopping,
          acknowledge: () => (state.lastWrite = performance.now()),
        }
        return CLIENTS[kind as keyof Clients](context, client)
      }),
    ),
  )
  const finish = async () => {
    state.isStopping = true
    await running
    agent.destroy()
  }
  return {
    ledger,
    failures,
    retries,
    count: () => state.count,
    slowest: () => slowest,
    lastWrite: () => state.lastWrite,
    finish,
    async abandon() {
      state.isAbandoned = true
      await finish()
    },
  }
}

/** With what a problem says first: it tells a refusal of a node from a response of the proxy. */
function describeReply(reply: Reply): string {
  const { status, headers, error } = reply
  if (status === 0) return `no response (${error})`
  const isProblem = headers['content-type']?.startsWith('application/problem+json')
  return isProblem ? `${status} ${String(parse(reply).detail).split('.')[0]}` : String(status)
}

const isSuccess = ({ status }: Reply) => status >= 200 && status < 300

const PATIENCE_MS = 180_000

/** Waits until the clients have had so many more writes acknowledged. */
export async function waitForWrites({ ledger }: Workload, many: number) {
  const count = () => ledger.orders.size + ledger.uploads.size
  const [goal, end] = [count() + many, performance.now() + PATIENCE_MS]
  while (count() < goal) {
    if (performance.now() > end) throw new Error('No write was acknowledged for three minutes')
    await sleep(50)
  }
}
