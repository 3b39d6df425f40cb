// One node with its own PostgreSQL under orders, changes, uploads and reads, while something around it
// fails.
import { chmodSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findEmbedded, freePort, startEmbedded } from '../../api/src/kernel/db/embedded.ts'
import { runOn } from '../../api/test/standby.ts'
import { startService, type TestService } from '../../api/test/service.ts'
import { createRandom, type Random } from '../fuzz/random.ts'
import { createOrderTarget, type OrderTarget } from './orders.ts'
import type { ProofOptions, ProofResult } from './scenario.ts'
import { verifyWork } from './verify.ts'
import { listCounts, startWorkload, sumCounts, type Clients, type Workload } from './workload.ts'

export type FaultFindings = { lost?: number; duplicated?: number; failed?: number; note?: string }
export type NodeUnderFaults = {
  /** A connection of the proof, past the faults. */
  databaseUrl: string
  dataDir: string
  service: TestService
  target: OrderTarget
  work: Workload
  random: Random
  short: boolean
  log: (line: string) => void
}
export type Faults = {
  env?: Record<string, string>
  clients?: Clients
  /** Before the load starts. */
  prepare?: (node: Omit<NodeUnderFaults, 'work'>) => Promise<void>
  /** Returns how many faults it injected. */
  inject: (node: NodeUnderFaults) => Promise<number>
  /** After the load, before the comparison: the control damages something here. */
  check?: (node: NodeUnderFaults) => Promise<FaultFindings>
  close?: () => Promise<void>
}

export const BUDGETS = {
  DOWNLOAD_BUDGET: '1000000',
  REQUEST_BUDGET: '0',
  STUDIO_REQUEST_BUDGET: '0',
  INVITATION_BUDGET: '1000000',
}

type Place = { databaseUrl: string; dataDir: string }

/**
 * `folder` is for the data of PostgreSQL and of the node. `isEmbedded`: the node starts PostgreSQL
 * itself, so the faults cannot know its URL.
 */
export async function runSingleNode(
  { seed, short, log }: ProofOptions,
  createFaults: (place: Place) => Promise<Faults>,
  { folder, isEmbedded = false }: { folder?: string; isEmbedded?: boolean } = {},
): Promise<ProofResult> {
  folder ??= await mkdtemp(join(tmpdir(), 'reelay-proof-'))
  chmodSync(folder, 0o755)
  const database = isEmbedded
    ? undefined
    : await startEmbedded({ dataDir: join(folder, 'database') })
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  const faults = await createFaults({ databaseUrl: database?.url ?? '', dataDir })
  const service = await startService(
    {
      DATA_DIR: dataDir,
      ...(database && { DATABASE_URL: database.url }),
      ...BUDGETS,
      ...faults.env,
    },
    await freePort(),
  )
  try {
    const databaseUrl = database?.url ?? (await findEmbedded(dataDir))!
    const target = await createOrderTarget(service.address)
    const base = { databaseUrl, dataDir, service, target, short, log }
    const random = createRandom(seed)
    await faults.prepare?.({ ...base, random })
    const { clients } = faults
    const work = startWorkload(service.port, target, { seed, ...(clients && { clients }) })
    const node: NodeUnderFaults = { ...base, random, work }
    const injected = await faults.inject(node)
    await work.finish()
    return { faults: injected, ...(await compare(node, faults)) }
  } finally {
    service.signal('SIGTERM')
    await service.ended
    await faults.close?.()
    await database?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function compare(node: NodeUnderFaults, { check }: Faults) {
  const { work, databaseUrl, service, target } = node
  const { lost = 0, duplicated = 0, failed = 0, note } = (await check?.(node)) ?? {}
  const findings = await verifyWork(databaseUrl, service.port, target, work.ledger)
  const { ledger, failures, retries } = work
  const { label, milliseconds } = work.slowest()
  return {
    operations: work.count(),
    lost: findings.lost + lost,
    duplicated: findings.duplicated + duplicated,
    stuck: findings.stuck,
    failed: sumCounts(failures) + failed,
    note: [
      note,
      listCounts(failures),
      `${ledger.orders.size} orders, ${ledger.uploads.size} uploads`,
      listCounts(retries),
      `slowest: ${label} ${milliseconds} ms`,
    ]
      .filter(Boolean)
      .join('; '),
  }
}

/** Makes the next attempt due, and runs the job that makes it. */
export const runJob = (url: string, kind: string) =>
  runOn(url, `insert into job (kind, payload) values ('${kind}', '{}')`)

/** Waits until the load has had so many more writes acknowledged. */
export async function waitForWrites({ ledger }: Workload, many: number) {
  const count = () => ledger.orders.size + ledger.uploads.size
  const end = count() + many
  while (count() < end) await sleep(50)
}
