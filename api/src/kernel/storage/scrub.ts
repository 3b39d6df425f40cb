// Disks forget. Originals are read again, those first that nobody read for longest, and held
// against the digest they are named by.
import { sql } from 'kysely'
import type { Db, Tx } from '../db/connect.ts'
import type { Intake } from './intake.ts'
import type { Storage } from './storage.ts'

export type ScrubOptions = {
  storage: Storage
  intake: Intake
  /** How old a look may get. */ days: number
}
type Stored = { key: string; length: number; checked: string }
/** `fault` says what is wrong, where something is. */
export type ScrubResult = Stored & { fault: string | null }

/** A minute's work or less on an ordinary disk. */
const BYTES_A_RUN = 16 * 1024 ** 3

/** What was looked at before the signal counts: the rest is due the next time. */
export async function scrub(
  { storage, intake, days }: ScrubOptions,
  { db, signal }: { db: Db; signal: AbortSignal },
): Promise<ScrubResult[]> {
  const findings: ScrubResult[] = []
  for (const object of await listDue(db, days)) {
    const fault = await faultOf({ storage, intake }, object, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
    if (fault === undefined) break
    findings.push({ ...object, fault })
  }
  return findings
}

/**
 * What is due by age, and what is known to be rotten: somebody may have put it back. Large archives
 * get the share of an hour, twice.
 */
async function listDue(db: Db, days: number): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select key, length, checked from (
      select key, length, checked_at, checked_at::text as checked, sum(length) over (order by checked_at, key) - length as before from object
      where checked_at < now() - make_interval(days => ${days}) or corrupt_at is not null) due
    where before < greatest(${BYTES_A_RUN}::numeric, (select sum(length) from object) * 2 / (24 * ${days}::int)) order by checked_at, key limit 10000`.execute(
    db,
  )
  return rows
}

async function faultOf(
  { storage, intake }: Omit<ScrubOptions, 'days'>,
  { key, length }: Stored,
  signal: AbortSignal,
): Promise<string | null> {
  const found = await storage.lengthOf(key)
  if (found === undefined) return 'missing'
  if (found !== length) return `${found} bytes instead of ${length}`
  try {
    const { sha256 } = await intake.digestStored(key, length, signal)
    return sha256 === key ? null : `the bytes have changed: their SHA-256 is ${sha256}`
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EIO') return 'the disk cannot read it'
    throw error
  }
}

/**
 * Says what the finding changed. One that somebody's bytes have overtaken since changes nothing.
 */
export async function recordScrubResult(
  tx: Tx,
  { key, checked, fault }: ScrubResult,
): Promise<'corrupt' | 'repaired' | undefined> {
  const { rows } = await sql<{ before: boolean }>`
    update object set checked_at = now(), corrupt_at = case when ${fault !== null} then coalesce(corrupt_at, now()) end
    where key = ${key} and checked_at = ${checked}::timestamptz returning old.corrupt_at is not null as before`.execute(
    tx,
  )
  if (!rows[0] || rows[0].before === (fault !== null)) return undefined
  return fault === null ? 'repaired' : 'corrupt'
}
