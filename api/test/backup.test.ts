// The drill: the real service at work, a backup beside it, kill -9, and everything back from the
// shelf.
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
  'killed at work and restored from its backup, an installation has every row and every byte of that moment',
  { timeout: 180_000 },
  async (t) => {
    const { home, serve, data } = await place(t)
    const service = await serve(data)
    const door = await signIn(service)
    const asset = await furnish(door.call)
    const safe = await Promise.all(
      Array.from({ length: FILES }, () => upload(door, asset, 3 * MEBIBYTE)),
    )
    const shelf = openRepository(join(home, 'shelf'))
    const busy = keepUploading(door, asset)

    await interrupted(['backup', shelf.folder], { DATA_DIR: data }, () =>
      holdsObjects(shelf.folder),
    )
    assert.deepEqual(await shelf.list(), [], 'half a backup is none')
    const brought = (await objectsIn(shelf.folder)).length
    const { done, findings } = await runAdmin(['backup', shelf.folder], { DATA_DIR: data })
    const manifest = await shelf.get()
    assert.ok(
      brought > 0 && Number(done.copied) <= Number(done.objects) - brought,
      `${brought} were there, ${done.copied} of ${done.objects} were brought`,
    )
    assert.deepEqual([findings, (await runAdmin(['verify', shelf.folder], {})).findings], [[], []])

    const during = await busy.stop()
    assert.ok(during > 0, 'somebody worked meanwhile')
    const postmaster = await readPostmasterPid(data)
    service.signal('SIGKILL')
    process.kill(postmaster, 'SIGKILL')
    await service.ended

    const restored = join(home, 'restored')
    const words = ['restore', shelf.folder, '--into', restored]
    await interrupted(words, {}, () => holdsObjects(restored))
    await assert.rejects(serve(restored), /ended before it served: 1/)
    await interrupted(words, {}, () =>
      readdir(join(restored, 'postgres')).then(
        () => true,
        () => false,
      ),
    )
    await assert.rejects(serve(restored), /ended before it served: 1/)
    assert.deepEqual((await runAdmin(words, {})).findings, [])

    const again = openRepository(join(home, 'again'))
    await runAdmin(['backup', again.folder], { DATA_DIR: restored })
    assert.deepEqual(contentOf(await again.get()), contentOf(manifest))

    const back = await signIn(await serve(restored))
    for (const { id, sha256 } of safe)
      assert.equal(hash('sha256', await download(back, id)), sha256)
    assert.equal((await upload(back, asset, 1000)).id.length, 24, 'and work goes on')
  },
)

const contentOf = ({ tables, sequences, objects, migrations }: Manifest) => ({
  tables,
  sequences,
  objects,
  migrations,
})

async function place(t: TestContext) {
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
  // A quiet service: what follows from a file by itself would make the drill longer and prove
  // nothing more.
  const serve = async (dataDir: string) => {
    const service = await startService({ DATA_DIR: dataDir, ROLE: 'api' })
    services.push(service)
    return service
  }
  return { home, data: join(home, 'data'), serve }
}

/** Begins it, and kills it as soon as it has come so far. */
async function interrupted(
  words: string[],
  env: Record<string, string>,
  soFar: () => Promise<boolean>,
) {
  const { kill } = startAdmin(words, env)
  while (!(await soFar())) await sleep(2)
  await kill()
}

const objectsIn = async (folder: string) =>
  (
    await readdir(join(folder, 'objects'), { recursive: true, withFileTypes: true }).catch(() => [])
  ).filter((entry) => entry.isFile())
const holdsObjects = async (folder: string) => (await objectsIn(folder)).length > 0

type Door = { call: Call; api: string; authorization: string }

async function signIn({ address }: TestService): Promise<Door> {
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

async function furnish(call: Call): Promise<string> {
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
  { call, api, authorization }: Door,
  asset: string,
  length: number,
): Promise<{ id: string; sha256: string }> {
  const bytes = randomBytes(length)
  const { _id: id } = await call(files.registerFile, { body: { name: 'drill.bin', asset } })
  const answer = await fetch(`${api}/files/${id}/content`, {
    method: 'PUT',
    headers: { authorization, 'content-type': 'application/octet-stream' },
    body: bytes,
  })
  assert.equal(answer.status, 200, await answer.text())
  return { id, sha256: hash('sha256', bytes) }
}

async function download({ api, authorization }: Door, id: string): Promise<Buffer> {
  const answer = await fetch(`${api}/files/${id}/content`, { headers: { authorization } })
  assert.equal(answer.status, 200)
  return Buffer.from(await answer.arrayBuffer())
}

/** Somebody who brings one file after another until they are told to stop, and says how many. */
function keepUploading(door: Door, asset: string): { stop: () => Promise<number> } {
  let [going, count] = [true, 0]
  const work = (async () => {
    for (; going; count++) await upload(door, asset, 50_000)
  })()
  return {
    stop: async () => {
      going = false
      await work
      return count
    },
  }
}
