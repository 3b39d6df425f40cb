import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Embedded } from '../../kernel/db/embedded.ts'
import { fault, type DoctorFinding } from '../finding.ts'
import { createIntake, type Intake } from '../../kernel/storage/intake.ts'
import type { Hashing } from '../../kernel/storage/hashing.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { loadDatabase, requireEmptyDatabase, requireKnownSchema } from './load-database.ts'
import { beginRestore, endRestore } from './restore-marker.ts'
import { listObjects, readObject, forEachConcurrent } from './objects.ts'
import { BackupError, OBJECT_LIST, type Manifest, type BackupRepository } from './repository.ts'
import { requireIntactTexts } from './verify.ts'

export type RestoreSummary = {
  backup: string
  rows: number
  objects: number
  size: number
  leftOut: number
}
type RestoreInput = {
  shelf: BackupRepository
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
export async function restore(
  asked: RestoreInput,
): Promise<{ done: RestoreSummary; findings: DoctorFinding[] }> {
  const { shelf, name, into, databaseUrl, startCluster, openStorage } = asked
  const manifest = await shelf.get(name)
  await requireKnownSchema(manifest)
  await requireIntactTexts(shelf, manifest)
  if (databaseUrl) await requireEmptyDatabase(databaseUrl)
  await mkdir(into, { recursive: true })
  const goesOn = await beginRestore(into, manifest.name)
  const storage = await openStorage()
  if (!goesOn) await requireSpace(storage, manifest)
  const findings = await restoreObjects(storage, manifest, asked)
  if (databaseUrl) await loadDatabase(databaseUrl, shelf, manifest)
  else
    await fillCluster(
      () => startCluster(into),
      goesOn && join(into, 'postgres'),
      (url) => loadDatabase(url, shelf, manifest),
    )
  await endRestore(into)
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

async function requireSpace(storage: Storage, { objects: { size } }: Manifest) {
  const room = await storage.freeBytes()
  if (room < size)
    throw new BackupError(
      `There is room for ${room} bytes, and the files of the backup have ${size}. Make room, and run the restore again with the same words`,
    )
}

async function restoreObjects(
  storage: Storage,
  manifest: Manifest,
  { shelf, hashing, leaveOutDamaged, tell }: RestoreInput,
): Promise<DoctorFinding[]> {
  const findings = manifest.missing.map(({ key, why }) =>
    fault('object', `${key} was not in the backup: when it was made, ${why}.`, ELSEWHERE),
  )
  const missing = new Set(manifest.missing.map(({ key }) => key))
  const intake = createIntake(storage, hashing)
  let seen = 0
  await forEachConcurrent(
    listObjects(shelf.textPath(manifest.name, OBJECT_LIST), manifest.objects),
    async ({ key, length }) => {
      // What an earlier try brought is whole, and so is what lies in a bucket that outlived its
      // database.
      if (!missing.has(key) && (await storage.lengthOf(key)) !== length) {
        const why = await restoreObject(intake, shelf, key)
        if (why && !leaveOutDamaged)
          throw new BackupError(
            `${shelf.objectPath(key)} is damaged: ${why}. Look for it in another copy of the backup, or restore without it (--leave-out-damaged)`,
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
async function restoreObject(
  intake: Intake,
  shelf: BackupRepository,
  key: string,
): Promise<string | undefined> {
  const changed = new Error('its bytes have changed')
  try {
    await intake.put(readObject(shelf, key), ({ sha256 }) => {
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
