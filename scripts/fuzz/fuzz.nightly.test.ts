// FUZZ_SEED and FUZZ_ROUNDS choose another and a longer run.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { FIXTURES_TEMPLATE, copyDatabase, databaseOn, onCluster } from '../../api/test/cluster.ts'
import { startService } from '../../api/test/service.ts'
import type { FixturesOf } from '../../api/test/seed-fixtures.ts'
import { PASSWORD, TEST_ENCRYPTION_KEY, type TestIdentity } from '../../api/test/test-app.ts'
import { measureLargeLines } from './large-lines.ts'
import { fuzz } from './run.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 14)
const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? 3)
const MAX_DELAY_MS = 100
/** An idle service on a busy machine is delayed too. */
const longestDelay = (idleMs: number) => Math.max(MAX_DELAY_MS, 20 * idleMs)
const MAX_MEMORY_GROWTH_MB = 200

test('answers fuzzed requests for every operation without an error of its own', async (t) => {
  const { port, admin, a, b } = await startFuzzedService(t)
  const people = [admin, ...Object.values(a.people), b.people.studio]
  const { failures, requests, statuses, ...figures } = await fuzz(
    { port, people: people.map((person) => ({ ...person, password: PASSWORD })) },
    { seed: SEED, rounds: ROUNDS },
  )
  t.diagnostic(`seed ${SEED}, ${requests} requests: ${JSON.stringify(figures)}`)
  assert.deepEqual(failures.slice(0, 20), [])
  assert.ok(statuses.get('200')! > requests / 20, 'some of the requests are valid')
  assert.ok(figures.memoryGrowthMb <= MAX_MEMORY_GROWTH_MB, `${figures.memoryGrowthMb} MB`)
  assert.ok(figures.longestDelayMs <= longestDelay(figures.idleDelayMs), 'does not block')
})

test('works on 7,000 long lines without blocking the event loop', async (t) => {
  const { port, admin, a } = await startFuzzedService(t)
  const person = { ...admin, password: PASSWORD }
  const measurements = await measureLargeLines(port, person, a.asset._id)
  t.diagnostic(JSON.stringify(measurements))
  assert.deepEqual(
    measurements.filter(({ status, delayMs }) => status >= 500 || delayMs > MAX_DELAY_MS),
    [],
  )
})

async function startFuzzedService(t: TestContext) {
  const cluster = process.env.TEST_CLUSTER!
  const name = `fuzz_${crypto.randomUUID().replaceAll('-', '')}`
  await copyDatabase(cluster, name, FIXTURES_TEMPLATE)
  const dataDir = await mkdtemp(join(tmpdir(), 'reelay-fuzz-'))
  const service = await startService({
    DATABASE_URL: databaseOn(cluster, name),
    DATA_DIR: dataDir,
    ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    TRUST_PROXY: '127.0.0.1',
  })
  t.after(async () => {
    await service.stop('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
    await onCluster(cluster, `drop database ${name} with (force)`)
  })
  const fixtures = JSON.parse(process.env.TEST_FIXTURES!) as FixturesOf<TestIdentity>
  return { port: service.port, ...fixtures }
}
