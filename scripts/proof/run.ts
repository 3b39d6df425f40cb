// npm run proof [-- --short --seed 7 --only kills]: injects faults into a running installation, and
// compares what it acknowledged with what it has afterwards. Prints one table. Fails if something was
// lost, duplicated or stuck, or if a control did not find anything.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { clockJumps } from './clock.ts'
import { cluster } from './cluster.ts'
import { failingMail, failingWebhook } from './deliveries.ts'
import { bitRot, fullDisk } from './disk-faults.ts'
import { kills } from './kills.ts'
import { databaseNetwork, objectStore } from './network.ts'
import { stopObjectStore } from './object-store.ts'
import { overload } from './overload.ts'
import { powerCut } from './power-cut.ts'
import { removedRecords } from './removed-records.ts'
import { rollingRestart } from './rolling-restart.ts'
import type { ProofResult, Scenario } from './scenario.ts'

const SCENARIOS: readonly Scenario[] = [
  kills,
  powerCut(),
  powerCut('synchronous_commit'),
  powerCut('fsync'),
  rollingRestart('nginx', 'SIGTERM'),
  rollingRestart('haproxy', 'SIGTERM'),
  rollingRestart('nginx', 'SIGKILL'),
  rollingRestart('haproxy', 'SIGKILL'),
  cluster('nginx'),
  cluster('haproxy'),
  removedRecords,
  overload,
  databaseNetwork,
  objectStore,
  fullDisk('objects'),
  fullDisk('everything'),
  bitRot(),
  bitRot(false),
  clockJumps('the node'),
  clockJumps('the machine'),
  failingMail(),
  failingMail(true),
  failingWebhook(),
  failingWebhook(true),
]

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed)
console.log(`Seed ${seed}. The same seed injects the same faults in the same order.`)

type Row = { scenario: string; seconds: number; verdict: string } & Partial<ProofResult>
const rows: Row[] = []
for (const scenario of SCENARIOS.filter(({ name }) => name.includes(values.only)))
  rows.push(await prove(scenario))
await stopObjectStore()
console.table(rows)
process.exit(rows.some(({ verdict }) => verdict === 'FAILED') ? 1 : 0)

async function prove({ name, isControl = false, unavailable, run }: Scenario): Promise<Row> {
  const reason = unavailable?.()
  if (reason) return { scenario: name, seconds: 0, verdict: `skipped: ${reason}` }
  console.log(`\n${name}`)
  const started = performance.now()
  const log = (line: string) => console.log(`  ${line}`)
  const result = await run({ seed, short: values.short, log }).catch((error: Error) => error)
  const seconds = Math.round((performance.now() - started) / 1000)
  if (result instanceof Error) {
    console.error(result)
    return { scenario: name, seconds, verdict: 'FAILED', note: result.message }
  }
  const { lost, duplicated, stuck, failed } = result
  const isWhole = lost + duplicated + stuck + failed === 0
  const isExpected = isControl ? !isWhole : isWhole
  const verdict = !isExpected ? 'FAILED' : isControl ? 'found, as it must' : 'passed'
  return { scenario: name, seconds, verdict, ...result }
}
