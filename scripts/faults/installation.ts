// One or two nodes with a PostgreSQL under orders, changes, uploads and reads, while something fails.
// Afterwards, what was acknowledged is compared with what is there.
import { execFileSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  findEmbedded,
  freePort,
  startEmbedded,
  type Binaries,
} from '../../api/src/kernel/db/embedded.ts'
import { findOtherBinaries } from '../../api/test/cluster.ts'
import { startPgBouncer } from '../../api/test/pgbouncer.ts'
import { startService, type TestService } from '../../api/test/service.ts'
import { startWithStandby, type ReplicatedDatabase } from '../../api/test/standby.ts'
import { tokenAuth } from '../../api/test/raw-http.ts'
import { prepareEngine, type Engine } from '../test/engines.ts'
import { SETTINGS, startDatabase, type SeededStudios } from '../tools/database.ts'
import { listCounts, sumCounts } from '../tools/load.ts'
import { createRandom, type Random } from '../tools/random.ts'
import type { Connection } from '../tools/send.ts'
import { compare } from './compare.ts'
import { startProxy, type ProxyName } from './proxies.ts'
import type { ScenarioFindings, RunOptions, ScenarioResult } from './scenario.ts'
import type { Ledger } from './clients.ts'
import { startWorkload, type Clients, type Workload } from './workload.ts'

export type Layout = {
  /** The service starts PostgreSQL itself, or it is separate, or it has a standby. */
  database?: 'own' | 'separate' | 'replicated'
  /** Another PostgreSQL than the one from npm, or a pooler in front of it. It is separate. */
  engine?: Engine
  /** In front of two nodes. */
  proxy?: ProxyName
  /** For the data of PostgreSQL and of the nodes. */
  folder?: string
}
/** `databaseUrl` is empty if the service starts PostgreSQL. */
export type FaultPlace = {
  folder: string
  dataDir: string
  databaseUrl: string
  /** Runs when all nodes have ended. */
  after: (step: () => unknown) => void
}
export type FaultFindings = Partial<ScenarioFindings> & { note?: string }
export type Faults = {
  env?: Record<string, string>
  clients?: Partial<Clients>
  /** Before the load starts. */
  prepare?: (installation: Omit<Installation, 'work'>) => Promise<void>
  /** Returns how many faults it injected. */
  inject: (installation: Installation) => Promise<number>
  /** After the load, before the comparison: a control damages something here. */
  check?: (installation: Installation) => Promise<FaultFindings>
}
export type Installation = RunOptions &
  FaultPlace & {
    /** Past the faults. */
    databaseUrl: string
    standby: ReplicatedDatabase | undefined
    env: Record<string, string>
    nodes: TestService[]
    /** Ends a node with the signal, if it still runs, and starts it again. */
    restart: (index?: number, signal?: NodeJS.Signals) => Promise<void>
    fixtures: SeededStudios
    /** The admin, through the proxy if there is one. */
    connection: Connection & { port: number; authorization: string }
    random: Random
    work: Workload
  }

/** Both nodes name the same address, although nothing listens there. */
const PROXY_URL = 'http://localhost:4000'

/** A service that does not start any more has lost everything. */
class NotStarted extends Error {}

export async function runScenario(
  options: RunOptions,
  createFaults: (place: FaultPlace) => Faults | Promise<Faults>,
  layout: Layout = {},
): Promise<ScenarioResult> {
  await using cleanups = new AsyncDisposableStack()
  const folder = layout.folder ?? (await createFolder(cleanups))
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  const database = await openDatabase(layout, folder, cleanups)
  const after: FaultPlace['after'] = (step) => cleanups.defer(async () => void (await step()))
  const place = { folder, dataDir, databaseUrl: database.url ?? '', after }
  const faults = await createFaults(place)
  if (!database.url) await copyTemplate(dataDir)

  const url = database.url && { DATABASE_URL: database.url }
  const proxied = layout.proxy && { PUBLIC_URL: PROXY_URL }
  const env = { ...SETTINGS, ...url, ...database.env, ...proxied, ...faults.env }
  const { nodes, start, ports } = await startNodes(env, dataDir, layout)
  cleanups.defer(async () => void (await Promise.all(nodes.map((node) => node.stop()))))
  const proxy = layout.proxy && (await startProxy(layout.proxy, ports, folder))
  if (proxy) cleanups.defer(proxy.stop)

  const { fixtures } = await prepareTemplate(layout.engine)
  const { authorization } = tokenAuth(fixtures.admin)
  const port = proxy?.port ?? ports[0]
  const agent = new Agent({ keepAlive: true })
  cleanups.defer(() => agent.destroy())
  const base: Omit<Installation, 'work'> = {
    ...options,
    ...place,
    databaseUrl: database.standby?.standby.url ?? database.url ?? (await findEmbedded(dataDir))!,
    standby: database.standby,
    env,
    nodes,
    async restart(index = 0, signal = 'SIGTERM') {
      await nodes[index]!.stop(signal)
      nodes[index] = await start(index).catch((cause: Error) => {
        throw new NotStarted(`Node ${index + 1} did not start`, { cause })
      })
    },
    fixtures,
    connection: { port, agent, authorization },
    random: createRandom(options.seed),
  }
  await faults.prepare?.(base)
  const { seed } = options
  const asset = fixtures.a.asset._id
  const work = startWorkload({ port, authorization, asset, seed, clients: faults.clients })
  // Without await, everything would be stopped at once.
  return await observe({ ...base, work }, faults)
}

async function observe(installation: Installation, faults: Faults): Promise<ScenarioResult> {
  const { work, dataDir, connection } = installation
  const injected = await faults.inject(installation).catch((error: Error) => error)
  if (injected instanceof Error) {
    await work.abandon()
    if (!(injected instanceof NotStarted)) throw injected
    const lost = countAll(work.ledger)
    const note = injected.message
    return { operations: work.count(), faults: 1, lost, duplicated: 0, stuck: 0, failed: 0, note }
  }
  await work.finish()
  // PostgreSQL may have another port since it was restarted.
  const url = (await findEmbedded(dataDir)) ?? installation.databaseUrl
  const found = (await faults.check?.({ ...installation, databaseUrl: url })) ?? {}
  const compared = await compare(url, connection, work.ledger)
  const { label, milliseconds } = work.slowest()
  return {
    operations: work.count(),
    faults: injected,
    lost: compared.lost + (found.lost ?? 0),
    duplicated: compared.duplicated + (found.duplicated ?? 0),
    stuck: compared.stuck + (found.stuck ?? 0),
    failed: sumCounts(work.failures) + (found.failed ?? 0),
    note: [
      found.note,
      listCounts(work.failures),
      `${work.ledger.orders.size} orders, ${work.ledger.uploads.size} uploads`,
      listCounts(work.retries),
      `slowest: ${label} ${milliseconds} ms`,
    ]
      .filter(Boolean)
      .join('; '),
  }
}

const countAll = ({ orders, changes, uploads }: Ledger) => orders.size + changes.size + uploads.size

export async function createFolder(cleanups: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reelay-faults-'))
  cleanups.defer(() => rm(folder, { recursive: true, force: true }))
  // PostgreSQL does not run as root, and its user must be able to enter the folder.
  chmodSync(folder, 0o755)
  return folder
}

type Template = { folder: string; fixtures: SeededStudios; binaries: Binaries | undefined }
const templates = new Map<string, Promise<Template>>()
const templateFolders = new AsyncDisposableStack()

/** A data folder with the fixtures. A copy takes a second, the folder itself ten. */
export function prepareTemplate(engine?: Engine): Promise<Template> {
  const env = engine ? prepareEngine(engine) : {}
  const version = env.TEST_POSTGRES ?? ''
  const template = templates.get(version) ?? createTemplate(env)
  templates.set(version, template)
  return template
}

async function createTemplate(env: Record<string, string>): Promise<Template> {
  const binaries = await findOtherBinaries(env)
  const folder = await createFolder(templateFolders)
  const { fixtures, stop } = await startDatabase(folder, binaries)
  await stop()
  return { folder, fixtures, binaries }
}

async function copyTemplate(to: string, engine?: Engine) {
  const { folder } = await prepareTemplate(engine)
  await mkdir(to, { recursive: true })
  // PostgreSQL belongs to another user.
  execFileSync('cp', ['-a', `${folder}/.`, to])
}

export const removeTemplate = () => templateFolders.disposeAsync()

type OpenDatabase = { url?: string; env?: Record<string, string>; standby?: ReplicatedDatabase }

async function openDatabase(
  { database, engine }: Layout,
  folder: string,
  cleanups: AsyncDisposableStack,
): Promise<OpenDatabase> {
  if (database === 'own') return {}
  if (database === 'replicated') {
    await copyTemplate(join(folder, 'one'))
    const standby = await startWithStandby(folder)
    cleanups.defer(standby.stop)
    return { url: standby.url, standby }
  }
  const dataDir = join(folder, 'database')
  await copyTemplate(dataDir, engine)
  const { binaries } = await prepareTemplate(engine)
  const { url, stop } = await startEmbedded({ dataDir, ...(binaries && { binaries }) })
  cleanups.defer(stop)
  if (engine !== 'pgbouncer') return { url }
  const pooler = await startPgBouncer(url)
  cleanups.defer(pooler.stop)
  return { url, env: { DATABASE_SERVICE_URL: pooler.serviceUrl, DATABASE_PREPARED: '0' } }
}

/** With a standby, the nodes are on two machines with a data folder each, otherwise on one. */
async function startNodes(
  env: Record<string, string>,
  dataDir: string,
  { database, proxy }: Layout,
) {
  const ports = [await freePort(), await freePort()] as const
  const folderOf = (index: number) =>
    database === 'replicated' ? `${dataDir}-${index + 1}` : dataDir
  const start = (index: number) => startService({ ...env, DATA_DIR: folderOf(index) }, ports[index])
  const nodes = [await start(0)]
  if (proxy) nodes.push(await start(1))
  return { nodes, start, ports }
}
