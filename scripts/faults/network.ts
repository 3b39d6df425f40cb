// The network between the service and PostgreSQL, and between the service and S3, fails.
import { setTimeout as sleep } from 'node:timers/promises'
import { startFaultyProxy, type ProxyFault } from '../../api/test/faulty-proxy.ts'
import { startTcpProxy } from '../../api/test/tcp-proxy.ts'
import { runScenario, type Faults, type FaultPlace } from './installation.ts'
import { createObjectStore, missingObjectStore } from './object-store.ts'
import type { Scenario } from './scenario.ts'
import { waitForWrites } from './workload.ts'

const DATABASE_FAULTS = ['cut', 'silent'] as const
const SILENT_MS = 18_000
/** No client waits longer for a response, however long the network is silent. */
const MOST_PATIENCE_MS = 15_000

export const databaseNetwork: Scenario = {
  name: 'network to PostgreSQL',
  run: (options) => runScenario(options, breakDatabaseNetwork),
}

async function breakDatabaseNetwork({ databaseUrl, after }: FaultPlace): Promise<Faults> {
  const url = new URL(databaseUrl)
  const proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(url.port) })
  after(proxy.close)
  url.search = ''
  url.port = String(proxy.port)
  return {
    env: { DATABASE_URL: url.href },
    async inject({ random, work, short, log }) {
      const many = short ? 3 : 40
      for (let number = 0; number < many; number++) {
        await waitForWrites(work, 10 + random.integerBelow(20))
        const fault = DATABASE_FAULTS[number % 2]!
        log(`${work.count()} requests; ${fault}`)
        proxy.breakWith(fault)
        await sleep(fault === 'silent' ? SILENT_MS : 500 + random.integerBelow(3_000))
        proxy.heal()
      }
      await waitForWrites(work, 20)
      return many
    },
    async check({ work }) {
      const { label, milliseconds } = work.slowest()
      return milliseconds > MOST_PATIENCE_MS ? { failed: 1, note: `${label} took too long` } : {}
    },
  }
}

const STORE_FAULTS: readonly ProxyFault[] = [
  'busy',
  'broken',
  'unheard',
  'unanswered',
  'cut',
  'slow',
  'flipped',
]
const FAULTY_SHARE = 0.3

export const objectStore: Scenario = {
  name: 'slow and failing S3',
  unavailable: missingObjectStore,
  run: (options) => runScenario(options, breakObjectStore),
}

async function breakObjectStore(place: FaultPlace): Promise<Faults> {
  const store = await createObjectStore()
  const proxy = await startFaultyProxy(place, store.S3_ENDPOINT)
  return {
    env: { ...store, S3_ENDPOINT: proxy.address },
    clients: { orders: 2, changes: 1, uploads: 5, reads: 1 },
    async inject({ random, work, short, log }) {
      let faults = 0
      proxy.injectFault(() => {
        if (!random.chance(FAULTY_SHARE)) return undefined
        faults += 1
        return random.pick(STORE_FAULTS)
      })
      await sleep(short ? 10_000 : 300_000)
      log(`${work.count()} requests; ${faults} faults of S3`)
      proxy.injectFault(() => undefined)
      await waitForWrites(work, 20)
      return faults
    },
  }
}
