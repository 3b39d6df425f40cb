// npm run bench: what requests cost, in multiples of a bare server of the same run, three rounds,
// medians. `--only <text>` measures only the requests whose name contains the text, `--quick` takes a
// minute, `--json <file>` also writes the figures. `--bytes`, `--live`, `--size[=10]` and `--web` measure
// transfers, live updates, a large studio and the browser instead; `--data <folder>` keeps the large
// studio for the next run. Absolute figures depend on the machine; compare the multiples.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { measureBytes } from './bytes.ts'
import { startContext, type BenchContext, type BenchReport } from './context.ts'
import { measureLiveUpdates } from './live.ts'
import { measureRequests } from './requests.ts'
import { measureSize } from './size/size.ts'
import { measureWeb } from './web.ts'

const PARTS: Record<string, (context: BenchContext) => Promise<BenchReport>> = {
  requests: measureRequests,
  bytes: measureBytes,
  live: measureLiveUpdates,
  size: measureSize,
  web: measureWeb,
}

const flag = { type: 'boolean', default: false } as const
const text = { type: 'string' } as const
const { values } = parseArgs({
  args: process.argv.slice(2).map((arg) => (arg === '--size' ? '--size=1' : arg)),
  options: {
    quick: flag,
    only: text,
    data: text,
    bytes: flag,
    live: flag,
    size: text,
    web: flag,
    json: text,
    seed: text,
  },
})
const named = Object.keys(PARTS).filter((name) => values[name as keyof typeof values])

const cleanups: (() => unknown)[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().then(() => process.exit(130)))
try {
  const context = await startContext(values.data, {
    quick: values.quick,
    only: values.only,
    size: Number(values.size ?? 1),
    seed: Number(values.seed ?? 1),
    cleanUp: (step) => void cleanups.push(step),
  })
  const figures: Record<string, unknown> = {}
  for (const name of named.length ? named : ['requests']) {
    const { text: printed, rows } = await PARTS[name]!(context)
    console.log(`\n${printed}`)
    figures[name] = rows
  }
  if (values.json) writeFileSync(values.json, JSON.stringify(figures, null, 1))
} finally {
  await cleanUp()
}
process.exit()

/** Runs all steps in reverse order, even if one fails. */
async function cleanUp() {
  for (const step of cleanups.splice(0).toReversed())
    await Promise.resolve(step()).catch((error: unknown) => console.error(error))
}
