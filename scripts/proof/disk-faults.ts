// A disk that is full again and again, and a disk that changes bits.
import { execFileSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { mkdir, mkdtemp, open, rm, truncate } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { localStorage } from '../../api/src/kernel/storage/local.ts'
import { runOn } from '../../api/test/standby.ts'
import type { Random } from '../fuzz/random.ts'
import type { ProofOptions, Scenario } from './scenario.ts'
import { send } from './send.ts'
import {
  runJob,
  runSingleNode,
  waitForWrites,
  type Faults,
  type FaultFindings,
  type NodeUnderFaults,
} from './single-node.ts'

const DISK_BYTES = 600 * 1024 ** 2

/** With `everything`, PostgreSQL is on the full disk too. */
export const fullDisk = (contents: 'objects' | 'everything'): Scenario => ({
  name: `full disk, ${contents}`,
  unavailable: () => (process.getuid?.() === 0 ? undefined : 'needs root'),
  run: (options) => (contents === 'objects' ? fillObjects(options) : fillEverything(options)),
})

const fillObjects = (options: ProofOptions) =>
  runSingleNode(options, async ({ dataDir }) => {
    mountSmallDisk(dataDir)
    const faults = fillAgain(join(dataDir, 'ballast'))
    return {
      ...faults,
      check: async ({ work }) =>
        work.retries.has('upload 507') ? {} : { failed: 1, note: 'no upload was told the reason' },
      close: async () => void execFileSync('umount', [dataDir]),
    }
  })

async function fillEverything(options: ProofOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'reelay-proof-'))
  chmodSync(folder, 0o755)
  const disk = join(folder, 'disk')
  await mkdir(disk)
  mountSmallDisk(disk)
  try {
    const contents = join(disk, 'reelay')
    await mkdir(contents)
    return await runSingleNode(options, async () => fillAgain(join(disk, 'ballast')), {
      folder: contents,
    })
  } finally {
    execFileSync('umount', [disk])
    await rm(folder, { recursive: true, force: true })
  }
}

const mountSmallDisk = (folder: string) =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES},mode=755`, 'tmpfs', folder])

const fillAgain = (ballast: string): Faults => ({
  async inject({ random, work, short, log }) {
    const many = short ? 4 : 30
    for (let number = 0; number < many; number++) {
      await waitForWrites(work, 10 + random.below(20))
      await fill(ballast)
      log(`${work.count()} requests; full`)
      await sleep(2_000 + random.below(2_000))
      await rm(ballast)
    }
    await waitForWrites(work, 20)
    return many
  },
})

async function fill(path: string) {
  const block = Buffer.alloc(64 * 1024)
  const file = await open(path, 'w')
  try {
    for (;;) await file.write(block)
  } catch {
    /* It is full. */
  } finally {
    await file.close()
  }
}

const DAMAGED = 12
const SECONDS_TO_FIND = 60

/** Without `finds`, nothing checks the objects: the control. */
export const bitRot = (finds = true): Scenario => ({
  name: finds ? 'bit rot' : 'control: bit rot, no check of objects',
  isControl: !finds,
  run: (options) =>
    runSingleNode(options, async () => ({
      clients: { orders: 1, changes: 1, uploads: 4, reads: 1 },
      async inject({ work }) {
        await waitForWrites(work, 3 * DAMAGED)
        return DAMAGED
      },
      check: (node) => damageObjects(node, finds),
    })),
})

/** After the check of objects, damaged ones must not be served. The same bytes repair them. */
async function damageObjects(node: NodeUnderFaults, finds: boolean): Promise<FaultFindings> {
  const { work, dataDir, databaseUrl, random, service, target, log } = node
  const storage = localStorage(dataDir)
  const damaged = [...work.ledger.uploads].slice(0, DAMAGED)
  for (const [, sha256] of damaged) await damage(join(dataDir, storage.pathOf!(sha256)), random)
  log(`${damaged.length} objects damaged`)
  if (finds) {
    await runOn(databaseUrl, `update object set checked_at = now() - interval '31 days'`)
    await runJob(databaseUrl, 'verify-originals')
    await waitUntilFound(databaseUrl, damaged.length)
  }
  const agent = new Agent({ keepAlive: true })
  const connection = { port: service.port, agent, authorization: target.authorization }
  let served = 0
  for (const [id] of damaged) {
    const { status } = await send(connection, 'GET', `/files/${id}/content`)
    if (status === 200) served += 1
    // What is damaged on purpose is not lost.
    work.ledger.uploads.delete(id)
  }
  agent.destroy()
  return { lost: served, note: `${damaged.length - served} of ${damaged.length} found` }
}

async function damage(path: string, random: Random) {
  await using file = await open(path, 'r+')
  const { size } = await file.stat()
  if (random.happens(0.2)) return truncate(path, size >> 1)
  const at = random.below(size)
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at)
  buffer[0]! ^= 1 << random.below(8)
  return file.write(buffer, 0, 1, at)
}

async function waitUntilFound(url: string, many: number) {
  for (let second = 0; second < SECONDS_TO_FIND; second++) {
    const rows = await runOn(url, 'select key from object where corrupt_at is not null')
    if (rows.length >= many) return
    await sleep(1_000)
  }
}
