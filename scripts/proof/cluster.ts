// Two nodes behind a proxy, PostgreSQL with a synchronous standby, objects in S3. The primary is
// killed under load and the standby promoted; then both nodes are restarted one after the other.
import { chmodSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../api/src/kernel/db/embedded.ts'
import { startService, type TestService } from '../../api/test/service.ts'
import { runOn, startWithStandby, type ReplicatedDatabase } from '../../api/test/standby.ts'
import { createRandom, type Random } from '../fuzz/random.ts'
import { createObjectStore } from './object-store.ts'
import { createOrderTarget } from './orders.ts'
import { missingProxy, startProxy, type ProxyName } from './proxies.ts'
import type { ProofOptions, ProofResult, Scenario } from './scenario.ts'
import { verifyWork } from './verify.ts'
import { listCounts, startWorkload, sumCounts, type Workload } from './workload.ts'

const LOAD_MS = { short: 5_000, long: 30_000 }
const ROUNDS = { short: 1, long: 5 }
/** An operator or a manager such as Patroni needs some time to notice. */
const UNTIL_PROMOTED_MS = 3_000

export const cluster = (proxy: ProxyName): Scenario => ({
  name: `cluster failover, ${proxy}`,
  unavailable: () => missingProxy(proxy),
  run: (options) => failOver(proxy, options),
})

async function failOver(
  proxyName: ProxyName,
  { seed, short, log }: ProofOptions,
): Promise<ProofResult> {
  const random = createRandom(seed)
  const folder = await mkdtemp(join(tmpdir(), 'reelay-proof-'))
  chmodSync(folder, 0o755)
  const database = await startWithStandby(folder)
  const { start, nodes, ports } = await startNodes(folder, database.url)
  const proxy = await startProxy(proxyName, ports, folder)
  const loadMs = short ? LOAD_MS.short : LOAD_MS.long
  try {
    const target = await createOrderTarget(`http://127.0.0.1:${proxy.port}`)
    const work = startWorkload(proxy.port, target, { seed })
    await sleep(loadMs)
    const outage = await promoteStandby(database, work, random, log)
    await sleep(loadMs)
    const duringFailover = listCounts(work.retries)
    work.retries.clear()
    const restarts = 2 * (short ? ROUNDS.short : ROUNDS.long)
    for (let restart = 0; restart < restarts; restart++) {
      log(`${work.count()} requests; SIGTERM to node ${(restart % 2) + 1}`)
      await restartNode(nodes, restart % 2, start)
      await sleep(loadMs / 2)
    }
    await work.finish()
    const { ledger, failures } = work
    const findings = await verifyWork(database.standby.url, proxy.port, target, ledger)
    return {
      operations: work.count(),
      faults: 1 + restarts,
      ...findings,
      failed: sumCounts(failures) + sumCounts(work.retries),
      note: [
        `writes again ${outage.afterPromotion} ms after promotion, ${outage.afterKill} ms after the kill`,
        `${ledger.orders.size} orders, ${ledger.uploads.size} uploads`,
        listCounts(failures),
        `failover: ${duringFailover}`,
        `restarts: ${listCounts(work.retries) || 'nothing repeated'}`,
        `slowest: ${work.slowest().label} ${work.slowest().milliseconds} ms`,
      ]
        .filter(Boolean)
        .join('; '),
    }
  } finally {
    await proxy.stop()
    for (const node of nodes) node.signal('SIGTERM')
    await Promise.all(nodes.map(({ ended }) => ended))
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** As on two machines: each has its own data folder, with a copy of the key. */
async function startNodes(folder: string, url: string) {
  const ports = [await freePort(), await freePort()] as const
  const store = await createObjectStore()
  const dataDir = (index: number) => join(folder, `node${index}`)
  const start = (index: number) =>
    startService(
      {
        DATA_DIR: dataDir(index),
        DATABASE_URL: url,
        DOWNLOAD_BUDGET: '1000000',
        REQUEST_BUDGET: '0',
        STUDIO_REQUEST_BUDGET: '0',
        ...store,
      },
      ports[index],
    )
  const first = await start(0)
  await mkdir(dataDir(1))
  await cp(join(dataDir(0), 'secret.key'), join(dataDir(1), 'secret.key'))
  const nodes: TestService[] = [first, await start(1)]
  return { ports, nodes, start }
}

async function restartNode(
  nodes: TestService[],
  index: number,
  start: (index: number) => Promise<TestService>,
) {
  nodes[index]!.signal('SIGTERM')
  await nodes[index]!.ended
  nodes[index] = await start(index)
}

/** Returns how long no write was acknowledged. */
async function promoteStandby(
  { killPrimary, standby }: ReplicatedDatabase,
  work: Workload,
  random: Random,
  log: (line: string) => void,
) {
  log(`${work.count()} requests; kill -9 of the primary`)
  const killed = performance.now()
  await killPrimary()
  await sleep(random.below(UNTIL_PROMOTED_MS))
  log('promotion of the standby')
  const promoted = performance.now()
  await runOn(standby.url, 'select pg_promote()')
  while (work.lastWrite() < promoted) await sleep(5)
  const milliseconds = (from: number) => Math.round(work.lastWrite() - from)
  return { afterKill: milliseconds(killed), afterPromotion: milliseconds(promoted) }
}
