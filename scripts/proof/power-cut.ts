// Cuts the power of the disk with the data folder while orders are written: whatever was not synced
// is gone. The disk is a file system in a file, so this needs root and Linux.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findEmbedded, freePort } from '../../api/src/kernel/db/embedded.ts'
import { readPostmasterPid, startService, type TestService } from '../../api/test/service.ts'
import { compareLedger, createOrderTarget, startWriters } from './orders.ts'
import { createRandom } from '../fuzz/random.ts'
import type { ProofOptions, ProofResult, Scenario } from './scenario.ts'

const DISK_BYTES = 3 * 1024 ** 3
const WRITERS = 8
/** A cut before anything was acknowledged would prove nothing. */
const ORDERS_BEFORE_CUT = 20

/** `unsafe` is a setting of PostgreSQL that gives up durability: the control. */
export const powerCut = (unsafe?: 'fsync' | 'synchronous_commit'): Scenario => ({
  name: unsafe ? `power cuts, ${unsafe} off` : 'power cuts',
  isControl: unsafe !== undefined,
  unavailable: () =>
    process.getuid?.() !== 0
      ? 'needs root'
      : ['mkfs.ext4', 'losetup', 'xfs_io'].map(missingProgram).find(Boolean),
  run: (options) => cutPower(options, unsafe),
})

const missingProgram = (name: string) =>
  spawnSync('which', [name]).status === 0 ? undefined : `${name} is not installed`

async function cutPower(
  { seed, short, log }: ProofOptions,
  unsafe: string | undefined,
): Promise<ProofResult> {
  const random = createRandom(seed)
  const disk = await createDisk()
  const port = await freePort()
  const start = () => startService({ DATA_DIR: disk.dataDir }, port)
  let service: TestService | undefined = await start()
  const cuts = unsafe ? 1 : short ? 2 : 10
  const total = { operations: 0, lost: 0, duplicated: 0, stuck: 0 }
  try {
    if (unsafe) await setUnsafe(disk.dataDir, unsafe)
    const target = await createOrderTarget(service.address)
    for (let cut = 0; cut < cuts && service; cut++) {
      const { ledger, abandon } = startWriters(port, target, WRITERS)
      while (ledger.size < ORDERS_BEFORE_CUT) await sleep(100)
      await sleep(3_000 + random.below(3_000))
      log(`${ledger.size} orders; power cut`)
      const acknowledged = new Map(ledger)
      disk.cut()
      await killAll(service, disk.dataDir)
      abandon()
      service = undefined
      await disk.mountAgain()
      const findings = await verify(start, disk.dataDir, acknowledged)
      service = findings.service
      total.operations += acknowledged.size
      total.lost += findings.lost
      total.duplicated += findings.duplicated
      total.stuck += findings.stuck
    }
    return { ...total, faults: cuts, failed: 0, note: 'ext4 without its journal since the cut' }
  } finally {
    if (service) await killAll(service, disk.dataDir)
    await disk.remove()
  }
}

/** A database that does not start any more has lost everything. */
async function verify(
  start: () => Promise<TestService>,
  dataDir: string,
  ledger: Map<string, string>,
) {
  const service = await start().catch(() => undefined)
  if (!service) return { service, lost: ledger.size, duplicated: 0, stuck: 0 }
  return { service, ...(await compareLedger((await findEmbedded(dataDir))!, ledger)) }
}

async function setUnsafe(dataDir: string, setting: string) {
  const client = new pg.Client({ connectionString: await findEmbedded(dataDir) })
  await client.connect()
  await client.query(`alter system set ${setting} = off`)
  await client.query('select pg_reload_conf()')
  await client.end()
}

async function killAll(service: TestService, dataDir: string) {
  const postmaster = await readPostmasterPid(dataDir).catch(() => undefined)
  service.signal('SIGKILL')
  await service.ended
  spawnSync('fuser', ['-k', '-m', dataDir])
  if (postmaster) spawnSync('kill', ['-9', String(postmaster)])
  await sleep(500)
}

/** A file system in a file, whose contents since the last sync can be dropped. */
async function createDisk() {
  const folder = await mkdtemp(join(tmpdir(), 'reelay-proof-'))
  const [image, mountPoint] = [join(folder, 'disk.img'), join(folder, 'disk')]
  const dataDir = join(mountPoint, 'data')
  chmodSync(folder, 0o755)
  writeFileSync(image, '')
  truncateSync(image, DISK_BYTES)
  execFileSync('mkfs.ext4', ['-q', '-F', image])
  await mkdir(mountPoint)
  const mount = () => execFileSync('mount', ['-o', 'loop', image, mountPoint])
  mount()
  await mkdir(dataDir)
  chmodSync(dataDir, 0o755)
  return {
    dataDir,
    /** Without flushing the log: what was not synced is gone. */
    cut: () => void spawnSync('xfs_io', ['-x', '-c', 'shutdown', mountPoint]),
    async mountAgain() {
      await unmount(mountPoint)
      mount()
    },
    async remove() {
      await unmount(mountPoint)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The kernel may hold it for a moment after its processes have ended. */
async function unmount(mountPoint: string) {
  for (let attempt = 0; spawnSync('umount', [mountPoint]).status !== 0; attempt++) {
    if (attempt === 100) throw new Error(`${mountPoint} cannot be unmounted`)
    await sleep(100)
  }
}
