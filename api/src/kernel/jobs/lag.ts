import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { JobKind } from './kinds.ts'

/** How many seconds the oldest due job of these kinds has waited. */
export async function jobLag(db: Db, kinds: readonly JobKind[]): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as seconds
    from job
    where dead_at is null and kind = any (${kinds}) and run_at <= now()`.execute(db)
  return rows[0]!.seconds
}
