import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'

/** Of an asset that the caller sees. */
export async function projectOf(db: Db, asset: string): Promise<string> {
  const { rows } = await sql<{ project: string }>`
    select project_id as project from asset where id = ${asset}`.execute(db)
  return rows[0]!.project
}
