// Many small files and one large one, brought and taken by the terminal program while it is killed,
// and the service too; and what came of it.
import { createHash, hash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { assets, files, projects, sessions, studios } from '@reelay/api/contract'
import { createClient, type Client } from '@reelay/client'
import { ADMIN, startService, type TestService } from '../../api/test/service.ts'
import { brokenOff, undisturbed, type Ended } from './broken-off.ts'
import { openMeter, type Reading } from './meter.ts'

/**
 * `env`: where the service keeps its things. `thorough`: the service is killed too, and all of it
 * is also done undisturbed, for the clock.
 */
type Asked = {
  env: Record<string, string>
  home: string
  count: number
  size: number
  thorough: boolean
  say: (line: string) => void
}
/**
 * `whole`: bytes of the files themselves. `equal`: how many have the same SHA-256 at both ends;
 * `kept`: how many the service knows of.
 */
export type Brought = Reading & {
  files: number
  kept: number
  equal: number
  whole: number
  ended: Ended
  undisturbed: Ended | undefined
}
export type Proof = {
  small: Brought
  large: Brought
  taken: { equal: boolean; whole: number; ended: Ended; undisturbed: Ended | undefined }
}
type Stage = Asked & {
  service: TestService
  client: Client
  commandEnv: (address: string) => Record<string, string>
  restart: () => Promise<void>
}

const SMALL = 20_000
const LARGE_NAME = 'large.bin'

export async function proveKills(asked: Asked): Promise<Proof> {
  const stage = await setStage(asked)
  try {
    const [small, large] = [await makeSmall(asked), await makeLarge(asked)]
    const proof = {
      small: await proveUpload(stage, 'small', small),
      large: await proveUpload(stage, 'large', large),
    }
    return { ...proof, taken: await proveDownload(stage, large) }
  } finally {
    stage.service.signal('SIGTERM')
    await stage.service.ended
  }
}

async function setStage(asked: Asked): Promise<Stage> {
  const service = await startService(asked.env)
  const baseUrl = `${service.address}/api`
  const { token } = (await createClient({ baseUrl, credential: ADMIN }).call(
    sessions.openSession,
  )) as sessions.Session
  const client = createClient({ baseUrl, credential: { email: ADMIN.email, token } })
  const stage: Stage = {
    ...asked,
    service,
    client,
    commandEnv: (address) => ({
      HOME: asked.home,
      XDG_STATE_HOME: asked.home,
      REELAY_ADDRESS: address,
      REELAY_EMAIL: ADMIN.email,
      REELAY_TOKEN: token,
    }),
    async restart() {
      stage.service.signal('SIGKILL')
      await stage.service.ended
      stage.service = await startService(asked.env, service.port)
    },
  }
  return stage
}

type Folder = { path: string; whole: number; digests: Map<string, string> }

async function makeSmall({ home, count }: Asked): Promise<Folder> {
  const path = join(home, 'small')
  await mkdir(path)
  const digests = new Map<string, string>()
  for (let number = 0; number < count; number++) {
    const bytes = randomBytes(SMALL)
    await writeFile(join(path, `${number}.bin`), bytes)
    digests.set(`${number}.bin`, hash('sha256', bytes))
  }
  return { path, whole: count * SMALL, digests }
}

async function makeLarge({ home, size }: Asked): Promise<Folder> {
  const path = join(home, 'large')
  await mkdir(path)
  await using file = await open(join(path, LARGE_NAME), 'w')
  const digest = createHash('sha256')
  for (let at = 0; at < size;) {
    const piece = randomBytes(Math.min(4 * 1024 * 1024, size - at))
    await file.write(piece)
    digest.update(piece)
    at += piece.length
  }
  return { path, whole: size, digests: new Map([[LARGE_NAME, digest.digest('hex')]]) }
}

async function proveUpload(
  stage: Stage,
  name: string,
  { path, whole, digests }: Folder,
): Promise<Brought> {
  const { service, client, thorough, commandEnv, restart, say } = stage
  const wordsFor = async (asset: string) => [
    'upload',
    path,
    '--asset',
    await makeAsset(client, asset),
    '--json',
  ]
  const clocked = thorough
    ? await undisturbed(await wordsFor(`${name} undisturbed`), commandEnv(service.address))
    : undefined
  if (clocked) say(`${name}: undisturbed ${clocked.seconds.toFixed(1)} s`)

  const meter = await openMeter(service.port)
  const share = () => meter.read().acknowledged / whole
  const words = await wordsFor(name)
  const ended = await brokenOff({
    words,
    env: commandEnv(meter.address),
    share,
    killCommandAt: 1 / 3,
    ...(thorough && { killServiceAt: 2 / 3, restartService: restart }),
  })
  await meter.close()
  say(`${name}: killed and given again ${ended.seconds.toFixed(1)} s`)
  const stored = await Array.fromAsync(
    client.each(files.listFiles, { query: { asset: words[3]! } }, { pageSize: 500 }),
  )
  return {
    ...meter.read(),
    files: digests.size,
    kept: stored.length,
    equal: stored.filter((file) => file.sha256 === digests.get(file.name)).length,
    whole,
    ended,
    undisturbed: clocked,
  }
}

async function proveDownload(stage: Stage, { whole, digests }: Folder): Promise<Proof['taken']> {
  const { service, client, thorough, commandEnv, restart, home } = stage
  const [folder, sha256] = [join(home, 'taken'), digests.get(LARGE_NAME)!]
  const [file] = (await client.call(files.listFiles, { query: { asset: 'large' } })).items
  const words = (to: string) => ['download', file!._id, '--to', to, '--json']
  const clocked = thorough
    ? await undisturbed(words(`${folder} undisturbed`), commandEnv(service.address))
    : undefined
  await mkdir(folder)
  const share = async () => {
    const [name] = await readdir(folder)
    return name ? (await stat(join(folder, name))).size / whole : 0
  }
  const ended = await brokenOff({
    words: words(folder),
    env: commandEnv(service.address),
    share,
    killCommandAt: 1 / 4,
    ...(thorough && { killServiceAt: 1 / 2, restartService: restart }),
  })
  const digest = createHash('sha256')
  await pipeline(createReadStream(join(folder, LARGE_NAME)), digest)
  return { equal: digest.digest('hex') === sha256, whole, ended, undisturbed: clocked }
}

/** Its slug. */
async function makeAsset({ call, each }: Client, name: string): Promise<string> {
  const [project] = await Array.fromAsync(each(projects.listProjects))
  const { _id } =
    project ??
    (await call(projects.createProject, {
      body: {
        name: 'Proof',
        studio: (await call(studios.createStudio, { body: { name: 'Proof' } }))._id,
      },
    }))
  return (await call(assets.createAsset, { body: { name, project: _id, type: 'trailer' } })).slug
}
