import { fault, type DoctorFinding } from '../finding.ts'
import { checkObject, listObjects, forEachConcurrent } from './objects.ts'
import { BackupError, OBJECT_LIST, type Manifest, type BackupRepository } from './repository.ts'
import { checkText } from './text.ts'

export type VerifySummary = {
  backup: string
  tables: number
  rows: number
  objects: number
  size: number
  missing: number
}
type VerifyInput = {
  name?: string | undefined
  /** Whether the lengths of objects are enough. */ quick: boolean
  tell: (done: number, all: number) => void
}

/**
 * Every row is counted and every byte is hashed, against the manifest and the names of the objects.
 */
export async function verifyBackup(
  shelf: BackupRepository,
  { name, quick, tell }: VerifyInput,
): Promise<{ done: VerifySummary; findings: DoctorFinding[] }> {
  const manifest = await shelf.get(name)
  const findings = await checkTexts(shelf, manifest)
  const missing = new Set(manifest.missing.map(({ key }) => key))
  let seen = 0
  if (findings.length === 0)
    await forEachConcurrent(
      listObjects(shelf.textPath(manifest.name, OBJECT_LIST), manifest.objects),
      async (object) => {
        const found = missing.has(object.key) ? undefined : await checkObject(shelf, object, quick)
        if (found)
          findings.push(
            fault(
              'object',
              `${shelf.objectPath(object.key)}: ${found}.`,
              'Remove that file and back up again: it is brought anew from the service.',
            ),
          )
        tell((seen += object.length), manifest.objects.size)
      },
    )
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return {
    done: {
      backup: manifest.name,
      tables: manifest.tables.length,
      rows,
      objects: manifest.objects.rows,
      size: manifest.objects.size,
      missing: missing.size,
    },
    findings,
  }
}

/** The rows, and the list of objects. */
export async function checkTexts(
  shelf: BackupRepository,
  manifest: Manifest,
): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = []
  for (const { name, ...promised } of [
    ...manifest.tables,
    { name: OBJECT_LIST, ...manifest.objects },
  ]) {
    const path = shelf.textPath(manifest.name, name)
    const found = await checkText(path, promised)
    if (found)
      findings.push(
        fault(
          'table',
          `${path}: ${found}.`,
          'This backup cannot be restored. Back up again, or take an older one.',
        ),
      )
  }
  return findings
}

export async function requireIntactTexts(
  shelf: BackupRepository,
  manifest: Manifest,
): Promise<void> {
  const [first, ...more] = await checkTexts(shelf, manifest)
  if (first)
    throw new BackupError(
      `The backup is damaged. ${first.says}${more.length ? ` So are ${more.length} others.` : ''} Nothing was restored`,
    )
}
