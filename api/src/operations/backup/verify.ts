import { fault, type Finding } from '../../kernel/finding.ts'
import { faultOfObject, listNamed, severalAtOnce } from './objects.ts'
import { BackupFault, LIST, type Manifest, type Shelf } from './repository.ts'
import { faultOfText } from './text.ts'

export type Verified = {
  backup: string
  tables: number
  rows: number
  objects: number
  size: number
  missing: number
}
type Asked = {
  name?: string | undefined
  /** Whether the lengths of objects are enough. */ quick: boolean
  tell: (done: number, all: number) => void
}

/**
 * Every row is counted and every byte is hashed, against the manifest and the names of the objects.
 */
export async function verifyBackup(
  shelf: Shelf,
  { name, quick, tell }: Asked,
): Promise<{ done: Verified; findings: Finding[] }> {
  const manifest = await shelf.get(name)
  const findings = await faultsOfTexts(shelf, manifest)
  const missing = new Set(manifest.missing.map(({ key }) => key))
  let seen = 0
  if (findings.length === 0)
    await severalAtOnce(
      listNamed(shelf.textOf(manifest.name, LIST), manifest.objects),
      async (object) => {
        const found = missing.has(object.key)
          ? undefined
          : await faultOfObject(shelf, object, quick)
        if (found)
          findings.push(
            fault(
              'object',
              `${shelf.objectOf(object.key)}: ${found}.`,
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
export async function faultsOfTexts(shelf: Shelf, manifest: Manifest): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, ...promised } of [...manifest.tables, { name: LIST, ...manifest.objects }]) {
    const path = shelf.textOf(manifest.name, name)
    const found = await faultOfText(path, promised)
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

export async function refuseDamaged(shelf: Shelf, manifest: Manifest): Promise<void> {
  const [first, ...more] = await faultsOfTexts(shelf, manifest)
  if (first)
    throw new BackupFault(
      `The backup is damaged. ${first.says}${more.length ? ` So are ${more.length} others.` : ''} Nothing was restored`,
    )
}
