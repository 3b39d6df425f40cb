// A disk that is full again and again, a disk that changes bits, and records that are removed behind
// the service's back.
import { execFileSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { mkdir, open, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { localStorage } from '../../api/src/kernel/storage/local.ts'
import { runOn } from '../../api/test/standby.ts'
import type { Random } from '../tools/random.ts'
import { send } from '../tools/send.ts'
import { createFolder, runScenario, type FaultFindings, type Installation } from './installation.ts'
import type { RunOptions, Scenario } from './scenario.ts'
import { waitUntil } from './wait.ts'
import { waitForWrites } from './workload.ts'

const DISK_BYTES = 600 * 1024 ** 2

/** With `everything`, PostgreSQL is on the full disk too. */
export const fullDisk = (contents: 'objects' | 'everything'): Scenario => ({
  name: `full disk, ${contents}`,
  unavailable: () => (process.getuid?.() === 0 ? undefined : 'needs root'),
  run: contents === 'objects' ? fillObjects : fillEverything,
})

const fillObjects = (options: RunOptions) =>
  runScenario(options, ({ dataDir, after }) => {
    mountSmallDisk(dataDir)
    after(() => execFileSync('umount', [dataDir]))
    return {
      clients: { orders: 4, changes: 2, uploads: 2, interrupted: 1, reads: 2 },
      inject: (installation) => fillAgain(join(dataDir, 'ballast'), installation),
      check: async ({ work }) =>
        [...work.retries.keys()].some((label) => label.startsWith('upload 507'))
          ? {}
          : { failed: 1, note: 'no upload was told the reason' },
    }
  })

async function fillEverything(options: RunOptions) {
  await using cleanups = new AsyncDisposableStack()
  const disk = join(await createFolder(cleanups), 'disk')
  await mkdir(disk)
  mountSmallDisk(disk)
  cleanups.defer(() => void execFileSync('umount', [disk]))
  const folder = join(disk, 'reelay')
  await mkdir(folder)
  const inject = (installation: Installation) => fillAgain(join(disk, 'ballast'), installation)
  return await runScenario(options, () => ({ inject }), { folder })
}

function mountSmallDisk(folder: string) {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES},mode=755`, 'tmpfs', folder])
  chmodSync(folder, 0o755)
}

async function fillAgain(ballast: string, { random, work, short, log }: Installation) {
  const many = short ? 3 : 30
  for (let number = 0; number < many; number++) {
    await waitForWrites(work, 10 + random.integerBelow(20))
    await fill(ballast)
    log(`${work.count()} requests; full`)
    await sleep(2_000 + random.integerBelow(2_000))
    await rm(ballast)
  }
  await waitForWrites(work, 20)
  return many
}

async function fill(path: string) {
  const block = Buffer.alloc(64 * 1024)
  await using file = await open(path, 'w')
  try {
    for (;;) await file.write(block)
  } catch {
    /* It is full. */
  }
}

const DAMAGED = 12
const SECONDS_TO_FIND = 60

/** Without `finds`, nothing checks the objects: the control. */
export const bitRot = (finds = true): Scenario => ({
  name: finds ? 'bit rot' : 'control: bit rot, no check of objects',
  isControl: !finds,
  run: (options) =>
    runScenario(options, () => ({
      clients: { orders: 1, changes: 1, uploads: 4, reads: 1 },
      async inject({ work }) {
        await waitForWrites(work, 3 * DAMAGED)
        return DAMAGED
      },
      check: (installation) => damageObjects(installation, finds),
    })),
})

/** After the check of objects, damaged ones must not be served. */
async function damageObjects(
  { work, dataDir, databaseUrl, random, connection, log }: Installation,
  finds: boolean,
): Promise<FaultFindings> {
  const storage = localStorage(dataDir)
  const damaged = [...work.ledger.uploads].slice(0, DAMAGED)
  for (const [, sha256] of damaged) await damage(join(dataDir, storage.pathOf!(sha256)), random)
  log(`${damaged.length} objects damaged`)
  if (finds) {
    await runOn(databaseUrl, `update object set checked_at = now() - interval '31 days'`)
    await runOn(databaseUrl, `insert into job (kind, payload) values ('verify-originals', '{}')`)
    const isFound = async () => {
      const rows = await runOn(databaseUrl, 'select key from object where corrupt_at is not null')
      return rows.length >= damaged.length
    }
    await waitUntil(isFound, SECONDS_TO_FIND)
  }
  let served = 0
  for (const [id] of damaged) {
    const { status } = await send(connection, `/api/files/${id}/content`)
    if (status === 200) served += 1
    // What is damaged on purpose is not lost.
    work.ledger.uploads.delete(id)
  }
  return { lost: served, note: `${damaged.length - served} of ${damaged.length} found` }
}

async function damage(path: string, random: Random) {
  await using file = await open(path, 'r+')
  const { size } = await file.stat()
  if (random.chance(0.2)) return truncate(path, size >> 1)
  const at = random.integerBelow(size)
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at)
  buffer[0]! ^= 1 << random.integerBelow(8)
  return file.write(buffer, 0, 1, at)
}

/** The control of the comparison itself: an order, a change and an upload are gone. */
export const removedRecords: Scenario = {
  name: 'control: an order, a change and an upload removed',
  isControl: true,
  run: (options) =>
    runScenario(options, () => ({
      async inject({ work }) {
        while (work.ledger.changes.size === 0 || work.ledger.uploads.size === 0)
          await waitForWrites(work, 5)
        return 3
      },
      check: removeRecords,
    })),
}

async function removeRecords({ work, databaseUrl, dataDir }: Installation) {
  const { orders, changes, uploads } = work.ledger
  const [[, order], [changed], [, sha256]] = [[...orders][0]!, [...changes][0]!, [...uploads][0]!]
  await runOn(databaseUrl, `update work_request set instructions = 'gone' where id = '${order}'`)
  await runOn(databaseUrl, `update file set name = 'change-00000000' where id = '${changed}'`)
  await rm(join(dataDir, localStorage(dataDir).pathOf!(sha256)))
  return {}
}
