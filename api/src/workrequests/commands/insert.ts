import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { copyScript } from '../../lines/commands/save.ts'
import type { ScriptPart } from '../../scripts/contract.ts'
import type { OrderContext } from '../queries/new-request.ts'
import type { FieldRow } from './fields.ts'

type NewRequest = {
  row: FieldRow & {
    studio_id: string
    project_id: string
    asset_id: string
    owner_id: string
    estimate_base: string
    estimate_applied: string
    estimate_currency: string
  }
  scripts: OrderContext['scripts']
}

const PARTS: readonly ScriptPart[] = ['dialogue', 'graphics']

/** Inserts an incomplete request with its history and its translations. Returns its id. */
export async function insertWorkRequest(tx: Tx, { row, scripts }: NewRequest): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into work_request ${sql.values(row)} returning id`.execute(tx)
  const { id } = rows[0]!
  const tracks = await insertParts(tx, id, scripts)
  // Translations start with the lines of the scripts.
  for (const { part, textTrack: script, hasLines } of scripts)
    if (hasLines) await copyScript(tx, { script, textTrack: tracks[part], by: row.owner_id })
  return id
}

/** A statement of its own: the rows are visible to people who see the request. */
async function insertParts(
  tx: Tx,
  request: string,
  scripts: OrderContext['scripts'],
): Promise<Record<ScriptPart, string>> {
  const revisions = PARTS.map(
    (part) => scripts.find((script) => script.part === part)?.revision ?? 0,
  )
  const { rows } = await sql<{ tracks: Record<ScriptPart, string> }>`
    with request as (select * from work_request where id = ${request}),
    entry as (
      insert into work_request_history (
        studio_id, work_request_id, person_id, vendor_id, status)
      select studio_id, id, owner_id, vendor_id, status from request),
    part_track as materialized (
      select input.part, input.revision, new_id() as track
      from unnest(${PARTS}::text[], ${revisions}::int[]) as input (part, revision)),
    track as (
      insert into text_track (id, studio_id)
      select part_track.track, request.studio_id from request, part_track),
    translated as (
      insert into translation (
        studio_id, asset_id, work_request_id, part, language, text_track_id, script_revision)
      select request.studio_id, request.asset_id, request.id, part_track.part, request.language,
        part_track.track, part_track.revision
      from request, part_track)
    select json_object_agg(part, track) as tracks from part_track`.execute(tx)
  return rows[0]!.tracks
}
