import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Embedded } from '../../kernel/db/embedded.ts'
import type { MasterKeys } from '../../kernel/db/encryption/parse-keys.ts'
import { errorFinding, type DoctorFinding } from '../finding.ts'
import { createIntake, type Intake } from '../../kernel/storage/intake.ts'
import type { Hashing } from '../../kernel/storage/hashing.ts'
import { withoutKeys } from '../../kernel/storage/encrypted/encrypted.ts'
import { NO_BYTES, type Storage } from '../../kernel/storage/storage.ts'
import { loadDatabase, requireEmptyDatabase, requireKnownSchema } from './load-database.ts'
import { beginRestore, endRestore } from './restore-marker.ts'
import { readObjectKeys } from './object-keys.ts'
import {
  checkObject,
  findStored,
  forEachConcurrent,
  listObjects,
  readObject,
  type ObjectRef,
  type ReadableKeys,
} from './objects.ts'
import { BackupError, OBJECT_LIST, type Manifest, type BackupRepository } from './repository.ts'
import { requireKeys } from './required-keys.ts'
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
  keys: MasterKeys | undefined
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
  requireKeys(manifest, input.keys)
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
  { repository, hashing, keys: masterKeys, leaveOutDamaged, onProgress }: RestoreInput,
): Promise<DoctorFinding[]> {
  const findings = manifest.missing.map(({ key, reason }) =>
    errorFinding('object', `${key} is not in the backup: ${reason}.`, UPLOAD_AGAIN),
  )
  const missing = new Set(manifest.missing.map(({ key }) => key))
  const keys = await readObjectKeys(manifest, masterKeys, (table) =>
    repository.textPath(manifest.name, table),
  )
  const target: RestoreTarget = { storage, intake: createIntake(storage, hashing), keys }
  let done = 0
  await forEachConcurrent(
    listObjects(repository.textPath(manifest.name, OBJECT_LIST), manifest.objects),
    async (object) => {
      const { key, length } = object
      // Objects of an interrupted restore are complete, and so are those in an existing bucket.
      if (!missing.has(key) && (await withoutKeys(storage).lengthOf(key)) !== length) {
        const reason = await restoreObject(target, repository, object)
        if (reason && !leaveOutDamaged)
          throw new BackupError(
            `${repository.objectPath(key)} is damaged: ${reason}. Use another copy of the backup, or skip damaged objects with --leave-out-damaged`,
          )
        if (reason)
          findings.push(errorFinding('object', `${key} was skipped: ${reason}.`, UPLOAD_AGAIN))
      }
      onProgress((done += length), manifest.objects.size)
    },
  )
  return findings
}

const UPLOAD_AGAIN =
  'The service will report these files as damaged. Upload the same files again to repair them.'

type RestoreTarget = { storage: Storage; intake: Intake; keys: ReadableKeys | undefined }

/** Returns what is wrong with the object in the backup. Throws errors of the target storage. */
async function restoreObject(
  { storage, intake, keys }: RestoreTarget,
  repository: BackupRepository,
  object: ObjectRef,
): Promise<string | undefined> {
  const { key } = object
  const form = await findStored(repository, object)
  if (form?.isEncrypted)
    return (
      (await checkObject(repository, object, { quick: false, keys })) ??
      copyStored(storage, repository, form.name)
    )
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

/** An encrypted object is copied as it is. The rows of the backup contain its key. */
async function copyStored(
  storage: Storage,
  repository: BackupRepository,
  name: string,
): Promise<undefined> {
  const id = randomUUID()
  const writer = await storage.resume(id, NO_BYTES)
  try {
    for await (const chunk of readObject(repository, name)) await writer.write(chunk)
    const saved = await writer.save()
    await writer.close()
    await storage.publish(id, saved, name)
  } finally {
    await writer.close().catch(() => {})
    await storage.discard(id).catch(() => {})
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
