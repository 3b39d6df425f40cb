// The short form of every scenario. `npm run faults` has the long one.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { removeTemplate } from './installation.ts'
import { stopObjectStore } from './object-store.ts'
import { findError } from './scenario.ts'
import { SCENARIOS } from './scenarios.ts'

const SEED = 7

after(async () => {
  await stopObjectStore()
  await removeTemplate()
})

for (const scenario of SCENARIOS.filter(({ isOnlyLong }) => !isOnlyLong))
  test(scenario.name, { timeout: 300_000 }, async (t) => {
    const reason = await scenario.unavailable?.()
    if (reason) return t.skip(reason)
    const lines: string[] = []
    const result = await scenario.run({ seed: SEED, short: true, log: (line) => lines.push(line) })
    t.diagnostic(result.note)
    return assert.equal(findError(scenario, result), undefined, lines.join('\n'))
  })
