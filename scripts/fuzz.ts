// npm run fuzz [-- --seed 1 --rounds 100]: sends fuzzed requests for every operation of the OpenAPI
// document to a service with the test fixtures, as several roles. Fails on an answer of 5xx, an
// answer after more than 2 s, a delay of the event loop over 100 ms or 200 MB more memory.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { TEMPLATE, databaseOn, onCluster, startCluster } from '../api/test/cluster.ts'
import { seedFixtures } from '../api/test/seed-fixtures.ts'
import { startService } from '../api/test/service.ts'
import { PASSWORD, TEST_ENCRYPTION_KEY } from '../api/test/test-app.ts'
import { measureLargeLines } from './fuzz/large-lines.ts'
import { fuzz } from './fuzz/run.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    rounds: { type: 'string', default: '100' },
  },
})
const LIMITS = { slowest: 2_000, delay: 100, memory: 200 }

console.log(
  `Seed ${values.seed}. To repeat this run: npm run fuzz -- --seed ${values.seed} --rounds ${values.rounds}`,
)
const cluster = await startCluster()
const dataDir = await mkdtemp(join(tmpdir(), 'reelay-fuzz-'))
await onCluster(cluster.url, `create database fuzz template ${TEMPLATE}`)
const url = databaseOn(cluster.url, 'fuzz')
const { admin, a, b } = await seedFixtures(url)
const service = await startService({
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
  TRUST_PROXY: '127.0.0.1',
})
try {
  const people = [admin, ...Object.values(a.people), b.people.studio].map((person) => ({
    ...person,
    password: PASSWORD,
  }))
  const large = await measureLargeLines(service.port, { person: people[0]!, asset: a.asset._id })
  console.table(large)
  const { failures, ...report } = await fuzz(
    { port: service.port, people },
    { seed: Number(values.seed), rounds: Number(values.rounds) },
  )
  console.log(report)
  for (const failure of failures.slice(0, 20)) console.log(failure)
  const isWithinLimits =
    failures.length === 0 &&
    large.every(({ status, delayMs }) => status < 500 && delayMs <= LIMITS.delay) &&
    report.slowest.ms <= LIMITS.slowest &&
    report.longestDelayMs <= LIMITS.delay &&
    report.memoryGrowthMb <= LIMITS.memory
  console.log(isWithinLimits ? 'Passed.' : `Failed: ${failures.length} failures, or over a limit.`)
  process.exitCode = isWithinLimits ? 0 : 1
} finally {
  service.signal('SIGKILL')
  await service.ended
  await cluster.stop()
  await rm(dataDir, { recursive: true, force: true })
}
