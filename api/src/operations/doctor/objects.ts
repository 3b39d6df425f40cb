import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { fault, fine, warning, type DoctorFinding } from '../finding.ts'
import type { Storage } from '../../kernel/storage/storage.ts'

const A_DAY_MS = 86_400_000
const MOST_NAMED = 20

/** What the rows name against what lies there. `named` is SQL for `key` and `length`. */
export async function checkObjects(
  db: Db,
  storage: Storage,
  { named, scrubDays }: { named: string; scrubDays: number },
): Promise<DoctorFinding[]> {
  const { rows } = await sql<{
    key: string
    length: number
  }>`select key, length from (${sql.raw(named)}) named`.execute(db)
  const expected = new Map(rows.map(({ key, length }) => [key, length]))
  const damaged: string[] = []
  let [orphans, bytes] = [0, 0]
  for await (const { key, length, changed } of storage.list()) {
    const promised = expected.get(key)
    if (promised !== undefined && promised !== length) damaged.push(key)
    // A younger one may be named by a row that is about to be written.
    else if (promised === undefined && Date.now() - changed > A_DAY_MS)
      [orphans, bytes] = [orphans + 1, bytes + length]
    expected.delete(key)
  }
  const {
    rows: [read],
  } = await sql<{ rotten: string[]; unread: number }>`
    select coalesce(array_agg(key) filter (where corrupt_at is not null), '{}') as rotten, count(*) filter (where checked_at < now() - make_interval(days => ${2 * scrubDays}))::int as unread from object`.execute(
    db,
  )
  // What was dropped while we looked is gone from the rows too.
  const { rows: gone } = await sql<{
    key: string
  }>`select key from (${sql.raw(named)}) named where key = any (${[...expected.keys()]})`.execute(
    db,
  )
  const faults: [keys: string[], says: string][] = [
    [gone.map(({ key }) => key), 'gone'],
    [damaged, 'of another length than they came with'],
    [read!.rotten, 'known to be damaged'],
  ]
  return [
    ...faults
      .filter(([keys]) => keys.length)
      .map(([keys, says]) =>
        fault(
          'objects',
          `${keys.length} of ${rows.length} are ${says}: ${keys.slice(0, MOST_NAMED).join(', ')}${keys.length > MOST_NAMED ? ' …' : ''}`,
          'Bring the same bytes again, or put them back from a backup (docs/run/backup.md).',
        ),
      ),
    ...(orphans
      ? [
          warning(
            'objects',
            `${orphans} with ${bytes} bytes are named by no row.`,
            'They do no harm but take room: a service was killed between keeping and recording them.',
          ),
        ]
      : []),
    ...(read!.unread
      ? [
          warning(
            'objects',
            `${read!.unread} were not read again for ${2 * scrubDays} days.`,
            'Is a service running whose ROLE is all or worker?',
          ),
        ]
      : []),
    ...(faults.some(([keys]) => keys.length)
      ? []
      : [fine('objects', `All ${rows.length} are there.`)]),
  ]
}

export async function checkStorage(storage: Storage, where: string): Promise<DoctorFinding[]> {
  try {
    await storage.lengthOf('0'.repeat(64))
    return [fine('storage', `${where} answers.`)]
  } catch (error) {
    const { message } = ((error as Error).cause ?? error) as Error
    return [
      fault(
        'storage',
        `${where} does not answer as it should: ${message}`,
        'Look at S3_ENDPOINT, S3_BUCKET and the keys, and whether this machine reaches it.',
      ),
    ]
  }
}
