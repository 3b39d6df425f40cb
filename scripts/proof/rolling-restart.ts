// Two nodes behind a proxy are restarted one after the other under load: with SIGTERM no request may
// fail, with kill -9 none that is safe to repeat.
import { chmodSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, startEmbedded } from '../../api/src/kernel/db/embedded.ts'
import { requestWithAgent } from '../../api/test/agent-request.ts'
import { startService } from '../../api/test/service.ts'
import {
  compareLedger,
  createOrderTarget,
  newOrder,
  type Ledger,
  type OrderTarget,
} from './orders.ts'
import { missingProxy, startProxy, type ProxyName } from './proxies.ts'
import { createRandom } from '../fuzz/random.ts'
import type { ProofOptions, ProofResult, Scenario } from './scenario.ts'
import { countUp, listCounts, sumCounts } from './workload.ts'

const CLIENTS = 16
const REQUESTS = { short: 5_000, long: 50_000 }
const ORDER_SHARE = 0.1
/** nginx does not use a node for a second after it has failed. */
const BETWEEN_RESTARTS_MS = 2_500

export const rollingRestart = (proxy: ProxyName, signal: 'SIGTERM' | 'SIGKILL'): Scenario => ({
  name: `rolling restart, ${signal}, ${proxy}`,
  unavailable: () => missingProxy(proxy),
  run: (options) => restartUnderLoad(proxy, signal, options),
})

async function restartUnderLoad(
  proxyName: ProxyName,
  signal: 'SIGTERM' | 'SIGKILL',
  { seed, short, log }: ProofOptions,
): Promise<ProofResult> {
  const folder = await mkdtemp(join(tmpdir(), 'reelay-proof-'))
  chmodSync(folder, 0o755)
  const database = await startEmbedded({ dataDir: join(folder, 'database') })
  const ports = [await freePort(), await freePort()] as const
  const start = (index: number) =>
    startService({ DATA_DIR: join(folder, 'data'), DATABASE_URL: database.url }, ports[index])
  const nodes = [await start(0), await start(1)]
  const proxy = await startProxy(proxyName, ports, folder)
  try {
    const target = await createOrderTarget(`http://127.0.0.1:${proxy.port}`)
    const load = startLoad(proxy.port, target, short ? REQUESTS.short : REQUESTS.long, seed)
    let faults = 0
    for (; !load.isDone(); faults++) {
      const index = faults % 2
      await sleep(BETWEEN_RESTARTS_MS)
      log(`${load.count()} requests; ${signal} to node ${index + 1}`)
      nodes[index]!.signal(signal)
      await nodes[index]!.ended
      nodes[index] = await start(index)
    }
    const { ledger, failures } = await load.finished
    const findings = await compareLedger(database.url, ledger)
    return {
      operations: load.count(),
      faults,
      ...findings,
      failed: sumCounts(failures),
      note: [`${ledger.size} orders`, listCounts(failures)].filter(Boolean).join('; '),
    }
  } finally {
    await proxy.stop()
    for (const node of nodes) {
      node.signal('SIGTERM')
      await node.ended
    }
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Reads of the asset, and orders under an idempotency key, each sent once. */
function startLoad(port: number, target: OrderTarget, requests: number, seed: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const connection = { port, agent, authorization: target.authorization }
  const random = createRandom(seed)
  const ledger: Ledger = new Map()
  const failures = new Map<string, number>()
  let count = 0
  const send = async (number: number) => {
    const key = random.happens(ORDER_SHARE) ? `proof-${number}` : undefined
    const { status, body } = await (
      key
        ? requestWithAgent(connection, 'POST', '/workrequests', {
            body: newOrder(target.asset, key),
            headers: { 'idempotency-key': key },
          })
        : requestWithAgent(connection, 'GET', `/assets/${target.asset}`)
    ).catch((error: Error) => ({ status: error.message, body: {} as Record<string, unknown> }))
    // The detail tells a refusal of a node from a response of the proxy.
    if (status !== 200)
      countUp(failures, [key ? 'POST' : 'GET', status, body.detail].filter(Boolean).join(' '))
    else if (key) ledger.set(key, String(body._id))
  }
  const work = async () => {
    while (count < requests) await send(count++)
  }
  const finished = Promise.all(Array.from({ length: CLIENTS }, work)).then(() => {
    agent.destroy()
    return { ledger, failures }
  })
  return { count: () => count, isDone: () => count >= requests, finished }
}
