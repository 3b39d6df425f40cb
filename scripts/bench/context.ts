// A service with the fixtures, for all parts of the bench.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StudioFixtures } from '../../api/test/fixtures.ts'
import { readPostmasterPid, startService, type TestService } from '../../api/test/service.ts'
import { SETTINGS, startDatabase, type SeededStudios } from '../tools/database.ts'
import { connectPeople } from './fixtures.ts'

export type BenchOptions = {
  quick: boolean
  /** The cases or calls to measure. */
  only: string | undefined
  /** In units of 100,000 assets. */
  size: number
  /** Chooses the values of the parameters of lists. */
  seed: number
  /** What is to be done at the end, even if something fails. */
  cleanUp: (step: () => unknown) => void
}
export type BenchContext = BenchOptions & {
  dataDir: string
  databaseUrl: string
  postmaster: number
  service: TestService
  /** For more services on the same database and files. */
  start: (settings?: Record<string, string>) => Promise<TestService>
  fixtures: SeededStudios
  side: StudioFixtures
  log: (message: string) => void
}

/** What is printed, and the figures for `--json`. */
export type BenchReport = { text: string; rows?: unknown[] }

/** `data` names a folder that stays; otherwise it is removed at the end. */
export async function startContext(
  data: string | undefined,
  options: BenchOptions,
): Promise<BenchContext> {
  const { cleanUp } = options
  const dataDir = data ?? createFolder(cleanUp)
  const { url: databaseUrl, stop, fixtures } = await startDatabase(dataDir)
  cleanUp(stop)
  const start = async (settings: Record<string, string> = {}) => {
    const pool = { DATABASE_URL: databaseUrl, DATABASE_POOL: '4' }
    const service = await startService({ DATA_DIR: dataDir, ...pool, ...SETTINGS, ...settings })
    cleanUp(() => service.stop())
    return service
  }
  const service = await start()
  return {
    ...options,
    dataDir,
    databaseUrl,
    postmaster: await readPostmasterPid(dataDir),
    service,
    start,
    fixtures,
    side: connectPeople(service.address, fixtures),
    log: (message) => console.error(message),
  }
}

function createFolder(cleanUp: BenchOptions['cleanUp']): string {
  const folder = mkdtempSync(join(tmpdir(), 'reelay-bench-'))
  chmodSync(folder, 0o755)
  cleanUp(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
