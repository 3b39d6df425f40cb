// kill -9 and pauses of the service and of its PostgreSQL.
import { setTimeout as sleep } from 'node:timers/promises'
import { readPostmasterPid } from '../../api/test/service.ts'
import { runScenario, type Installation } from './installation.ts'
import type { Scenario } from './scenario.ts'

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
  run: (options) => runScenario(options, () => ({ inject: killRepeatedly }), { database: 'own' }),
}

async function killRepeatedly(installation: Installation): Promise<number> {
  const { random, work, short, log } = installation
  const many = short ? 6 : 100
  for (let number = 0; number < many; number++) {
    await sleep(300 + random.integerBelow(2_200))
    // The first ones are all different.
    const fault = FAULTS[number] ?? random.pick(FAULTS)
    log(`${work.ledger.orders.size} orders; ${fault}`)
    await injectFault(fault, installation)
    await restartIfEnded(installation)
  }
  return many
}

async function injectFault(fault: Fault, { nodes, dataDir, random, short }: Installation) {
  const [action, whom] = fault.split(' ') as ['kill' | 'pause', 'service' | 'postgres' | 'both']
  const postmaster = await readPostmasterPid(dataDir).catch(() => undefined)
  const signal = (name: NodeJS.Signals) => {
    if (whom !== 'postgres') nodes[0]!.signal(name)
    if (whom !== 'service' && postmaster) process.kill(postmaster, name)
  }
  if (action === 'kill') return signal('SIGKILL')
  signal('SIGSTOP')
  await sleep(500 + random.integerBelow(short ? 2_500 : 5_500))
  signal('SIGCONT')
}

async function restartIfEnded({ nodes, restart }: Installation) {
  const ended = await Promise.race([nodes[0]!.ended, sleep(1_500)])
  if (ended !== undefined) await restart()
}

export const interruptedUploads: Scenario = {
  name: 'interrupted uploads',
  run: (options) =>
    runScenario(options, () => ({
      clients: { interrupted: 4 },
      async inject({ random, work, restart, short, log }) {
        const many = short ? 4 : 100
        let faults = 0
        for (; work.ledger.uploads.size < many; faults++) {
          await sleep(3_000 + random.integerBelow(5_000))
          log(`${work.ledger.uploads.size} uploads; kill -9 of the service`)
          await restart(0, 'SIGKILL')
        }
        return faults
      },
      // A run that tried neither proves nothing.
      check: async ({ work }) => {
        const untried = ['chunk 460', 'chunk no response'].filter(
          (label) => ![...work.retries.keys()].some((one) => one.startsWith(label)),
        )
        return { failed: untried.length, note: untried.map((label) => `no ${label}`).join(', ') }
      },
    })),
}
