import type { Viewer } from '../../access/queries/visibility.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { studioOfRow } from '../../kernel/db/lock-row.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import { withEtag } from '../../kernel/http/etag.ts'
import { notFound, type Problem } from '../../kernel/http/contract/problem.ts'
import type { StoredLine } from '../rules/line.ts'

/**
 * Finds the text track of a script or a translation. Throws 404 if the viewer cannot see it.
 * `locked` says why its lines cannot be edited, if they cannot. A script has no source language,
 * because its text is the original.
 */
export type ResolveTextTrack = (
  db: Db,
  viewer: Viewer,
  id: string,
) => Promise<{
  textTrack: string
  asset: string
  language: string
  sourceLanguage: string | null
  locked: Problem | null
}>

export type NumberedLine = { line: StoredLine; index: number }

/**
 * A stored line, from a table or CTE with its columns. Inlined into each statement: an SQL function
 * takes three times as long.
 */
export const lineJson = (l: Sql): Sql => sql`
  jsonb_build_object(
    '_id', ${l}.id, 'start', ${l}.start_ms, 'stop', ${l}.stop_ms,
    'text', ${l}.text, 'source', ${l}.source, 'origin', ${l}.origin_id,
    'stale', ${l}.stale, 'auto', ${l}.auto, 'custom', ${l}.custom, 'machine', ${l}.machine,
    'version', ${l}.version
  ) || ${l}.extra`

/** The other fields of `text_track_line l` and the end of its JSON text. */
export const endOfLine = sql`
  case when l.extra = '{}' then '}' else ',' || substr(l.extra::text, 2) end`

/** `lineJson` of `text_track_line l` as text. Texts are joined: building `jsonb` takes twice as long. */
export const lineText = sql`concat(
  '{"_id":"', l.id, '","start":', l.start_ms, ',"stop":', l.stop_ms,
  ',"text":', to_json(l.text), ',"source":', to_json(l.source),
  ',"origin":', coalesce(to_json(l.origin_id)::text, 'null'),
  ',"stale":', to_json(l.stale), ',"auto":', to_json(l.auto), ',"custom":', to_json(l.custom),
  ',"machine":', to_json(l.machine), ',"version":', l.version,
  ${endOfLine})`

/** Parsing and writing this much JSON takes about 20 ms. A feature film has a third of it. */
const MAX_EMBEDDED_BYTES = 2_000_000
const bytesOfLine = sql`octet_length(l.text) + octet_length(l.source) + pg_column_size(l.extra) + 250`

/**
 * The lines of a text track in order, as `line`, for embedding in another record. If they are too long
 * for that, one row with null.
 */
export const embeddableLines = (studio: Sql, textTrack: Sql): Sql => sql`(
  select case when l.bytes <= ${sql.lit(MAX_EMBEDDED_BYTES)} then ${lineJson(sql`l`)} end as line
  from (
    select l.*, sum(${bytesOfLine}) over () as bytes,
      row_number() over (order by l.start_ms, l.position, l.id) as number
    from lines_of_text_track(${studio}, ${textTrack}) l) l
  where l.bytes <= ${sql.lit(MAX_EMBEDDED_BYTES)} or l.number = 1
  order by l.number)`

/** The revision is the ETag: hashing ten thousand lines takes longer than reading them. */
export const etagOfLines = (textTrack: string, revision: number) => `"${textTrack}.${revision}"`

/**
 * All lines of a text track, in order, with its revision. Each line is a row of its own, so they
 * arrive in small pieces: one value of many megabytes would block the event loop. Without lines,
 * there is one row without a line. `line` is over `l`.
 */
export const currentLines = <Line>(textTrack: string, line: Sql) => sql<{
  revision: number
  line: Line | null
}>`
  select t.revision, l.line
  from text_track t
  left join lateral (
    select ${line} as line,
      row_number() over (order by l.start_ms, l.position, l.id) as number
    from lines_of_text_track(t.studio_id, t.id) l
  ) l on true
  where t.id = ${textTrack}
  order by l.number`

/** The lines as they were after a revision, as texts for a worker thread. */
export const linesAtRevision = (textTrack: string, revision: number) => sql<{ line: string }>`
  select (v.line - 'position')::text as line
  from (
    select distinct on (line_id)
      line_id, line, removed, (line ->> 'position')::int as position
    from text_track_line_version
    where text_track_id = ${textTrack} and revision <= ${revision}
    order by line_id, version desc
  ) v
  where not v.removed
  order by (v.line -> 'start')::int, v.position, v.line_id`

export async function loadLines(db: Db, textTrack: string): Promise<StoredLine[]> {
  const { rows } = await currentLines<StoredLine>(textTrack, lineJson(sql`l`)).execute(db)
  const lines = rows.flatMap(({ line }) => line ?? [])
  return withEtag(lines, etagOfLines(textTrack, rows[0]!.revision))
}

/** The index of a line of `text_track_line l`. */
const linesAbove = sql`count_lines_above(l)`

export async function getLine(db: Db, textTrack: string, id: string): Promise<NumberedLine> {
  const { rows } = await sql<NumberedLine>`
    select ${lineJson(sql`l`)} as line, ${linesAbove} as index
    from text_track_line l where l.text_track_id = ${textTrack} and l.id = ${id}`.execute(db)
  if (!rows[0]) throw notFound('line')
  return rows[0]
}

/** Counting the lines above one takes about a tenth of the time of numbering all. */
const MAX_COUNTED = 8

/** The index of each line, and at least of those with these ids. */
export const numberedIds = (textTrack: string, ids: readonly string[]) =>
  ids.length > MAX_COUNTED
    ? sql`(
        select l.studio_id, l.id, (row_number() over (order by l.start_ms, l.position, l.id))::int - 1 as index
        from text_track t cross join lateral lines_of_text_track(t.studio_id, t.id) l
        where t.id = ${textTrack})`
    : sql`(
        select l.studio_id, l.id, ${linesAbove} as index
        from text_track_line l where l.text_track_id = ${textTrack} and l.id = any (${ids}))`

/** The existing lines among `ids`. */
export async function findLines(
  db: Db,
  textTrack: string,
  ids: readonly string[],
): Promise<NumberedLine[]> {
  const { rows } = await sql<NumberedLine>`
    select ${lineJson(sql`l`)} as line, r.index
    from ${numberedIds(textTrack, ids)} r
    join text_track_line l on l.studio_id = r.studio_id and l.id = r.id
    where r.id = any (${ids})
    order by r.index`.execute(db)
  return rows
}

/** The current revision, and the lines that were saved or removed after `since`. */
export async function findChangedIds(
  db: Db,
  textTrack: string,
  since: number,
): Promise<{ revision: number; ids: string[] }> {
  const { rows } = await sql<{ revision: number; ids: string[] }>`
    select t.revision, array(
      select distinct v.line_id from text_track_line_version v
      where v.studio_id = t.studio_id and v.text_track_id = t.id and v.revision > ${since}
    ) as ids
    from text_track t where t.id = ${textTrack}`.execute(db)
  return rows[0]!
}

/** The named versions, under the key `<line> <version>`. */
export async function findVersions(
  db: Db,
  textTrack: string,
  named: readonly { _id: string; version: number }[],
): Promise<Map<string, StoredLine>> {
  if (named.length === 0) return new Map()
  const { rows } = await sql<{ line: StoredLine }>`
    select v.line - 'position' as line
    from text_track_line_version v
    join jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as n ("_id" text, version int)
      on v.line_id = n."_id" and v.version = n.version
    where v.text_track_id = ${textTrack} and not v.removed`.execute(db)
  return new Map(rows.map(({ line }) => [`${line._id} ${line.version}`, line]))
}

export async function findVersion(
  db: Db,
  line: string,
  version: number,
): Promise<StoredLine | undefined> {
  const { rows } = await sql<{ line: StoredLine }>`
    select line - 'position' as line from text_track_line_version
    where line_id = ${line} and version = ${version} and not removed`.execute(db)
  return rows[0]?.line
}

/**
 * Writers lock the text track of a script or a translation, so that its revisions have an order.
 * Row-level security shows it only to people of the studio.
 */
export async function lockTextTrackOf(tx: Tx, owner: string): Promise<void> {
  const studio =
    (await studioOfRow(tx, 'translation', owner)) ?? (await studioOfRow(tx, 'script', owner))
  await sql`
    select from text_track where studio_id = ${studio} and id in (
      select text_track_id from translation where studio_id = ${studio} and id = ${owner}
      union all
      select text_track_id from script where studio_id = ${studio} and id = ${owner}
    ) for update`.execute(tx)
}
