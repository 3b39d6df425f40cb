import { sql, type RawBuilder } from 'kysely'
import type { Viewer } from '../../access/queries/visibility.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { withEtag } from '../../kernel/http/etag.ts'
import { notFound, type Problem } from '../../kernel/http/contract/problem.ts'
import type { StoredLine } from '../rules/line.ts'

/**
 * What has lines: which sheet they stand on, of which asset, and why it is closed, if it is. It
 * throws where the viewer sees none.
 */
export type ResolveTextTrack = (
  db: Db,
  viewer: Viewer,
  id: string,
) => Promise<{ sheet: string; asset: string; language: string; closed: Problem | null }>

/**
 * A line as it is stored, of a table or a `with` that has its columns. In the statement itself: a
 * function of the database costs three times as much.
 */
export const lineJson = (
  l: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`jsonb_build_object('_id', ${l}.id, 'start', ${l}.start_ms, 'stop', ${l}.stop_ms, 'text', ${l}.text, 'source', ${l}.source, 'origin', ${l}.origin_id,
  'stale', ${l}.stale, 'auto', ${l}.auto, 'custom', ${l}.custom, 'machine', ${l}.machine, 'version', ${l}.version) || ${l}.extra`

/** All lines of a sheet, in order. `sheet` is a column of an outer table, or an id. */
export const linesJson = (sheet: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce((select json_agg(${lineJson(sql`l`)} order by l.start_ms, l.position, l.id) from text_track_line l where l.text_track_id = ${sheet}), '[]')`

/** Their revision is their tag: to digest ten thousand lines takes longer than to read them. */
export async function loadLines(db: Db, sheet: string): Promise<StoredLine[]> {
  const { rows } = await sql<{
    lines: StoredLine[]
    revision: number
  }>`select sh.revision, ${linesJson(sql`sh.id`)} as lines from text_track sh where sh.id = ${sheet}`.execute(
    db,
  )
  const { lines, revision } = rows[0]!
  return withEtag(lines, `"${sheet}.${revision}"`)
}

/** As they were after a revision. */
export async function loadLinesAt(db: Db, sheet: string, revision: number): Promise<StoredLine[]> {
  const { rows } = await sql<{ lines: StoredLine[] }>`
    select coalesce(json_agg(v.line - 'position' order by (v.line -> 'start')::int, v.position, v.line_id) filter (where not v.removed), '[]') as lines
    from (select distinct on (line_id) line_id, line, removed, (line ->> 'position')::int as position from text_track_line_version where text_track_id = ${sheet} and revision <= ${revision} order by line_id, version desc) v`.execute(
    db,
  )
  return rows[0]!.lines
}

export async function getLine(
  db: Db,
  sheet: string,
  id: string,
): Promise<{ line: StoredLine; index: number }> {
  const { rows } = await sql<{ line: StoredLine; index: number }>`
    select ${lineJson(sql`l`)} as line, (select count(*)::int from text_track_line above where above.text_track_id = l.text_track_id and (above.start_ms, above.position, above.id) < (l.start_ms, l.position, l.id)) as index
    from text_track_line l where l.text_track_id = ${sheet} and l.id = ${id}`.execute(db)
  if (!rows[0]) throw notFound('line')
  return rows[0]
}

/**
 * Of the lines that are named, those that are there, each with its place. Numbered in one go: to
 * count what stands above each would take the square of it.
 */
export async function findLines(
  db: Db,
  sheet: string,
  ids: readonly string[],
): Promise<{ line: StoredLine; index: number }[]> {
  const { rows } = await sql<{ line: StoredLine; index: number }>`
    select ${lineJson(sql`l`)} as line, r.index from (select id, (row_number() over (order by start_ms, position, id))::int - 1 as index from text_track_line where text_track_id = ${sheet}) r join text_track_line l on l.id = r.id
    where r.id = any (${ids}) order by r.index`.execute(db)
  return rows
}

/** Which lines were written or taken away after a revision, and the revision now. */
export async function findChangedIds(
  db: Db,
  sheet: string,
  since: number,
): Promise<{ revision: number; ids: string[] }> {
  const { rows } = await sql<{ revision: number; ids: string[] }>`
    select sh.revision, array(select distinct v.line_id from text_track_line_version v where v.text_track_id = sh.id and v.revision > ${since}) as ids from text_track sh where sh.id = ${sheet}`.execute(
    db,
  )
  return rows[0]!
}

/** As they were in the versions that are named: by line and version. */
export async function findVersions(
  db: Db,
  sheet: string,
  named: readonly { _id: string; version: number }[],
): Promise<Map<string, StoredLine>> {
  const { rows } = await sql<{ line: StoredLine }>`
    select v.line - 'position' as line from text_track_line_version v join jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as n ("_id" text, version int) on v.line_id = n."_id" and v.version = n.version
    where v.text_track_id = ${sheet} and not v.removed`.execute(db)
  return new Map(rows.map(({ line }) => [`${line._id} ${line.version}`, line]))
}

/** As it was in one of its versions, if it had that many. */
export async function findVersion(
  db: Db,
  line: string,
  version: number,
): Promise<StoredLine | undefined> {
  const { rows } = await sql<{
    line: StoredLine
  }>`select line - 'position' as line from text_track_line_version where line_id = ${line} and version = ${version} and not removed`.execute(
    db,
  )
  return rows[0]?.line
}

/** Whoever writes holds the sheet, so that its revisions have an order. */
export const lockTextTrack = (tx: Tx, sheet: string) =>
  sql`select from text_track where id = ${sheet} for update`.execute(tx)
