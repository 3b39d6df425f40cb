// Imports a studio from an export, or from a backup of a whole installation.
import { createReadStream } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { connected } from '../backup/load-database.ts'
import { readObjectKeys } from '../backup/object-keys.ts'
import {
  findStored,
  forEachConcurrent,
  readObject,
  type ObjectRef,
  type ReadableKeys,
} from '../backup/objects.ts'
import { BackupError, type BackupRepository, type Manifest } from '../backup/repository.ts'
import { requireIntactTexts } from '../backup/verify.ts'
import { warningFinding, type DoctorFinding } from '../finding.ts'
import { LOCKS, LOCK_TRANSACTION } from '../../kernel/db/locks.ts'
import type { MasterKeys } from '../../kernel/db/encryption/parse-keys.ts'
import { lockDeletions } from '../../kernel/storage/deletion-lock.ts'
import { openObject, readRange } from '../../kernel/storage/encrypted/reader.ts'
import type { Hashing } from '../../kernel/storage/hashing.ts'
import { createIntake, type Intake } from '../../kernel/storage/intake.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { findFirst, insertRows, keepRowsOf, type InsertedRows } from './insert-rows.ts'
import { loadCopy, type FoundStudio } from './load-copy.ts'
import { loadTables } from './load-tables.ts'

export type ImportSummary = {
  studio: string
  id: string
  rows: number
  people: number
  objects: number
  copied: number
}
type ImportInput = {
  url: string
  repository: BackupRepository
  name?: string | undefined
  /** Id or slug. By default the studio of the export. */
  studio?: string | undefined
  /** The slug of a copy with ids of its own, beside the studio itself. */
  as?: string | undefined
  storage: Storage
  hashing: Hashing
  /** Of the installation whose backup it is, if its files are encrypted. */
  keys: MasterKeys | undefined
  onProgress: (done: number, total: number) => void
}

/**
 * Stores the files first, which can be repeated, and then all rows in one transaction. An interrupted
 * import leaves only files, which the next one finds.
 */
export async function importStudio(
  input: ImportInput,
): Promise<{ done: ImportSummary; findings: DoctorFinding[] }> {
  const { repository, url } = input
  const manifest = await repository.get(input.name)
  await requireIntactTexts(repository, manifest)
  return connected(url, async (client) => {
    await requireSameSchema(client, manifest)
    if (!(await lockDeletions(client)))
      throw new BackupError('A backup of this installation is running. Try again when it is done')
    await findFirst(client, 'stored')
    const source = { repository, manifest }
    const tables = await loadTables(client, source)
    const original = await findStudio(client, input.studio ?? manifest.studio?.id, manifest)
    const studio = input.as ? await loadCopy(client, source, original, input.as) : original
    await requireFree(client, studio)
    await keepRowsOf(client, studio.id)
    const objects = await storeObjects(client, manifest, input)
    const inserted = await inOneTransaction(client, () => insertRows(client, studio.id, tables))
    return {
      done: {
        studio: studio.slug,
        id: studio.id,
        rows: inserted.rows,
        people: inserted.people,
        ...objects,
      },
      findings: describeLeftOut(inserted, input.as),
    }
  })
}

async function requireSameSchema(client: pg.Client, { migrations }: Manifest): Promise<void> {
  const { rows } = await client.query<{ name: string; digest: string }>(
    'select name, digest from migration order by name',
  )
  if (!isDeepStrictEqual(rows, migrations))
    throw new BackupError(
      'The backup or export is from another version of Reelay. Restore the backup into an empty folder, start this version there once, and export the studio from it',
    )
}

async function findStudio(
  client: pg.Client,
  idOrSlug: string | undefined,
  { name }: Manifest,
): Promise<FoundStudio> {
  const { rows } = await client.query<FoundStudio>(
    'select id, slug from pg_temp.studio where $1 in (id, slug)',
    [idOrSlug],
  )
  if (rows[0]) return rows[0]
  throw new BackupError(
    idOrSlug
      ? `There is no studio ${idOrSlug} in ${name}`
      : `${name} is a backup of a whole installation. Name the studio: restore --studio <slug>`,
  )
}

async function requireFree(client: pg.Client, { id, slug }: FoundStudio): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select name from studio where id = $1 or slug = $2',
    [id, slug],
  )
  if (rows[0])
    throw new BackupError(
      `There is a studio "${rows[0].name}" with this id or slug already. Nothing was imported`,
    )
}

async function storeObjects(
  client: pg.Client,
  manifest: Manifest,
  { repository, storage, hashing, keys: masterKeys, onProgress }: ImportInput,
): Promise<{ objects: number; copied: number }> {
  const { rows } = await client.query<{ key: string; length: string }>(
    'select key, length::text from pg_temp.studio_object order by key',
  )
  const objects = rows.map(({ key, length }): ObjectRef => ({ key, length: Number(length) }))
  const total = objects.reduce((sum, { length }) => sum + length, 0)
  const free = await storage.freeBytes()
  if (free < total)
    throw new BackupError(`The files need ${total} bytes, but only ${free} are free`)
  const keys = await readObjectKeys(manifest, masterKeys, (table) =>
    repository.textPath(manifest.name, table),
  )
  const intake = createIntake(storage, hashing)
  let [copied, done] = [0, 0]
  await forEachConcurrent(toAsync(objects), async (object) => {
    if ((await storage.lengthOf(object.key)) !== object.length) {
      await storeObject(intake, repository, object, keys)
      copied++
    }
    onProgress((done += object.length), total)
  })
  return { objects: objects.length, copied }
}

async function* toAsync<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}

async function storeObject(
  intake: Intake,
  repository: BackupRepository,
  object: ObjectRef,
  keys: ReadableKeys | undefined,
): Promise<void> {
  const damaged = (reason: string) =>
    new BackupError(`${repository.objectPath(object.key)} ${reason}. Nothing was imported`)
  const form = await findStored(repository, object)
  if (!form) throw damaged('is missing or incomplete')
  if (form.isEncrypted && !keys)
    throw damaged('is encrypted with a key that is not on this machine')
  const path = repository.objectPath(form.name)
  const bytes = form.isEncrypted
    ? readRange(
        await openObject(keys!, object.key, {
          length: form.length,
          read: (range) => createReadStream(path, range),
        }),
        { start: 0, end: object.length - 1 },
      )
    : readObject(repository, object.key)
  await intake.put(bytes, ({ sha256 }) => {
    if (sha256 !== object.key) throw damaged('has other bytes than its name says')
  })
}

/** Sealing waits, because the history gets numbers and positions too. */
async function inOneTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    for (const lock of [LOCKS.auditSeal, LOCKS.auditPruning])
      await client.query(LOCK_TRANSACTION, [lock])
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    if (error instanceof pg.DatabaseError && error.code === '23505')
      throw new BackupError(
        `A row of ${error.table} exists already: ${error.detail}. Nothing was imported`,
        { cause: error },
      )
    throw error
  }
}

const describeLeftOut = (
  { people, hadHistory }: InsertedRows,
  copy: string | undefined,
): DoctorFinding[] => [
  ...(copy
    ? [
        warningFinding(
          'copy',
          `The copy ${copy} has no members and no audit log, and its share links do not work.`,
          'Administrators see it. Add the people who need it.',
        ),
      ]
    : []),
  warningFinding(
    'secrets',
    'Webhooks, sign-in providers, SCIM and providers of machine drafts have secrets and were left out.',
    'Set them up again in the studio.',
  ),
  ...(people
    ? [
        warningFinding(
          'people',
          `${people} people were created without a password.`,
          'They choose one with "Forgot password?", or invite them.',
        ),
      ]
    : []),
  ...(hadHistory
    ? [
        warningFinding(
          'audit',
          'The audit log of the studio was not imported: there are entries of it here already.',
          'Nothing to do. The entries that are here stay.',
        ),
      ]
    : []),
]
