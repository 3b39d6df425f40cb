// PostgreSQL with the studios and people of the tests, for services that are measured or broken.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded, type Binaries, type Embedded } from '../../api/src/kernel/db/embedded.ts'
import { migrate } from '../../api/src/kernel/db/migrate.ts'
import { seedFixtures, type FixturesOf } from '../../api/test/seed-fixtures.ts'
import { TEST_ENCRYPTION_KEY, type TestIdentity } from '../../api/test/test-app.ts'

export type SeededStudios = FixturesOf<TestIdentity>

/** Few people send all requests, so nothing is limited by person, studio or network. */
export const SETTINGS = {
  ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
  DOWNLOAD_BUDGET: '1000000',
  REQUEST_BUDGET: '0',
  STUDIO_REQUEST_BUDGET: '0',
  INVITATION_BUDGET: '1000000',
}

/** Starts the PostgreSQL of a data folder. A new folder gets the fixtures. */
export async function startDatabase(
  dataDir: string,
  binaries?: Binaries,
): Promise<Embedded & { fixtures: SeededStudios }> {
  const database = await startEmbedded({ dataDir, ...(binaries && { binaries }) })
  const saved = join(dataDir, 'fixtures.json')
  if (!existsSync(saved)) {
    await migrate(database.url)
    writeFileSync(saved, JSON.stringify(await seedFixtures(database.url)))
  }
  return { ...database, fixtures: JSON.parse(readFileSync(saved, 'utf8')) as SeededStudios }
}
