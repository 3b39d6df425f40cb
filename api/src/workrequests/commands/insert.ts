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
  /** Ids for the text tracks of its translations. */
  trackIds: OrderContext['trackIds']
}

const PARTS: readonly ScriptPart[] = ['dialogue', 'graphics']

/** Inserts an incomplete request with its history and its translations. Returns its id. */
export async function insertWorkRequest(
  tx: Tx,
  { row, scripts, trackIds }: NewRequest,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into work_request ${sql.values(row)} returning id`.execute(tx)
  const { id } = rows[0]!
  const tracks = await insertParts(tx, { row, scripts, trackIds }, id)
  // Translations start with the lines of the scripts.
  for (const { part, textTrack: script, hasLines } of scripts)
    if (hasLines) await copyScript(tx, { script, textTrack: tracks[part], by: row.owner_id })
  return id
}

/** A statement of its own: the rows are visible to people who see the request. */
async function insertParts(
  tx: Tx,
  { row, scripts, trackIds }: NewRequest,
  request: string,
): Promise<Record<ScriptPart, string>> {
  const studio = row.studio_id
  const parts = PARTS.map((part, index) => ({
    part,
    track: trackIds[index]!,
    revision: scripts.find((script) => script.part === part)?.revision ?? 0,
  }))
  const tracks = parts.map(({ track }) => sql`(${studio}, ${track})`)
  const translations = parts.map(
    ({ part, track, revision }) => sql`(${studio}, ${row.asset_id}, ${request}, ${part},
      ${row.language ?? null}, ${track}, ${revision})`,
  )
  await sql`
    with entry as (
      insert into work_request_history (studio_id, work_request_id, person_id, status)
      values (${studio}, ${request}, ${row.owner_id}, 'incomplete')),
    track as (insert into text_track (studio_id, id) values ${sql.join(tracks)})
    insert into translation (
      studio_id, asset_id, work_request_id, part, language, text_track_id, script_revision)
    values ${sql.join(translations)}`.execute(tx)
  return Object.fromEntries(parts.map(({ part, track }) => [part, track])) as Record<
    ScriptPart,
    string
  >
}
