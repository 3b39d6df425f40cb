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
  repository: BackupRepository
  name?: string | undefined
  into: string
  /** An external PostgreSQL. Without one, a new cluster is created in the folder. */
  databaseUrl: string | undefined
  startCluster: (dataDir: string) => Promise<Embedded>
  openStorage: () => Promise<Storage>
  hashing: Hashing
  /** Skips objects that are damaged in the backup, instead of failing. */
  leaveOutDamaged: boolean
  onProgress: (done: number, total: number) => void
}

/**
 * Checks everything before it writes. Then it restores the objects, which can be resumed, and last
 * the rows, in one transaction. An interrupted restore leaves a folder in which the service does not
 * start, and a database without tables.
 */
export async function restore(
  input: RestoreInput,
): Promise<{ done: RestoreSummary; findings: DoctorFinding[] }> {
  const { repository, name, into, databaseUrl, startCluster, openStorage } = input
  const manifest = await repository.get(name)
  await requireKnownSchema(manifest)
  await requireIntactTexts(repository, manifest)
  if (databaseUrl) await requireEmptyDatabase(databaseUrl)
  await mkdir(into, { recursive: true })
  const isResumed = await beginRestore(into, manifest.name)
  const storage = await openStorage()
  if (!isResumed) await requireSpace(storage, manifest)
  const findings = await restoreObjects(storage, manifest, input)
  if (databaseUrl) await loadDatabase(databaseUrl, repository, manifest)
  else
    await loadIntoCluster(
      () => startCluster(into),
      isResumed && join(into, 'postgres'),
      (url) => loadDatabase(url, repository, manifest),
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
      `The backup needs ${size} bytes, but only ${room} are free. Free some space and run the same command again`,
    )
}

async function restoreObjects(
  storage: Storage,
  manifest: Manifest,
  { repository, hashing, leaveOutDamaged, onProgress }: RestoreInput,
): Promise<DoctorFinding[]> {
  const findings = manifest.missing.map(({ key, why }) =>
    fault('object', `${key} is not in the backup: ${why}.`, UPLOAD_AGAIN),
  )
  const missing = new Set(manifest.missing.map(({ key }) => key))
  const intake = createIntake(storage, hashing)
  let done = 0
  await forEachConcurrent(
    listObjects(repository.textPath(manifest.name, OBJECT_LIST), manifest.objects),
    async ({ key, length }) => {
      // Objects of an interrupted restore are complete, and so are those in an existing bucket.
      if (!missing.has(key) && (await storage.lengthOf(key)) !== length) {
        const why = await restoreObject(intake, repository, key)
        if (why && !leaveOutDamaged)
          throw new BackupError(
            `${repository.objectPath(key)} is damaged: ${why}. Use another copy of the backup, or skip damaged objects with --leave-out-damaged`,
          )
        if (why) findings.push(fault('object', `${key} was skipped: ${why}.`, UPLOAD_AGAIN))
      }
      onProgress((done += length), manifest.objects.size)
    },
  )
  return findings
}

const UPLOAD_AGAIN =
  'The service will report these files as damaged. Upload the same files again to repair them.'

/** Returns what is wrong with the object in the backup. Throws errors of the target storage. */
async function restoreObject(
  intake: Intake,
  repository: BackupRepository,
  key: string,
): Promise<string | undefined> {
  const mismatch = new Error('its bytes have changed')
  try {
    await intake.put(readObject(repository, key), ({ sha256 }) => {
      if (sha256 !== key) throw mismatch
    })
    return undefined
  } catch (error) {
    if (error === mismatch) return mismatch.message
    if (['ENOENT', 'EIO'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return 'it cannot be read'
    throw error
  }
}

/**
 * Removes the cluster of an interrupted restore first (`leftover`). Nobody has used it, because the
 * marker kept the service from starting.
 */
async function loadIntoCluster(
  start: () => Promise<Embedded>,
  leftover: string | false,
  fill: (url: string) => Promise<void>,
) {
  if (leftover && existsSync(leftover)) {
    await (await start()).stop()
    await rm(leftover, { recursive: true })
  }
  const cluster = await start()
  try {
    await fill(cluster.url)
  } finally {
    await cluster.stop()
  }
}
