import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Embedded } from '../../kernel/db/embedded.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import type { DoctorFinding } from '../finding.ts'
import { loadDatabase, requireEmptyDatabase, requireKnownSchema } from './load-database.ts'
import { BackupError, type Manifest } from './repository.ts'
import { requireKeys } from './required-keys.ts'
import { beginRestore, endRestore } from './restore-marker.ts'
import { restoreObjects, type ObjectsInput } from './restore-objects.ts'
import { requireIntactTexts } from './verify.ts'

export type RestoreSummary = {
  backup: string
  rows: number
  objects: number
  size: number
  skipped: number
}
type RestoreInput = ObjectsInput & {
  name?: string | undefined
  into: string
  /** An external PostgreSQL. Without one, a new cluster is created in the folder. */
  databaseUrl: string | undefined
  startCluster: (dataDir: string) => Promise<Embedded>
  openStorage: () => Promise<Storage>
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
  const load = (url: string) => loadDatabase(url, repository, manifest)
  const start = () => startCluster(into)
  if (databaseUrl) await load(databaseUrl)
  else {
    if (isResumed) await removeLeftoverCluster(join(into, 'postgres'), start)
    await loadIntoCluster(start, load)
  }
  await endRestore(into)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return {
    done: {
      backup: manifest.name,
      rows,
      objects: manifest.objects.rows,
      size: manifest.objects.size,
      skipped: findings.length,
    },
    findings,
  }
}

async function requireSpace(storage: Storage, { objects: { size } }: Manifest) {
  const freeBytes = await storage.freeBytes()
  if (freeBytes < size)
    throw new BackupError(
      `The backup needs ${size} bytes, but only ${freeBytes} are free. Free some space and run the same command again`,
    )
}

/** Nobody has used the cluster: the marker of the restore kept the service from starting. */
async function removeLeftoverCluster(folder: string, start: () => Promise<Embedded>) {
  if (!existsSync(folder)) return
  // A PostgreSQL that the interrupted restore left running still uses the folder.
  await (await start()).stop()
  await rm(folder, { recursive: true })
}

async function loadIntoCluster(
  start: () => Promise<Embedded>,
  load: (url: string) => Promise<void>,
) {
  const cluster = await start()
  try {
    await load(cluster.url)
  } finally {
    await cluster.stop()
  }
}
