import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Embedded } from '../../kernel/db/embedded.ts'
import { fault, type Finding } from '../../kernel/finding.ts'
import { createIntake, type Intake } from '../../kernel/storage/intake.ts'
import type { Hashing } from '../../kernel/storage/hashing.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { fillDatabase, refuseFilled, refuseOtherSchema } from './fill.ts'
import { markFolder, unmarkFolder } from './mark.ts'
import { listNamed, readShelved, severalAtOnce } from './objects.ts'
import { BackupFault, LIST, type Manifest, type Shelf } from './repository.ts'
import { refuseDamaged } from './verify.ts'

export type Restored = {
  backup: string
  rows: number
  objects: number
  size: number
  leftOut: number
}
type Asked = {
  shelf: Shelf
  name?: string | undefined
  into: string
  /** An outside PostgreSQL; without one, a new cluster is made in the folder. */
  databaseUrl: string | undefined
  startCluster: (dataDir: string) => Promise<Embedded>
  openStorage: () => Promise<Storage>
  hashing: Hashing
  /** Goes on without objects that are damaged in the backup, instead of refusing all of it. */
  leaveOutDamaged: boolean
  tell: (done: number, all: number) => void
}

/**
 * Whatever can be refused is refused before the first byte is written. Then the objects, which can
 * be gone on with, and at last the rows, in one transaction:
 * a restore that was killed leaves a folder in which no service starts and a database without a
 * table.
 */
export async function restore(asked: Asked): Promise<{ done: Restored; findings: Finding[] }> {
  const { shelf, name, into, databaseUrl, startCluster, openStorage } = asked
  const manifest = await shelf.get(name)
  await refuseOtherSchema(manifest)
  await refuseDamaged(shelf, manifest)
  if (databaseUrl) await refuseFilled(databaseUrl)
  await mkdir(into, { recursive: true })
  const goesOn = await markFolder(into, manifest.name)
  const storage = await openStorage()
  if (!goesOn) await refuseNoRoom(storage, manifest)
  const findings = await restoreObjects(storage, manifest, asked)
  if (databaseUrl) await fillDatabase(databaseUrl, shelf, manifest)
  else
    await fillCluster(
      () => startCluster(into),
      goesOn && join(into, 'postgres'),
      (url) => fillDatabase(url, shelf, manifest),
    )
  await unmarkFolder(into)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return {
    done: {
      backup: manifest.name,
      rows,
      objects: manifest.objects.rows,
      size: manifest.objects.size,
      leftOut: findings.length,
    },
    findings,
  }
}

async function refuseNoRoom(storage: Storage, { objects: { size } }: Manifest) {
  const room = await storage.room()
  if (room < size)
    throw new BackupFault(
      `There is room for ${room} bytes, and the files of the backup have ${size}. Make room, and run the restore again with the same words`,
    )
}

async function restoreObjects(
  storage: Storage,
  manifest: Manifest,
  { shelf, hashing, leaveOutDamaged, tell }: Asked,
): Promise<Finding[]> {
  const findings = manifest.missing.map(({ key, why }) =>
    fault('object', `${key} was not in the backup: when it was made, ${why}.`, ELSEWHERE),
  )
  const missing = new Set(manifest.missing.map(({ key }) => key))
  const intake = createIntake(storage, hashing)
  let seen = 0
  await severalAtOnce(
    listNamed(shelf.textOf(manifest.name, LIST), manifest.objects),
    async ({ key, length }) => {
      // What an earlier try brought is whole, and so is what lies in a bucket that outlived its
      // database.
      if (!missing.has(key) && (await storage.lengthOf(key)) !== length) {
        const why = await putBack(intake, shelf, key)
        if (why && !leaveOutDamaged)
          throw new BackupFault(
            `${shelf.objectOf(key)} is damaged: ${why}. Look for it in another copy of the backup, or restore without it (--leave-out-damaged)`,
          )
        if (why) findings.push(fault('object', `${key} was left out: ${why}.`, ELSEWHERE))
      }
      tell((seen += length), manifest.objects.size)
    },
  )
  return findings
}

const ELSEWHERE =
  'The files with these bytes are found damaged by the service; to bring the same bytes again heals them.'

/**
 * Says what is wrong with it in the backup. Whatever is wrong with the place it goes to is thrown.
 */
async function putBack(intake: Intake, shelf: Shelf, key: string): Promise<string | undefined> {
  const changed = new Error('its bytes have changed')
  try {
    await intake.put(readShelved(shelf, key), ({ sha256 }) => {
      if (sha256 !== key) throw changed
    })
    return undefined
  } catch (error) {
    if (error === changed) return changed.message
    if (['ENOENT', 'EIO'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return 'it cannot be read'
    throw error
  }
}

/**
 * What an earlier try `left` of a cluster, running or not, goes first: under the mark there is
 * nothing in it that anybody has seen.
 */
async function fillCluster(
  start: () => Promise<Embedded>,
  left: string | false,
  fill: (url: string) => Promise<void>,
) {
  if (left && existsSync(left)) {
    await (await start()).stop()
    await rm(left, { recursive: true })
  }
  const cluster = await start()
  try {
    await fill(cluster.url)
  } finally {
    await cluster.stop()
  }
}
