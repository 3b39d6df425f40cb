import { join } from 'node:path'
import pg from 'pg'
import { fault, type DoctorFinding } from '../finding.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { pruneBackups } from './prune.ts'
import { lockDeletions } from '../../kernel/storage/deletion-lock.ts'
import { copyObjects, listObjects } from './objects.ts'
import { BackupError, OBJECT_LIST, type Manifest, type BackupRepository } from './repository.ts'
import { takeSnapshot, type SnapshotPlan } from './snapshot.ts'

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
  shelf: BackupRepository
  now: Date
  /** How many backups stay; all of them, if nobody says. */ keep?: number | undefined
  tell: (done: number, all: number) => void
}

/**
 * The database at one moment, then the objects that its rows name. A backup that was killed has
 * brought objects that the next one need not bring;
 * its snapshot is taken anew, because rows have changed since.
 */
export async function createBackup(
  url: string,
  storage: Storage,
  plan: SnapshotPlan,
  { shelf, now, keep, tell }: BackupInput,
): Promise<{ done: BackupSummary; findings: DoctorFinding[] }> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'reelay backup',
    options:
      '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c idle_session_timeout=0',
  })
  client.on('error', () => {
    /* Whoever waits for an answer is told. */
  })
  await client.connect()
  try {
    if (!(await lockDeletions(client)))
      throw new BackupError('Another backup of this installation is running')
    await shelf.prepare()
    const snapshot = await takeSnapshot(client, shelf.making, plan)
    let seen = 0
    const { missing, copied, bytes } = await copyObjects(
      storage,
      shelf,
      listObjects(join(shelf.making, `${OBJECT_LIST}.zst`), snapshot.objects),
      (length) => tell((seen += length), snapshot.objects.size),
    )
    const manifest: Manifest = { format: 1, name: nameFor(now), ...snapshot, missing }
    await shelf.finish(manifest)
    const forgotten = keep === undefined ? 0 : await pruneBackups(shelf, keep)
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
      findings: missing.map(missingObject),
    }
  } finally {
    await client.end()
  }
}

/** `2026-11-15t03-00-00-000z`: in the order of time, and a good name on every disk. */
const nameFor = (now: Date): string => now.toISOString().replace(/[:.]/g, '-').toLowerCase()

const missingObject = ({ key, why }: { key: string; why: string }): DoctorFinding =>
  fault(
    'object',
    `${key} is not in the backup: ${why}.`,
    'Everything else is. Bring the same bytes again in the service, or put them back from an older backup, and back up again.',
  )
