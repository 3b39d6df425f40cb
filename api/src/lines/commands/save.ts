import { sql } from 'kysely'
import type { Tx } from '../../kernel/db/connect.ts'
import { conflict } from '../../kernel/http/contract/problem.ts'
import { MAX_LINES, type RevisionAction } from '../contract.ts'
import { lineJson } from '../queries/lines.ts'
import type { LineDraft } from '../rules/line.ts'

type Saved = { revision: number; ids: string[] }

/**
 * One change of a sheet, which the caller holds: every line it leaves is kept as a version, every
 * line it takes away as its last.
 * Two statements for any number of lines. Without anything to change there is no revision.
 */
export async function saveLines(
  tx: Tx,
  {
    sheet,
    put,
    gone = [],
    by,
    deed,
  }: {
    sheet: string
    put: readonly (LineDraft & { position?: number })[]
    gone?: readonly string[]
    by: string
    deed: RevisionAction
  },
): Promise<Saved> {
  const revision = await nextRevision(tx, sheet, by, deed, put.length + gone.length > 0)
  if (put.length + gone.length === 0) return { revision, ids: [] }
  await sql`
    with gone as (delete from text_track_line where text_track_id = ${sheet} and id = any (${gone}) returning text_track_line.*)
    insert into text_track_line_version (text_track_id, line_id, version, revision, removed, line)
    select text_track_id, id, version + 1, ${revision}::int, true, ${lineJson(sql`gone`)} || jsonb_build_object('position', position) from gone`.execute(
    tx,
  )
  const { rows } = await sql<{ id: string }>`
    with given as (
      select coalesce(d.line ->> '_id', new_id()) as id, d.line, (d.line ->> 'start')::int as start_ms, (d.line ->> 'stop')::int as stop_ms, d.number from jsonb_array_elements(${JSON.stringify(put)}::jsonb) with ordinality d (line, number)
    ), saved as (
      insert into text_track_line (id, text_track_id, start_ms, stop_ms, position, text, source, origin_id, stale, auto, custom, machine, extra)
      select g.id, ${sheet}, g.start_ms, g.stop_ms,
        coalesce((g.line ->> 'position')::int, (select l.position from text_track_line l where l.id = g.id), (select max(l.position) + 1 from text_track_line l where l.text_track_id = ${sheet} and l.start_ms = g.start_ms), 0),
        g.line ->> 'text', g.line ->> 'source', g.line ->> 'origin', (g.line ->> 'stale')::boolean, (g.line ->> 'auto')::boolean, (g.line ->> 'custom')::boolean, (g.line ->> 'machine')::boolean,
        g.line - ${COLUMNS}::text[]
      from given g
      on conflict (id) do update set start_ms = excluded.start_ms, stop_ms = excluded.stop_ms, position = excluded.position, text = excluded.text, source = excluded.source, origin_id = excluded.origin_id,
        stale = excluded.stale, auto = excluded.auto, custom = excluded.custom, machine = excluded.machine, extra = excluded.extra, version = text_track_line.version + 1
        where text_track_line.text_track_id = excluded.text_track_id
      returning text_track_line.*
    ), kept as (
      insert into text_track_line_version (text_track_id, line_id, version, revision, line) select text_track_id, id, version, ${revision}::int, ${lineJson(sql`saved`)} || jsonb_build_object('position', position) from saved)
    select id from given order by number`.execute(tx)
  if (put.some(({ _id }) => _id === undefined)) await rejectTooMany(tx, sheet)
  return { revision, ids: rows.map(({ id }) => id) }
}

async function rejectTooMany(tx: Tx, sheet: string) {
  const { rows } = await sql<{
    lines: number
  }>`select count(*)::int as lines from text_track_line where text_track_id = ${sheet}`.execute(tx)
  if (rows[0]!.lines > MAX_LINES)
    throw conflict('lines.too-many', `A sheet has ${MAX_LINES} lines at most.`)
}

/** What a line has columns for; the rest of it is carried. */
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

async function nextRevision(
  tx: Tx,
  sheet: string,
  by: string,
  deed: RevisionAction,
  changes: boolean,
): Promise<number> {
  if (!changes)
    return (
      await sql<{ revision: number }>`select revision from text_track where id = ${sheet}`.execute(
        tx,
      )
    ).rows[0]!.revision
  const { rows } = await sql<{ number: number }>`
    with next as (update text_track set revision = revision + 1 where id = ${sheet} returning revision)
    insert into text_track_revision (text_track_id, number, person_id, deed) select ${sheet}, revision, ${by}, ${deed} from next returning number`.execute(
    tx,
  )
  return rows[0]!.number
}
