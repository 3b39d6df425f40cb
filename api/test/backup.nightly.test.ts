// A recovery drill: a backup of a running service, kill -9, and a full restore.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { openRepository, type Manifest } from '../src/operations/backup/repository.ts'
import { runAdmin, startAdmin } from './admin.ts'
import { createAsset, download, signIn, upload, type DrillAccount } from './drill-account.ts'
import { readPostmasterPid, startService, type TestService } from './service.ts'

const MEBIBYTE = 1024 * 1024
const FILES = 24

test(
  'restores every row and byte after the service was killed',
  { timeout: 180_000 },
  async (t) => {
    const { home, serve, data } = await createInstallation(t)
    const service = await serve(data)
    const account = await signIn(service)
    const asset = await createAsset(account.call)
    const uploaded = await Promise.all(
      Array.from({ length: FILES }, () => upload(account, asset, 3 * MEBIBYTE)),
    )
    const repository = openRepository(join(home, 'repository'))
    const uploader = keepUploading(account, asset)

    await killDuring(['backup', repository.folder], { DATA_DIR: data }, () =>
      hasObjects(repository.folder),
    )
    assert.deepEqual(await repository.list(), [], 'an interrupted backup is not listed')
    const copiedBefore = (await objectsIn(repository.folder)).length
    const { done, findings } = await runAdmin(['backup', repository.folder], { DATA_DIR: data })
    const manifest = await repository.get()
    assert.ok(
      copiedBefore > 0 && Number(done.copied) <= Number(done.objects) - copiedBefore,
      `${copiedBefore} were there, ${done.copied} of ${done.objects} were copied`,
    )
    assert.deepEqual(
      [findings, (await runAdmin(['verify', repository.folder], { DATA_DIR: data })).findings],
      [[], []],
    )

    const during = await uploader.stop()
    assert.ok(during > 0, 'files were uploaded during the backup')
    const postmaster = await readPostmasterPid(data)
    service.signal('SIGKILL')
    process.kill(postmaster, 'SIGKILL')
    await service.ended

    const restored = join(home, 'restored')
    const args = ['restore', repository.folder, '--into', restored]
    assert.match(
      (await runAdmin(args, {})).refused!,
      /needs the encryption key [0-9a-f]{16}\. Copy/,
    )
    await killDuring(args, { DATA_DIR: data }, () => hasObjects(restored))
    await assert.rejects(serve(restored), /ended before it was ready: 4/)
    await killDuring(args, { DATA_DIR: data }, () =>
      readdir(join(restored, 'postgres')).then(
        () => true,
        () => false,
      ),
    )
    await assert.rejects(serve(restored), /ended before it was ready: 4/)
    assert.deepEqual((await runAdmin(args, { DATA_DIR: data })).findings, [])

    const second = openRepository(join(home, 'second'))
    await runAdmin(['backup', second.folder], { DATA_DIR: restored })
    assert.deepEqual(contentOf(await second.get()), contentOf(manifest))

    const restoredAccount = await signIn(await serve(restored))
    for (const { id, sha256 } of uploaded)
      assert.equal(hash('sha256', await download(restoredAccount, id)), sha256)
    assert.equal((await upload(restoredAccount, asset, 1000)).id.length, 24, 'accepts new uploads')
  },
)

const contentOf = ({ tables, sequences, objects, migrations }: Manifest) => ({
  tables,
  sequences,
  objects,
  migrations,
})

async function createInstallation(t: TestContext) {
  const home = await mkdtemp(join(tmpdir(), 'reelay-drill-'))
  chmodSync(home, 0o755)
  const services: TestService[] = []
  t.after(async () => {
    for (const service of services) {
      service.signal('SIGTERM')
      await service.ended
    }
    for (const folder of ['data', 'restored'])
      await readPostmasterPid(join(home, folder))
        .then((pid) => process.kill(pid, 'SIGKILL'))
        .catch(() => {})
    await rm(home, { recursive: true, force: true })
  })
  // Without a worker: processing the files would only take time.
  const serve = async (dataDir: string) => {
    const service = await startService({ DATA_DIR: dataDir, ROLE: 'api' })
    services.push(service)
    return service
  }
  return { home, data: join(home, 'data'), serve }
}

/** Starts a command and kills it as soon as the condition holds. */
async function killDuring(
  args: string[],
  env: Record<string, string>,
  isReached: () => Promise<boolean>,
) {
  const { kill } = startAdmin(args, env)
  while (!(await isReached())) await sleep(2)
  await kill()
}

const objectsIn = async (folder: string) =>
  (
    await readdir(join(folder, 'objects'), { recursive: true, withFileTypes: true }).catch(() => [])
  ).filter((entry) => entry.isFile())
const hasObjects = async (folder: string) => (await objectsIn(folder)).length > 0

/** Uploads one file after another until it is stopped. Returns how many. */
function keepUploading(account: DrillAccount, asset: string): { stop: () => Promise<number> } {
  let [isRunning, count] = [true, 0]
  const work = (async () => {
    for (; isRunning; count++) await upload(account, asset, 50_000)
  })()
  return {
    stop: async () => {
      isRunning = false
      await work
      return count
    },
  }
}
