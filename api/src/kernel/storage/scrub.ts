// Reads stored originals again, the ones with the oldest check first, and compares them with their
// digest, to find damage on disk.
import type { Db, Tx } from '../db/connect.ts'
import { sql } from '../db/sql.ts'
import { DamagedObjectError } from './encrypted/format.ts'
import type { Intake } from './intake.ts'
import type { Storage } from './storage.ts'

export type ScrubOptions = {
  storage: Storage
  intake: Intake
  /** The longest time between two checks of an object. */
  days: number
}
type DueObject = { key: string; length: number; checked: string }
/** `damage` describes what is wrong, or is null. */
export type ScrubResult = DueObject & { damage: string | null }

/** Takes about a minute on an ordinary disk. */
const BYTES_PER_RUN = 16 * 1024 ** 3
const OBJECTS_PER_RUN = 10_000

/** Objects checked before the signal count. The rest is due in the next run. */
export async function scrub(
  { storage, intake, days }: ScrubOptions,
  { db, signal }: { db: Db; signal: AbortSignal },
): Promise<ScrubResult[]> {
  const results: ScrubResult[] = []
  for (const object of await listDue(db, days)) {
    const damage = await findDamage({ storage, intake }, object, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
    if (damage === undefined) break
    results.push({ ...object, damage })
  }
  return results
}

/**
 * Due are old checks and known damage, which somebody may have repaired. A large archive gets twice
 * its hourly share, so that it is finished within `days`.
 */
async function listDue(db: Db, days: number): Promise<DueObject[]> {
  const { rows } = await sql<DueObject>`
    select key, length, checked
    from (
      select
        key, length, checked_at, checked_at::text as checked,
        sum(length) over (order by checked_at, key) - length as before
      from object
      where checked_at < now() - make_interval(days => ${days}) or corrupt_at is not null
    ) due
    where before < greatest(
      ${BYTES_PER_RUN}::numeric, (select sum(length) from object) * 2 / (24 * ${days}::int))
    order by checked_at, key
    limit ${OBJECTS_PER_RUN}`.execute(db)
  return rows
}

async function findDamage(
  { storage, intake }: Omit<ScrubOptions, 'days'>,
  { key, length }: DueObject,
  signal: AbortSignal,
): Promise<string | null> {
  const actual = await storage.lengthOf(key)
  if (actual === undefined) return 'missing'
  if (actual !== length) return `${actual} bytes instead of ${length}`
  try {
    const { sha256 } = await intake.digestStored({ key, length }, signal, { md5: false })
    return sha256 === key ? null : `the bytes have changed: their SHA-256 is ${sha256}`
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EIO') return 'the disk cannot read it'
    if (error instanceof DamagedObjectError) return `the bytes have changed: ${error.message}`
    throw error
  }
}

/**
 * Saves a result and returns what it changed. If the object was uploaded again since the check, the
 * result is ignored.
 */
export async function recordScrubResult(
  tx: Tx,
  { key, checked, damage }: ScrubResult,
): Promise<'corrupt' | 'repaired' | undefined> {
  const isCorrupt = damage !== null
  const { rows } = await sql<{ before: boolean }>`
    with before as (
      select key, corrupt_at from object
      where key = ${key} and checked_at = ${checked}::timestamptz for update)
    update object set
      checked_at = now(),
      corrupt_at = case when ${isCorrupt} then coalesce(before.corrupt_at, now()) end
    from before where object.key = before.key
    returning before.corrupt_at is not null as before`.execute(tx)
  if (!rows[0] || rows[0].before === isCorrupt) return undefined
  return isCorrupt ? 'corrupt' : 'repaired'
}
