import { join } from 'node:path'
import pg from 'pg'
import { errorFinding, type DoctorFinding } from '../finding.ts'
import type { MasterKeys } from '../../kernel/db/encryption/parse-keys.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { pruneBackups } from './prune.ts'
import { lockDeletions } from '../../kernel/storage/deletion-lock.ts'
import { readObjectKeys } from './object-keys.ts'
import { copyObjects, listObjects } from './objects.ts'
import { BackupError, OBJECT_LIST, type Manifest, type BackupRepository } from './repository.ts'
import { checkRequiredKeys } from './required-keys.ts'
import { takeSnapshot, type SnapshotPlan } from './snapshot.ts'
import { connectionOptions } from '../../kernel/db/primary.ts'

export type BackupSummary = {
  backup: string
  rows: number
  objects: number
  size: number
  copied: number
  copiedBytes: number
  forgotten: number
}
type BackupInput = {
  repository: BackupRepository
  now: Date
  /** The number of backups to keep; all by default. */
  keep?: number | undefined
  /** Only checked: a backup without them cannot be restored. */
  keys: MasterKeys | undefined
  onProgress: (done: number, total: number) => void
}

/**
 * Copies a snapshot of the database, then the objects that its rows reference. After an interrupted
 * backup the next one reuses the copied objects, but takes a new snapshot.
 */
export async function createBackup(
  url: string,
  storage: Storage,
  plan: SnapshotPlan,
  { repository, now, keep, keys, onProgress }: BackupInput,
): Promise<{ done: BackupSummary; findings: DoctorFinding[] }> {
  const client = new pg.Client({
    ...connectionOptions(url),
    application_name: 'reelay backup',
    options:
      '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c idle_session_timeout=0',
  })
  client.on('error', () => {
    // The pending query rejects with the same error.
  })
  await client.connect()
  try {
    if (!(await lockDeletions(client)))
      throw new BackupError('Another backup of this installation is running')
    await repository.prepare()
    const snapshot = await takeSnapshot(client, repository.staging, plan)
    let done = 0
    const { missing, copied, bytes } = await copyObjects(
      storage,
      repository,
      await readObjectKeys(snapshot, keys, (table) => join(repository.staging, `${table}.zst`)),
      listObjects(join(repository.staging, `${OBJECT_LIST}.zst`), snapshot.objects),
      (length) => onProgress((done += length), snapshot.objects.size),
    )
    const manifest: Manifest = {
      format: 1,
      name: nameFor(now),
      ...snapshot,
      missing,
      // An export has no secrets and no encrypted files.
      ...(plan.studio && { studio: plan.studio, keys: [] }),
    }
    await repository.finish(manifest)
    const forgotten = keep === undefined ? 0 : await pruneBackups(repository, keep)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    return {
      done: {
        backup: manifest.name,
        rows,
        objects: manifest.objects.rows,
        size: manifest.objects.size,
        copied,
        copiedBytes: bytes,
        forgotten,
      },
      findings: [...missing.map(missingObject), ...checkRequiredKeys(manifest, keys)],
    }
  } finally {
    await client.end()
  }
}

/** `2026-11-15t03-00-00-000z`: sorts by time and is valid on every file system. */
const nameFor = (now: Date): string => now.toISOString().replace(/[:.]/g, '-').toLowerCase()

const missingObject = ({ key, reason }: { key: string; reason: string }): DoctorFinding =>
  errorFinding(
    'object',
    `${key} is not in the backup: ${reason}.`,
    'Everything else is. Upload the same file again or restore it from an older backup, then back up again.',
  )
