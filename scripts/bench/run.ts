// npm run bench: what requests cost, in multiples of a bare server on the same rows, in turns, three
// rounds, medians. `--only get,create` measures only these cases (cases.ts has their keys), `--quick`
// takes seconds. `--bytes`, `--live`, `--size[=10]` and `--web` measure transfers, live updates, a large
// studio and the browser instead; `--data <folder>` keeps the large
// studio for the next run. Absolute figures depend on the machine; compare the multiples.
import { parseArgs } from 'node:util'
import { measureBytes } from './bytes.ts'
import { startContext, type BenchContext } from './context.ts'
import { measureLiveUpdates } from './live.ts'
import { measureRequests } from './requests.ts'
import { measureSize } from './size/size.ts'
import { measureWeb } from './web.ts'

/** Each returns what is printed. */
const PARTS: Record<string, (context: BenchContext) => Promise<string>> = {
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
  },
})
const parts = Object.keys(PARTS).filter((name) => values[name as keyof typeof values])

const cleanups: (() => unknown)[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().then(() => process.exit(130)))
try {
  const context = await startContext(values.data, {
    quick: values.quick,
    only: values.only,
    size: Number(values.size ?? 1),
    cleanUp: (step) => void cleanups.push(step),
  })
  for (const name of parts) console.log(`\n${await PARTS[name]!(context)}`)
  if (parts.length === 0) console.log(`\n${await measureRequests(context)}`)
} finally {
  await cleanUp()
}
process.exit()

/** Runs all steps in reverse order, even if one fails. */
async function cleanUp() {
  for (const step of cleanups.splice(0).toReversed())
    await Promise.resolve(step()).catch((error: unknown) => console.error(error))
}
