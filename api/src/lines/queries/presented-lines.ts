import type { Db } from '../../kernel/db/connect.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import { endOfLine, etagOfLines } from './lines.ts'

/** Lines per piece of the reply. One value of many megabytes would block the event loop. */
const LINES_PER_PIECE = 250

/**
 * All lines as `presentLine` shows them, written as JSON by the database: of ten thousand lines,
 * parsing and writing them again takes three times as long. Texts are joined, because building
 * `jsonb` takes twice as long.
 */
export async function loadPresentedLines(
  db: Db,
  textTrack: string,
): Promise<{ bytes: Buffer[]; etag: string }> {
  const { rows } = await sql<{ revision: number; piece: string | null }>`
    select t.revision, pieces.piece
    from text_track t
    left join lateral (
      select string_agg(${presentedLine}, ',' order by l.number) as piece, min(l.number) as first
      from (
        select l.*, row_number() over (order by l.start_ms, l.position, l.id) as number
        from lines_of_text_track(t.studio_id, t.id) l) l
      group by (l.number - 1) / ${sql.lit(LINES_PER_PIECE)}) pieces on true
    where t.id = ${textTrack}
    order by pieces.first`.execute(db)
  const pieces = rows.flatMap(({ piece }) => piece ?? [])
  const bytes = pieces.map((piece, index) => Buffer.from(`${index === 0 ? '[' : ','}${piece}`))
  if (bytes.length === 0) bytes.push(Buffer.from('['))
  return { bytes: [...bytes, Buffer.from(']')], etag: etagOfLines(textTrack, rows[0]!.revision) }
}

const twoDigits = (amount: Sql) => sql`substr((100 + ${amount})::text, 2)`

/** As `formatTimecode` writes it. */
const timecode = (ms: Sql) => sql`
  case when ${ms} < 36000000 then '0' else '' end || ${ms} / 3600000
  || ':' || ${twoDigits(sql`${ms} / 60000 % 60`)} || ':' || ${twoDigits(sql`${ms} / 1000 % 60`)}
  || ',' || substr((1000 + ${ms} % 1000)::text, 2)`

/** Over a numbered `text_track_line l`. */
const presentedLine = sql`
  '{"_id":"' || l.id || '","number":' || l.number
  || ',"startTime":"' || ${timecode(sql`l.start_ms`)}
  || '","stopTime":"' || ${timecode(sql`l.stop_ms`)}
  || '","text":' || to_json(l.text) || ',"source":' || to_json(l.source)
  || ',"stale":' || l.stale || ',"auto":' || l.auto || ',"custom":' || l.custom
  || ',"machine":' || l.machine || ',"version":' || l.version
  || ${endOfLine}`
