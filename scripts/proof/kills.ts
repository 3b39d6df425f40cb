// kill -9 and pauses of the service and of its PostgreSQL while orders are written.
import { chmodSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findEmbedded, freePort } from '../../api/src/kernel/db/embedded.ts'
import { readPostmasterPid, startService, type TestService } from '../../api/test/service.ts'
import { compareLedger, createOrderTarget, startWriters } from './orders.ts'
import { createRandom, type Random } from '../fuzz/random.ts'
import type { Scenario } from './scenario.ts'

const WRITERS = 8
const FAULTS = [
  'kill service',
  'kill postgres',
  'kill both',
  'pause service',
  'pause postgres',
] as const
type Fault = (typeof FAULTS)[number]

export const kills: Scenario = {
  name: 'kills and pauses',
  async run({ seed, short, log }) {
    const random = createRandom(seed)
    const dataDir = await mkdtemp(join(tmpdir(), 'reelay-proof-'))
    chmodSync(dataDir, 0o755)
    const port = await freePort()
    const start = () => startService({ DATA_DIR: dataDir }, port)
    let service = await start()
    try {
      const target = await createOrderTarget(service.address)
      const { ledger, finish } = startWriters(port, target, WRITERS)
      const faults = short ? 15 : 100
      for (let number = 0; number < faults; number++) {
        await sleep(300 + random.below(2_200))
        const fault = random.pick(FAULTS)
        log(`${ledger.size} orders; ${fault}`)
        await inject(fault, service, dataDir, random)
        service = await restartIfEnded(service, start)
      }
      await sleep(1_000)
      await finish()
      const findings = await compareLedger((await findEmbedded(dataDir))!, ledger)
      return { operations: ledger.size, faults, ...findings, failed: 0, note: `${WRITERS} writers` }
    } finally {
      service.signal('SIGTERM')
      await service.ended
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}

async function inject(fault: Fault, service: TestService, dataDir: string, random: Random) {
  const [action, whom] = fault.split(' ') as ['kill' | 'pause', 'service' | 'postgres' | 'both']
  const postmaster = await readPostmasterPid(dataDir).catch(() => undefined)
  const signal = (name: NodeJS.Signals) => {
    if (whom !== 'postgres') service.signal(name)
    if (whom !== 'service' && postmaster) process.kill(postmaster, name)
  }
  if (action === 'kill') return signal('SIGKILL')
  signal('SIGSTOP')
  await sleep(500 + random.below(5_500))
  signal('SIGCONT')
}

async function restartIfEnded(service: TestService, start: () => Promise<TestService>) {
  const ended = await Promise.race([service.ended, sleep(1_500)])
  return ended === undefined ? service : start()
}
