import { randomUUID } from 'node:crypto'
import type { MasterKeys } from '../../kernel/db/encryption/parse-keys.ts'
import { withoutKeys } from '../../kernel/storage/encrypted/encrypted.ts'
import type { Hashing } from '../../kernel/storage/hashing.ts'
import { createIntake, type Intake } from '../../kernel/storage/intake.ts'
import { NO_BYTES, type Storage } from '../../kernel/storage/storage.ts'
import { errorFinding, type DoctorFinding } from '../finding.ts'
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
import { BackupError, OBJECT_LIST, type BackupRepository, type Manifest } from './repository.ts'

export type ObjectsInput = {
  repository: BackupRepository
  hashing: Hashing
  keys: MasterKeys | undefined
  /** Skips objects that are damaged in the backup, instead of failing. */
  skipDamaged: boolean
  onProgress: (done: number, total: number) => void
}

/** Returns a finding for each object that was not restored. */
export async function restoreObjects(
  storage: Storage,
  manifest: Manifest,
  { repository, hashing, keys: masterKeys, skipDamaged, onProgress }: ObjectsInput,
): Promise<DoctorFinding[]> {
  const findings = manifest.missing.map(({ key, reason }) =>
    errorFinding('object', `${key} is not in the backup: ${reason}.`, UPLOAD_AGAIN),
  )
  const missing = new Set(manifest.missing.map(({ key }) => key))
  const keys = await readObjectKeys(manifest, masterKeys, (table) =>
    repository.textPath(manifest.name, table),
  )
  const context: Context = { repository, storage, intake: createIntake(storage, hashing), keys }
  let done = 0
  await forEachConcurrent(
    listObjects(repository.textPath(manifest.name, OBJECT_LIST), manifest.objects),
    async (object) => {
      const { key, length } = object
      if (!missing.has(key))
        await restoreObject(context, object).catch((error: unknown) => {
          if (!(error instanceof DamageError)) throw error
          if (!skipDamaged) throw rejectDamaged(repository.objectPath(key), error)
          findings.push(
            errorFinding('object', `${key} was skipped: ${error.message}.`, UPLOAD_AGAIN),
          )
        })
      onProgress((done += length), manifest.objects.size)
    },
  )
  return findings
}

const UPLOAD_AGAIN =
  'The service will report these files as damaged. Upload the same files again to repair them.'

const rejectDamaged = (path: string, { message }: DamageError) =>
  new BackupError(
    `${path} is damaged: ${message}. Use another copy of the backup, or skip damaged objects with --skip-damaged`,
  )

type Context = {
  repository: BackupRepository
  storage: Storage
  intake: Intake
  keys: ReadableKeys | undefined
}

/** The object is damaged in the backup. All other errors end the restore. */
class DamageError extends Error {}

async function restoreObject(context: Context, object: ObjectRef): Promise<void> {
  // Objects of an interrupted restore are complete, and so are those in an existing bucket.
  if ((await withoutKeys(context.storage).lengthOf(object.key)) === object.length) return
  const stored = await findStored(context.repository, object)
  if (stored?.isEncrypted) await restoreEncrypted(context, object, stored.name)
  else await restorePlain(context, object)
}

async function restorePlain({ repository, intake }: Context, { key }: ObjectRef): Promise<void> {
  try {
    await intake.put(readObject(repository, key), ({ sha256 }) => {
      if (sha256 !== key) throw new DamageError('its bytes have changed')
    })
  } catch (error) {
    if (['ENOENT', 'EIO'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw new DamageError('it cannot be read', { cause: error })
    throw error
  }
}

/** Copies the encrypted bytes as they are. The rows of the backup contain their key. */
async function restoreEncrypted(
  { repository, storage, keys }: Context,
  object: ObjectRef,
  name: string,
): Promise<void> {
  const damage = await checkObject(repository, object, { quick: false, keys })
  if (damage) throw new DamageError(damage)
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
