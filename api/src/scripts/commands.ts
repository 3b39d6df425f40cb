import { getReferencedAsset } from '../access/queries/references.ts'
import { viewerOf } from '../access/queries/visibility.ts'
import type { Caller } from '../kernel/http/contract/caller.ts'
import type { Tx } from '../kernel/db/connect.ts'
import { sql } from '../kernel/db/sql.ts'
import type { RecordChange } from '../kernel/http/serve.ts'
import { conflict } from '../kernel/http/contract/problem.ts'
import type { NewScript, ScriptChange } from './contract.ts'
import { getScript, lockScript } from './queries.ts'
import type { StoredScript } from './rules.ts'

export async function createScript(
  tx: Tx,
  { body, by }: { body: NewScript; by: Caller },
): Promise<StoredScript> {
  const asset = await getReferencedAsset(tx, viewerOf(by), body.asset)
  const { rows } = await sql<{ id: string }>`
    with new_track as (select new_id() as id), inserted as (
      insert into text_track (id, studio_id) select id, ${asset.studio} from new_track
    )
    insert into script (studio_id, asset_id, part, language, text_track_id)
    select ${asset.studio}, ${asset.id}, ${body.part}, ${body.language}, id from new_track
    on conflict (studio_id, asset_id, part) do nothing
    returning id`.execute(tx)
  if (!rows[0]) throw conflict('script.exists', `This asset already has a ${body.part} script.`)
  return getScript(tx, viewerOf(by), rows[0].id)
}

export async function changeScript(
  tx: Tx,
  { id, body, by, checkPreconditions }: RecordChange & { body: ScriptChange },
): Promise<StoredScript> {
  await lockScript(tx, id)
  const current = await getScript(tx, viewerOf(by), id)
  checkPreconditions(current)
  await sql`
    update script set language = ${body.language ?? current.language}
    where id = ${id}`.execute(tx)
  return getScript(tx, viewerOf(by), id)
}

export async function removeScript(tx: Tx, { id, by, checkPreconditions }: RecordChange) {
  await lockScript(tx, id)
  const current = await getScript(tx, viewerOf(by), id)
  checkPreconditions(current)
  await sql`delete from text_track where id = ${current.textTrack}`.execute(tx)
  return { _id: id, removed: true as const }
}
