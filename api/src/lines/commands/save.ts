import type { Tx } from '../../kernel/db/connect.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import { conflict } from '../../kernel/http/contract/problem.ts'
import { MAX_LINES, type RevisionAction } from '../contract.ts'
import { lineJson } from '../queries/lines.ts'
import type { LineDraft, StoredLine } from '../rules/line.ts'
import { encodeDrafts, type EncodedDrafts } from './tasks/drafts.ts'

export type SaveLinesInput = Changes & { drafts: readonly (LineDraft & { position?: number })[] }
type Changes = {
  textTrack: string
  removedIds?: readonly string[]
  by: string
  action: RevisionAction
}

/**
 * Saves one revision of a text track that the caller has locked. Every saved and removed line keeps
 * a version. Without changes there is no revision.
 */
export async function saveLines(
  tx: Tx,
  { drafts, ...changes }: SaveLinesInput,
): Promise<{ revision: number; ids: string[] }> {
  return saveEncodedLines(tx, { ...changes, ...encodeDrafts(drafts) })
}

/**
 * The first revision of a translation: the lines of its script, timed and untranslated. They are
 * copied inside of the database, because there can be very many.
 */
export async function copyScript(
  tx: Tx,
  { script, textTrack, by }: { script: string; textTrack: string; by: string },
): Promise<void> {
  const { rows } = await sql<{ hasLines: boolean }>`
    select exists (
      select from text_track_line where text_track_id = ${script}) as "hasLines"`.execute(tx)
  if (!rows[0]!.hasLines) return
  const revision = await insertRevision(tx, textTrack, by, 'begun')
  await sql`
    with copied as (
      insert into text_track_line (
        studio_id, text_track_id, start_ms, stop_ms, position,
        text, source, origin_id, stale, auto, custom, machine, extra
      )
      select studio_id, ${textTrack}, start_ms, stop_ms, position,
        '', text, id, false, true, false, false, extra
      from text_track_line where text_track_id = ${script}
      order by start_ms, position, id
      returning text_track_line.*
    )
    insert into text_track_line_version (
      studio_id, text_track_id, line_id, version, revision, line)
    select studio_id, text_track_id, id, version, ${revision}::int,
      ${lineJson(sql`copied`)} || jsonb_build_object('position', position)
    from copied`.execute(tx)
}

/** As `saveLines`, with the output of a worker thread. */
export async function saveEncodedLines(
  tx: Tx,
  { textTrack, batches, count, hasNew, removedIds = [], by, action }: Changes & EncodedDrafts,
): Promise<{ revision: number; ids: string[] }> {
  if (count + removedIds.length === 0)
    return { revision: await currentRevision(tx, textTrack), ids: [] }
  const revision = await insertRevision(tx, textTrack, by, action)
  if (removedIds.length > 0) await removeLines(tx, textTrack, revision, removedIds)
  const ids: string[] = []
  for (const drafts of batches) ids.push(...(await upsertLines(tx, textTrack, revision, drafts)))
  if (hasNew) await rejectTooMany(tx, textTrack)
  return { revision, ids }
}

async function removeLines(
  tx: Tx,
  textTrack: string,
  revision: number,
  removedIds: readonly string[],
) {
  await sql`
    with removed as (
      delete from text_track_line where text_track_id = ${textTrack} and id = any (${removedIds})
      returning text_track_line.*
    )
    insert into text_track_line_version (
      studio_id, text_track_id, line_id, version, revision, removed, line)
    select studio_id, text_track_id, id, version + 1, ${revision}::int, true,
      ${lineJson(sql`removed`)} || jsonb_build_object('position', position)
    from removed`.execute(tx)
}

/** Stored in columns of their own; the other fields of a line go into `extra`. */
const COLUMNS = [
  '_id',
  'start',
  'stop',
  'text',
  'source',
  'origin',
  'stale',
  'auto',
  'custom',
  'machine',
  'version',
  'position',
]

async function upsertLines(
  tx: Tx,
  textTrack: string,
  revision: number,
  drafts: Uint8Array,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with ${upsertParts(textTrack, sql`${revision}::int`, drafts)}
    select id from input order by number`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The common table expressions that save lines with their versions: input, saved and versions. */
const upsertParts = (textTrack: string, revision: Sql, drafts: Uint8Array) => sql`
  input as (
    select coalesce(d.line ->> '_id', new_id()) as id, d.line, d.number,
      (d.line ->> 'start')::int as start_ms, (d.line ->> 'stop')::int as stop_ms,
      -- New lines that start together stay in order.
      case when d.line ->> '_id' is null then row_number() over (
        partition by d.line ->> '_id' is null, d.line ->> 'start' order by d.number) - 1
      else 0 end as rank
    from jsonb_array_elements(convert_from(${drafts}::bytea, 'UTF8')::jsonb)
      with ordinality d (line, number)
  ), saved as (
    insert into text_track_line (
      studio_id, id, text_track_id, start_ms, stop_ms, position,
      text, source, origin_id, stale, auto, custom, machine, extra
    )
    select t.studio_id, g.id, t.id, g.start_ms, g.stop_ms,
      coalesce(
        (g.line ->> 'position')::int,
        (select l.position from text_track_line l
          where l.studio_id = t.studio_id and l.id = g.id),
        (select max(l.position) + 1 from text_track_line l
          where l.studio_id = t.studio_id and l.text_track_id = t.id and l.start_ms = g.start_ms),
        0
      ) + case when g.line ? 'position' then 0 else g.rank end,
      g.line ->> 'text', g.line ->> 'source', g.line ->> 'origin',
      (g.line ->> 'stale')::boolean, (g.line ->> 'auto')::boolean,
      (g.line ->> 'custom')::boolean, (g.line ->> 'machine')::boolean,
      g.line - ${COLUMNS}::text[]
    from input g, text_track t
    where t.id = ${textTrack}
    on conflict (studio_id, id) do update set
      start_ms = excluded.start_ms, stop_ms = excluded.stop_ms, position = excluded.position,
      text = excluded.text, source = excluded.source, origin_id = excluded.origin_id,
      stale = excluded.stale, auto = excluded.auto, custom = excluded.custom,
      machine = excluded.machine, extra = excluded.extra,
      version = text_track_line.version + 1
      where text_track_line.text_track_id = excluded.text_track_id
    returning text_track_line.*
  ), versions as (
    insert into text_track_line_version (
      studio_id, text_track_id, line_id, version, revision, line)
    select studio_id, text_track_id, id, version, ${revision},
      ${lineJson(sql`saved`)} || jsonb_build_object('position', position)
    from saved
  )`

/** More are not returned by the statement that saves them. */
export const MAX_RETURNED = 20

/** As `saveLines` for a few existing lines: one statement saves them and returns them by their ids. */
export async function saveFewLines(
  tx: Tx,
  { textTrack, drafts, by, action }: Omit<SaveLinesInput, 'removedIds'>,
): Promise<{ revision: number; lines: Map<string, StoredLine> }> {
  const [batch] = encodeDrafts(drafts).batches
  if (!batch) return { revision: await currentRevision(tx, textTrack), lines: new Map() }
  const { rows } = await sql<{ revision: number; line: StoredLine }>`
    with ${revisionParts(textTrack, by, action)},
    ${upsertParts(textTrack, sql`(select revision from next)`, batch)}
    select (select revision from next) as revision, ${lineJson(sql`saved`)} as line
    from saved`.execute(tx)
  return {
    revision: rows[0]!.revision,
    lines: new Map(rows.map(({ line }) => [line._id, line])),
  }
}

async function rejectTooMany(tx: Tx, textTrack: string) {
  const { rows } = await sql<{ lines: number }>`
    select count(*)::int as lines from text_track_line where text_track_id = ${textTrack}`.execute(
    tx,
  )
  if (rows[0]!.lines > MAX_LINES)
    throw conflict('lines.too-many', `A text track can have at most ${MAX_LINES} lines.`)
}

async function currentRevision(tx: Tx, textTrack: string): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    select revision from text_track where id = ${textTrack}`.execute(tx)
  return rows[0]!.revision
}

async function insertRevision(
  tx: Tx,
  textTrack: string,
  by: string,
  action: RevisionAction,
): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    with ${revisionParts(textTrack, by, action)} select revision from next`.execute(tx)
  return rows[0]!.revision
}

/** The common table expressions that count a revision: next and entry. */
const revisionParts = (textTrack: string, by: string, action: RevisionAction) => sql`
  next as (
    update text_track set revision = revision + 1 where id = ${textTrack}
    returning studio_id, revision
  ), entry as (
    insert into text_track_revision (studio_id, text_track_id, number, person_id, action)
    select studio_id, ${textTrack}, revision, ${by}, ${action} from next
  )`
