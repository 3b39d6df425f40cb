// npm run faults [-- --only kills --short --seed 7]: injects faults into running installations, and
// compares what they acknowledged with what they have afterwards. Prints one table. Fails if something
// was lost, duplicated or stuck, or if a control did not find anything.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { formatTable, type FigureColumn } from '../tools/figures.ts'
import { removeTemplate } from './installation.ts'
import { stopObjectStore } from './object-store.ts'
import { findError, type Scenario, type ScenarioResult } from './scenario.ts'
import { SCENARIOS } from './scenarios.ts'

type Row = Partial<ScenarioResult> & { name: string; seconds: number; verdict: string }

const COLUMNS: FigureColumn<Row>[] = [
  ['scenario', ({ name }) => name],
  ['s', ({ seconds }) => String(seconds)],
  ...(['operations', 'faults', 'lost', 'duplicated', 'stuck', 'failed'] as const).map(
    (name): FigureColumn<Row> => [name, (row) => String(row[name] ?? '')],
  ),
  ['verdict', ({ verdict }) => verdict],
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

const rows: Row[] = []
const chosen = SCENARIOS.filter(
  ({ name, isOnlyLong }) => name.includes(values.only) && !(isOnlyLong && values.short),
)
for (const scenario of chosen) rows.push(await runOne(scenario))
await stopObjectStore()
await removeTemplate()
console.log(`\n${formatTable(COLUMNS, rows)}\n`)
for (const { name, note } of rows) if (note) console.log(`${name}: ${note}`)
process.exit(rows.some(({ verdict }) => verdict === 'FAILED') ? 1 : 0)

async function runOne(scenario: Scenario): Promise<Row> {
  const { name, isControl, unavailable, run } = scenario
  const reason = await unavailable?.()
  if (reason) return { name, seconds: 0, verdict: `skipped: ${reason}` }
  console.log(`\n${name}`)
  const started = performance.now()
  const log = (line: string) => console.log(`  ${line}`)
  const result = await run({ seed, short: values.short, log }).catch((error: Error) => error)
  const seconds = Math.round((performance.now() - started) / 1000)
  if (result instanceof Error) {
    console.error(result)
    return { name, seconds, verdict: 'FAILED', note: result.message }
  }
  const isExpected = findError(scenario, result) === undefined
  const verdict = !isExpected ? 'FAILED' : isControl ? 'found, as it must' : 'passed'
  return { name, seconds, verdict, ...result }
}
