// Uploads and downloads many small files and a large one with the CLI, while the command and the
// service are killed, and checks the results.
import { createHash, hash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { assets, files, projects, sessions, studios } from '@reelay/api/contract'
import { createClient, type Client } from '@reelay/client'
import { ADMIN, startService, type TestService } from '../../api/test/service.ts'
import { runInterrupted, runUndisturbed, type CommandRun } from './interrupted-command.ts'
import { startMeteringProxy, type MeterReading } from './metering-proxy.ts'

/**
 * `env`: the settings of the service. `isThorough`: also kills the service, and measures an
 * undisturbed run.
 */
type StressOptions = {
  env: Record<string, string>
  home: string
  count: number
  size: number
  isThorough: boolean
  log: (line: string) => void
}
/** `equal`: how many files have the same SHA-256 on both sides. */
export type UploadOutcome = MeterReading & {
  files: number
  registered: number
  equal: number
  totalBytes: number
  run: CommandRun
  undisturbed: CommandRun | undefined
}
export type StressResult = {
  small: UploadOutcome
  large: UploadOutcome
  download: {
    equal: boolean
    totalBytes: number
    run: CommandRun
    undisturbed: CommandRun | undefined
  }
}
type StressContext = StressOptions & {
  service: TestService
  client: Client
  commandEnv: (address: string) => Record<string, string>
  restart: () => Promise<void>
}

const SMALL = 20_000
const LARGE_NAME = 'large.bin'

export async function stressCli(options: StressOptions): Promise<StressResult> {
  const context = await startContext(options)
  try {
    const [small, large] = [await createSmallFiles(options), await createLargeFile(options)]
    const proof = {
      small: await stressUpload(context, 'small', small),
      large: await stressUpload(context, 'large', large),
    }
    return { ...proof, download: await stressDownload(context, large) }
  } finally {
    context.service.signal('SIGTERM')
    await context.service.ended
  }
}

async function startContext(options: StressOptions): Promise<StressContext> {
  const service = await startService(options.env)
  const baseUrl = `${service.address}/api`
  const { token } = (await createClient({ baseUrl, credential: ADMIN }).call(
    sessions.openSession,
  )) as sessions.Session
  const client = createClient({ baseUrl, credential: { email: ADMIN.email, token } })
  const context: StressContext = {
    ...options,
    service,
    client,
    commandEnv: (address) => ({
      HOME: options.home,
      XDG_STATE_HOME: options.home,
      REELAY_ADDRESS: address,
      REELAY_EMAIL: ADMIN.email,
      REELAY_TOKEN: token,
    }),
    async restart() {
      context.service.signal('SIGKILL')
      await context.service.ended
      context.service = await startService(options.env, service.port)
    },
  }
  return context
}

type Folder = { path: string; totalBytes: number; digests: Map<string, string> }

async function createSmallFiles({ home, count }: StressOptions): Promise<Folder> {
  const path = join(home, 'small')
  await mkdir(path)
  const digests = new Map<string, string>()
  for (let index = 0; index < count; index++) {
    const bytes = randomBytes(SMALL)
    await writeFile(join(path, `${index}.bin`), bytes)
    digests.set(`${index}.bin`, hash('sha256', bytes))
  }
  return { path, totalBytes: count * SMALL, digests }
}

async function createLargeFile({ home, size }: StressOptions): Promise<Folder> {
  const path = join(home, 'large')
  await mkdir(path)
  await using file = await open(join(path, LARGE_NAME), 'w')
  const digest = createHash('sha256')
  for (let written = 0; written < size;) {
    const chunk = randomBytes(Math.min(4 * 1024 * 1024, size - written))
    await file.write(chunk)
    digest.update(chunk)
    written += chunk.length
  }
  return { path, totalBytes: size, digests: new Map([[LARGE_NAME, digest.digest('hex')]]) }
}

async function stressUpload(
  context: StressContext,
  name: string,
  { path, totalBytes, digests }: Folder,
): Promise<UploadOutcome> {
  const { service, client, isThorough, commandEnv, restart, log } = context
  const wordsFor = async (asset: string) => [
    'upload',
    path,
    '--asset',
    await createAsset(client, asset),
    '--json',
  ]
  const undisturbed = isThorough
    ? await runUndisturbed(await wordsFor(`${name} undisturbed`), commandEnv(service.address))
    : undefined
  if (undisturbed) log(`${name}: undisturbed ${undisturbed.seconds.toFixed(1)} s`)

  const meter = await startMeteringProxy(service.port)
  const share = () => meter.read().confirmed / totalBytes
  const words = await wordsFor(name)
  const run = await runInterrupted({
    words,
    env: commandEnv(meter.address),
    share,
    killCommandAt: 1 / 3,
    ...(isThorough && { killServiceAt: 2 / 3, restartService: restart }),
  })
  await meter.close()
  log(`${name}: killed and restarted ${run.seconds.toFixed(1)} s`)
  const stored = await Array.fromAsync(
    client.each(files.listFiles, { query: { asset: words[3]! } }, { pageSize: 500 }),
  )
  return {
    ...meter.read(),
    files: digests.size,
    registered: stored.length,
    equal: stored.filter((file) => file.sha256 === digests.get(file.name)).length,
    totalBytes,
    run,
    undisturbed,
  }
}

async function stressDownload(
  context: StressContext,
  { totalBytes, digests }: Folder,
): Promise<StressResult['download']> {
  const { service, client, isThorough, commandEnv, restart, home } = context
  const [folder, sha256] = [join(home, 'downloads'), digests.get(LARGE_NAME)!]
  const [file] = (await client.call(files.listFiles, { query: { asset: 'large' } })).items
  const words = (to: string) => ['download', file!._id, '--to', to, '--json']
  const undisturbed = isThorough
    ? await runUndisturbed(words(`${folder} undisturbed`), commandEnv(service.address))
    : undefined
  await mkdir(folder)
  const share = async () => {
    const [name] = await readdir(folder)
    return name ? (await stat(join(folder, name))).size / totalBytes : 0
  }
  const run = await runInterrupted({
    words: words(folder),
    env: commandEnv(service.address),
    share,
    killCommandAt: 1 / 4,
    ...(isThorough && { killServiceAt: 1 / 2, restartService: restart }),
  })
  const digest = createHash('sha256')
  await pipeline(createReadStream(join(folder, LARGE_NAME)), digest)
  return { equal: digest.digest('hex') === sha256, totalBytes, run, undisturbed }
}

/** Creates an asset and returns its slug. */
async function createAsset({ call, each }: Client, name: string): Promise<string> {
  const [project] = await Array.fromAsync(each(projects.listProjects))
  const { _id } =
    project ??
    (await call(projects.createProject, {
      body: {
        name: 'Stress test',
        studio: (await call(studios.createStudio, { body: { name: 'Stress test' } }))._id,
      },
    }))
  return (await call(assets.createAsset, { body: { name, project: _id, type: 'trailer' } })).slug
}
