// npm run engines: what holds on each PostgreSQL that the service supports, in one table.
//   -- --only 17            one engine
//   -- --no-suite           without the tests of the API, which take most of the time
//   -- --conformance <file> also asks the contract from outside: a program that reads BASE,
//                           ADMIN_EMAIL and ADMIN_PASSWORD and prints "N passed, M failed" last
import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { ADMIN } from '../../api/test/service.ts'
import { failOver, restartUnderLoad } from '../faults/cluster.ts'
import {
  removeTemplate,
  runScenario,
  type Faults,
  type Installation,
} from '../faults/installation.ts'
import { missingObjectStore, stopObjectStore } from '../faults/object-store.ts'
import { missingProxy } from '../faults/proxies.ts'
import type { ScenarioResult } from '../faults/scenario.ts'
import { ENGINE_NAMES, findObstacle, type Engine } from '../test/engines.ts'
import { digits, formatTable, type FigureColumn } from '../tools/figures.ts'
import { countRequestsPerSecond, missingControlGroups } from './half-core.ts'

/** After a failover, or an engine. */
type Name = 'standby' | Engine
type Row = Partial<ScenarioResult> & {
  name: Name
  conformance?: string
  suite?: string
  /** Requests a second of one process, and of two. */
  one?: number
  two?: number
  note?: string
}

const NAMES: readonly Name[] = [...ENGINE_NAMES, 'standby']
const PROXY = 'haproxy'
const RESTARTS = 6

const figure = (value: number | undefined) => (value === undefined ? '–' : digits(value))
const count = (value: number | undefined) => String(value ?? '–')
const COLUMNS: FigureColumn<Row>[] = [
  ['engine', ({ name }) => name],
  ['conformance', ({ conformance }) => conformance ?? '–'],
  ['tests of the API', ({ suite }) => suite ?? '–'],
  ['requests during restarts', ({ operations }) => count(operations)],
  ['lost writes', ({ lost }) => count(lost)],
  ['failed requests', ({ failed }) => count(failed)],
  ['requests/s, half a core', ({ one }) => figure(one)],
  ['twice half a core', ({ two }) => figure(two)],
]

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    'no-suite': { type: 'boolean', default: false },
    conformance: { type: 'string' },
  },
})

const rows: Row[] = []
for (const name of NAMES.filter((engine) => engine.includes(values.only)))
  rows.push(await examine(name))
await stopObjectStore()
await removeTemplate()
console.log(`\n${formatTable(COLUMNS, rows)}\n`)
for (const { name, note } of rows) if (note) console.log(`${name}: ${note}`)
const noControl = missingControlGroups()
if (noControl) console.log(`No requests/s: ${noControl}`)
process.exit(rows.some(isBroken) ? 1 : 0)

function isBroken({ conformance, suite, lost = 0, failed = 0 }: Row): boolean {
  const isWhole = (outcome = ' 0 failed') => / 0 failed/.test(outcome)
  return lost + failed > 0 || !isWhole(conformance) || !isWhole(suite)
}

async function examine(name: Name): Promise<Row> {
  console.log(`\n${name}`)
  const obstacle =
    missingProxy(PROXY) ?? (name === 'standby' ? await missingObjectStore() : findObstacle(name))
  if (obstacle) return { name, note: `skipped: ${obstacle}` }
  const row: Row = { name }
  const result = await restartNodes(name, async (installation) => {
    row.conformance = await askContract(installation)
    Object.assign(row, await measure(installation))
    return {}
  })
  if (!values['no-suite'] && name !== 'standby') row.suite = runSuite(name)
  return { ...row, ...result }
}

/** Under load. Afterwards `check` runs on what was restarted or promoted. */
function restartNodes(name: Name, check: NonNullable<Faults['check']>): Promise<ScenarioResult> {
  const options = { seed: 1, short: true, log: (line: string) => console.log(`  ${line}`) }
  return name === 'standby'
    ? runScenario(options, () => failOver(check), { proxy: PROXY, database: 'replicated' })
    : runScenario(options, () => restartUnderLoad('SIGTERM', RESTARTS, check), {
        proxy: PROXY,
        engine: name,
      })
}

async function measure(installation: Installation): Promise<Pick<Row, 'one' | 'two'>> {
  if (missingControlGroups()) return {}
  const { nodes } = installation
  return {
    one: await countRequestsPerSecond(nodes.slice(0, 1), installation),
    two: await countRequestsPerSecond(nodes, installation),
  }
}

async function askContract({ connection }: Installation): Promise<string | undefined> {
  if (!values.conformance) return undefined
  const env = {
    ...process.env,
    BASE: `http://127.0.0.1:${connection.port}/api`,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  }
  // It exits with an error if something fails.
  const { stdout } = await promisify(execFile)(process.execPath, [values.conformance], {
    env,
  }).catch((error: { stdout: string }) => error)
  process.stdout.write(stdout)
  return lastLine(stdout)
}

function runSuite(engine: Engine): string {
  const script = join(import.meta.dirname, '../test.ts')
  const { stdout } = spawnSync(process.execPath, [script, '--engine', engine], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 30,
  })
  process.stdout.write(stdout)
  return lastLine(stdout)
}

function lastLine(output: string): string {
  return /(\d+ passed, \d+ failed.*)\s*$/.exec(output)?.[1] ?? 'did not end'
}
