// npm run release-data <version>: writes a small backup of this version to
// api/test/releases. Run it when a version is released: later versions must upgrade this data
// (api/test/upgrade-drill.nightly.test.ts).
import { existsSync, rmSync } from 'node:fs'
import { createBackup } from '../../api/src/operations/backup/backup.ts'
import { BACKED_UP_OBJECTS, ROW_FILTERS } from '../../api/src/operations/backup/contents.ts'
import { openRepository } from '../../api/src/operations/backup/repository.ts'
import { localStorage } from '../../api/src/kernel/storage/local.ts'
import {
  FIXTURES_TEMPLATE,
  TEMPLATE,
  copyDatabase,
  databaseOn,
  startCluster,
} from '../../api/test/cluster.ts'
import type { StudioFixtures } from '../../api/test/fixtures.ts'
import { seedFixtures } from '../../api/test/seed-fixtures.ts'
import { createTestApp, testMasterKeys, type TestIdentity } from '../../api/test/test-app.ts'
import { createRequestAt } from '../../api/test/work-requests.ts'

const [version = ''] = process.argv.slice(2)
const folder = new URL(`../../api/test/releases/${version}`, import.meta.url).pathname
if (!/^\d+\.\d+\.\d+$/.test(version) || existsSync(folder)) {
  console.error('Name a version that has no data yet, such as 0.2.0.')
  process.exit(2)
}

const { url: cluster, stop } = await startCluster()
await copyDatabase(cluster, FIXTURES_TEMPLATE, TEMPLATE)
const url = databaseOn(cluster, FIXTURES_TEMPLATE)
const { a, b } = await seedFixtures(url)
const service = await createTestApp(url)
for (const side of [a, b]) {
  const signedIn = Object.entries(side.people).map(([role, identity]: [string, TestIdentity]) => [
    role,
    { ...identity, ...service.as(identity) },
  ])
  const studio: StudioFixtures = { ...side, people: Object.fromEntries(signedIn) }
  for (const status of ['complete', 'rejected', 'awaiting-materials', 'for-review'] as const)
    await createRequestAt(studio, status)
}
await service.runJobs()
const { done } = await createBackup(
  url,
  localStorage(service.app.config.dataDir),
  { objects: BACKED_UP_OBJECTS, only: ROW_FILTERS },
  { repository: openRepository(folder), now: new Date(), keys: testMasterKeys, onProgress() {} },
)
rmSync(`${folder}/making`, { recursive: true, force: true })
console.log(`${folder}: ${done.rows} rows.`)
await service.close()
await stop()
process.exit(0)
