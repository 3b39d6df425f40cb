// A recovery drill: a backup of a running service, kill -9, and a full restore.
import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { createClient, type Call } from '@reelay/client'
import * as assets from '../src/assets/contract.ts'
import * as files from '../src/files/contract.ts'
import { openRepository, type Manifest } from '../src/operations/backup/repository.ts'
import * as projects from '../src/projects/contract.ts'
import * as sessions from '../src/sessions/contract.ts'
import * as studios from '../src/studios/contract.ts'
import { runAdmin, startAdmin } from './admin.ts'
import { ADMIN, readPostmasterPid, startService, type TestService } from './service.ts'
import { tokenAuthorization } from './agent-request.ts'

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

type Account = { call: Call; api: string; authorization: string }

async function signIn({ address }: TestService): Promise<Account> {
  const baseUrl = `${address}/api`
  const session = (await createClient({ baseUrl, credential: ADMIN }).call(
    sessions.openSession,
  )) as sessions.Session
  return {
    call: createClient({ baseUrl, credential: session }).call,
    api: baseUrl,
    authorization: tokenAuthorization(session),
  }
}

async function createAsset(call: Call): Promise<string> {
  const studio = await call(studios.createStudio, { body: { name: 'Studio', slug: 'studio' } })
  const project = await call(projects.createProject, {
    body: { name: 'Project', slug: 'project', studio: studio._id },
  })
  return (
    await call(assets.createAsset, {
      body: { name: 'Trailer', project: project._id, type: 'trailer' },
    })
  )._id
}

async function upload(
  { call, api, authorization }: Account,
  asset: string,
  length: number,
): Promise<{ id: string; sha256: string }> {
  const bytes = randomBytes(length)
  const { _id: id } = await call(files.registerFile, { body: { name: 'drill.bin', asset } })
  const response = await fetch(`${api}/files/${id}/content`, {
    method: 'PUT',
    headers: { authorization, 'content-type': 'application/octet-stream' },
    body: bytes,
  })
  assert.equal(response.status, 200, await response.text())
  return { id, sha256: hash('sha256', bytes) }
}

async function download({ api, authorization }: Account, id: string): Promise<Buffer> {
  const response = await fetch(`${api}/files/${id}/content`, { headers: { authorization } })
  assert.equal(response.status, 200)
  return Buffer.from(await response.arrayBuffer())
}

/** Uploads one file after another until it is stopped. Returns how many. */
function keepUploading(account: Account, asset: string): { stop: () => Promise<number> } {
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
