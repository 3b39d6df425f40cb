import { sql } from 'kysely'
import { getReferencedAsset } from '../access/queries/references.ts'
import { viewerOf } from '../access/queries/visibility.ts'
import type { Caller } from '../kernel/http/contract/caller.ts'
import type { Tx } from '../kernel/db/connect.ts'
import type { Accept } from '../kernel/http/serve.ts'
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
    with given as (select new_id() as sheet), made as (insert into text_track (id, studio_id) select sheet, ${asset.studio} from given)
    insert into script (studio_id, asset_id, part, language, text_track_id) select ${asset.studio}, ${asset.id}, ${body.part}, ${body.language}, sheet from given
    on conflict (asset_id, part) do nothing returning id`.execute(tx)
  if (!rows[0]) throw conflict('script.exists', `This asset has a ${body.part} script already.`)
  return getScript(tx, viewerOf(by), rows[0].id)
}

export async function changeScript(
  tx: Tx,
  { id, body, by, accept }: { id: string; body: ScriptChange; by: Caller; accept: Accept },
): Promise<StoredScript> {
  await lockScript(tx, id)
  const current = await getScript(tx, viewerOf(by), id)
  accept(current)
  await tx
    .updateTable('script')
    .where('id', '=', id)
    .set({ language: body.language ?? current.language })
    .execute()
  return getScript(tx, viewerOf(by), id)
}

export async function removeScript(
  tx: Tx,
  { id, by, accept }: { id: string; by: Caller; accept: Accept },
) {
  await lockScript(tx, id)
  const current = await getScript(tx, viewerOf(by), id)
  accept(current)
  await tx.deleteFrom('text_track').where('id', '=', current.textTrack).execute()
  return { _id: id, removed: true as const }
}
