import type { MasterKeys } from '../../kernel/db/encryption/parse-keys.ts'
import { errorFinding, type DoctorFinding } from '../finding.ts'
import { readObjectKeys } from './object-keys.ts'
import { checkObject, listObjects, forEachConcurrent } from './objects.ts'
import {
  BackupError,
  OBJECT_LIST,
  SCHEMA,
  type Manifest,
  type BackupRepository,
} from './repository.ts'
import { checkRequiredKeys } from './required-keys.ts'
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
  /** Checks only the lengths of objects. */
  quick: boolean
  keys: MasterKeys | undefined
  onProgress: (done: number, total: number) => void
}

/** Counts every row and hashes every byte, and compares them with the manifest. */
export async function verifyBackup(
  repository: BackupRepository,
  { name, quick, keys, onProgress }: VerifyInput,
): Promise<{ done: VerifySummary; findings: DoctorFinding[] }> {
  const manifest = await repository.get(name)
  const findings = await checkTexts(repository, manifest)
  const objectKeys =
    findings.length === 0
      ? await readObjectKeys(manifest, keys, (table) => repository.textPath(manifest.name, table))
      : undefined
  const missing = new Set(manifest.missing.map(({ key }) => key))
  let done = 0
  if (findings.length === 0)
    await forEachConcurrent(
      listObjects(repository.textPath(manifest.name, OBJECT_LIST), manifest.objects),
      async (object) => {
        const damage = missing.has(object.key)
          ? undefined
          : await checkObject(repository, object, { quick, keys: objectKeys })
        if (damage)
          findings.push(
            errorFinding(
              'object',
              `${repository.objectPath(object.key)}: ${damage}.`,
              'Delete this file and back up again: the object is copied again.',
            ),
          )
        onProgress((done += object.length), manifest.objects.size)
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
    findings: [...findings, ...checkRequiredKeys(manifest, keys)],
  }
}

/** Checks the tables, the schema and the list of objects. */
export async function checkTexts(
  repository: BackupRepository,
  manifest: Manifest,
): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = []
  for (const { name, ...expected } of [
    ...manifest.tables,
    { name: SCHEMA, ...manifest.schema },
    { name: OBJECT_LIST, ...manifest.objects },
  ]) {
    const path = repository.textPath(manifest.name, name)
    const damage = await checkText(path, expected)
    if (damage)
      findings.push(
        errorFinding(
          'table',
          `${path}: ${damage}.`,
          'This backup cannot be restored. Back up again, or use an older backup.',
        ),
      )
  }
  return findings
}

export async function requireIntactTexts(
  repository: BackupRepository,
  manifest: Manifest,
): Promise<void> {
  const [first, ...more] = await checkTexts(repository, manifest)
  if (first)
    throw new BackupError(
      `The backup is damaged. ${first.message}${more.length ? ` ${more.length} other files are damaged too.` : ''} Nothing was restored`,
    )
}
