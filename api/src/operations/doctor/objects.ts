import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { errorFinding, okFinding, warningFinding, type DoctorFinding } from '../finding.ts'

const A_DAY_MS = 86_400_000
const MAX_LISTED = 20

type CheckOptions = { named: string; scrubDays: number }
/** Objects that are present but wrong or unreferenced, and the keys that are absent. */
type Inventory = { absent: string[]; damaged: string[]; orphans: number; orphanBytes: number }

/** Compares the referenced objects with the storage. `named` is SQL for `key` and `length`. */
export async function checkObjects(
  db: Db,
  storage: Storage,
  { named, scrubDays }: CheckOptions,
): Promise<DoctorFinding[]> {
  const { rows } = await sql<{ key: string; length: number }>`
    select key, length from (${sql.raw(named)}) named`.execute(db)
  const expected = new Map(rows.map(({ key, length }) => [key, length]))
  const { absent, damaged, orphans, orphanBytes } = await takeInventory(storage, expected)
  const { corrupt, unread } = await findScrubResults(db, scrubDays)
  const problems: [keys: string[], state: string][] = [
    [await stillReferenced(db, named, absent), 'missing'],
    [damaged, 'of the wrong length'],
    [corrupt, 'known to be corrupt'],
  ]
  const nonEmpty = problems.filter(([keys]) => keys.length > 0)
  return [
    ...nonEmpty.map(([keys, state]) => describeProblem(keys, state, rows.length)),
    ...(orphans > 0 ? [describeOrphans(orphans, orphanBytes)] : []),
    ...(unread > 0 ? [describeUnread(unread, scrubDays)] : []),
    ...(nonEmpty.length === 0
      ? [okFinding('objects', `All ${rows.length} objects are present.`)]
      : []),
  ]
}

async function takeInventory(storage: Storage, expected: Map<string, number>): Promise<Inventory> {
  const absent = new Set(expected.keys())
  const damaged: string[] = []
  let [orphans, orphanBytes] = [0, 0]
  for await (const { key, length, changed } of storage.list()) {
    absent.delete(key)
    const expectedLength = expected.get(key)
    if (expectedLength !== undefined) {
      if (expectedLength !== length) damaged.push(key)
      continue
    }
    // The row that references a newer object may not be committed yet.
    if (Date.now() - changed <= A_DAY_MS) continue
    orphans++
    orphanBytes += length
  }
  return { absent: [...absent], damaged, orphans, orphanBytes }
}

async function findScrubResults(
  db: Db,
  scrubDays: number,
): Promise<{ corrupt: string[]; unread: number }> {
  const { rows } = await sql<{ corrupt: string[]; unread: number }>`
    select coalesce(array_agg(key) filter (where corrupt_at is not null), '{}') as corrupt,
      count(*) filter (
        where checked_at < now() - make_interval(days => ${2 * scrubDays})
      )::int as unread
    from object`.execute(db)
  return rows[0]!
}

/** An object that was deleted during the check is no longer referenced either. */
async function stillReferenced(db: Db, named: string, keys: string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from (${sql.raw(named)}) named where key = any (${keys})`.execute(db)
  return rows.map(({ key }) => key)
}

function describeProblem(keys: string[], state: string, total: number): DoctorFinding {
  const listed = keys.slice(0, MAX_LISTED).join(', ') + (keys.length > MAX_LISTED ? ' …' : '')
  return errorFinding(
    'objects',
    `${keys.length} of ${total} objects are ${state}: ${listed}`,
    'Upload the same files again, or restore the objects from a backup (docs/run/backup.md).',
  )
}

const describeOrphans = (count: number, bytes: number): DoctorFinding =>
  warningFinding(
    'objects',
    `${count} objects with ${bytes} bytes are not referenced.`,
    'They only use space: the service was killed between storing and recording them.',
  )

const describeUnread = (count: number, scrubDays: number): DoctorFinding =>
  warningFinding(
    'objects',
    `${count} objects have not been verified for ${2 * scrubDays} days.`,
    'Check that a service with ROLE all or worker is running.',
  )

export async function checkStorage(storage: Storage, location: string): Promise<DoctorFinding[]> {
  try {
    await storage.lengthOf('0'.repeat(64))
    return [okFinding('storage', `${location} responds.`)]
  } catch (error) {
    const { message } = ((error as Error).cause ?? error) as Error
    return [
      errorFinding(
        'storage',
        `${location} does not respond correctly: ${message}`,
        'Check S3_ENDPOINT, S3_BUCKET and the keys, and that this machine can reach it.',
      ),
    ]
  }
}
