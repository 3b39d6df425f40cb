import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'

/** An untranslated line with the sources around it, which choose among translations in the memory. */
export type EmptyLine = { id: string; source: string; before: string; after: string }

const isEmpty = sql`l.text = '' and l.source <> ''`

export async function loadEmptyLines(db: Db, textTrack: string): Promise<EmptyLine[]> {
  const { rows } = await sql<EmptyLine>`
    select l.id, l.source, l.before, l.after from (
      select l.id, l.text, l.source,
        coalesce(lag(l.source) over timed, '') as before,
        coalesce(lead(l.source) over timed, '') as after,
        row_number() over timed as number
      from text_track_line l where l.text_track_id = ${textTrack}
      window timed as (order by l.start_ms, l.position, l.id)) l
    where ${isEmpty} order by l.number`.execute(db)
  return rows
}

export async function countEmptyLines(db: Db, textTrack: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from text_track_line l
    where l.text_track_id = ${textTrack} and ${isEmpty}`.execute(db)
  return rows[0]!.count
}
