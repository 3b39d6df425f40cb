// Runs once before the browser tests. If the caller has no PostgreSQL for them, it builds the app
// and starts one, so that the runner also works alone.
import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../api/test/service.ts'

export default async function prepare(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'reelay-browser-'))
  // The sandbox of the codecs reads as another user.
  chmodSync(folder, 0o755)
  process.env.BROWSER_FOLDER = folder
  const stop = process.env.TEST_CLUSTER ? async () => {} : await startAll()
  return async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function startAll(): Promise<() => Promise<void>> {
  const { status } = spawnSync(process.execPath, ['scripts/bootstrap.mjs'], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('The web app could not be built. The reason is above.')
  // Loads the service, which takes a second of CPU.
  const { startCluster } = await import('../../api/test/cluster.ts')
  const { url, stop } = await startCluster()
  process.env.TEST_CLUSTER = url
  return stop
}
