// Two nodes behind a proxy. They are restarted one after the other under load: with SIGTERM no request
// may fail, with kill -9 none that is safe to repeat. Or the primary of PostgreSQL is killed and the
// standby promoted.
import { setTimeout as sleep } from 'node:timers/promises'
import { runOn } from '../../api/test/standby.ts'
import { listCounts, sumCounts } from '../tools/load.ts'
import { runScenario, type Faults, type Installation } from './installation.ts'
import { createObjectStore, missingObjectStore } from './object-store.ts'
import { missingProxy, type ProxyName } from './proxies.ts'
import type { Scenario } from './scenario.ts'
import { waitForWrites } from './workload.ts'

/** nginx does not use a node for a second after it has failed. */
const BETWEEN_RESTARTS_MS = 2_500
/** An operator or a manager such as Patroni needs some time to notice. */
const UNTIL_PROMOTED_MS = 3_000
/** The proxies repeat these on the other node. */
const SAFE_TO_REPEAT = { orders: 4, reads: 8 }

type Check = NonNullable<Faults['check']>

export const rollingRestart = (proxy: ProxyName, signal: 'SIGTERM' | 'SIGKILL'): Scenario => ({
  name: `rolling restart, ${signal}, ${proxy}`,
  unavailable: () => missingProxy(proxy),
  run: (options) =>
    runScenario(options, () => restartUnderLoad(signal, options.short ? 4 : 40), { proxy }),
})

export const clusterFailover = (proxy: ProxyName): Scenario => ({
  name: `cluster failover, ${proxy}`,
  unavailable: async () => missingProxy(proxy) ?? (await missingObjectStore()),
  run: (options) => runScenario(options, () => failOver(), { proxy, database: 'replicated' }),
})

/** `check` runs at the end, on the nodes that were restarted. */
export const restartUnderLoad = (
  signal: 'SIGTERM' | 'SIGKILL',
  restarts: number,
  check?: Check,
): Faults => ({
  ...(signal === 'SIGKILL' && { clients: SAFE_TO_REPEAT }),
  inject: (installation) => restartNodes(installation, signal, restarts),
  async check(installation) {
    await check?.(installation)
    return findRepeated(installation)
  },
})

/** `check` runs at the end, on the promoted standby. */
export async function failOver(check?: Check): Promise<Faults> {
  let note = ''
  return {
    env: await createObjectStore(),
    async inject(installation) {
      const { work, short } = installation
      const milliseconds = await promoteStandby(installation)
      await waitForWrites(work, 20)
      note = `writes again ${milliseconds} ms after promotion; failover: ${listCounts(work.retries)}`
      work.retries.clear()
      return 1 + (await restartNodes(installation, 'SIGTERM', short ? 2 : 10))
    },
    async check(installation) {
      await check?.(installation)
      const { failed } = findRepeated(installation)
      return { failed, note }
    },
  }
}

async function restartNodes(
  { work, restart, log }: Installation,
  signal: NodeJS.Signals,
  restarts: number,
) {
  for (let number = 0; number < restarts; number++) {
    await waitForWrites(work, 20)
    await sleep(BETWEEN_RESTARTS_MS)
    log(`${work.count()} requests; ${signal} to node ${(number % 2) + 1}`)
    await restart(number % 2, signal)
  }
  return restarts
}

/** Here no client may have to try again, unless the machine is too slow for the load. */
function findRepeated({ work }: Installation) {
  const repeated = [...work.retries].filter(([label]) => !/service is busy|Too many/.test(label))
  return { failed: sumCounts(new Map(repeated)) }
}

/** Returns how long no write was acknowledged after the promotion, in milliseconds. */
async function promoteStandby({ standby, work, random, log }: Installation): Promise<number> {
  await waitForWrites(work, 20)
  log(`${work.count()} requests; kill -9 of the primary`)
  await standby!.killPrimary()
  await sleep(random.integerBelow(UNTIL_PROMOTED_MS))
  log('promotion of the standby')
  const promoted = performance.now()
  await runOn(standby!.standby.url, 'select pg_promote()')
  while (work.lastWrite() < promoted) await sleep(5)
  return Math.round(work.lastWrite() - promoted)
}
