import { sql } from 'kysely'
import { rightsOf } from '../access/rules.ts'
import type { Tx } from '../kernel/db/connect.ts'
import { insertPreview } from './commands.ts'

type Found = {
  id: string
  mime: string | null
  asset: string
  studio: string
  project: string
  mediaType: string
  type: string
  owner: string
  roles: string[]
  permissions: string[]
}

/**
 * The first film that the studio itself brings for an asset is its preview, without anybody asking.
 */
export async function firstLook(tx: Tx, { file }: { file: string }): Promise<void> {
  // Of two films that come at once, one waits here and finds the other's preview.
  await sql`select from asset where id = (select asset_id from file where id = ${file}) for no key update`.execute(
    tx,
  )
  const { rows } = await sql<Found>`
    select f.id, f.mime, f.owner_id as owner, a.id as asset, a.studio_id as studio, a.project_id as project, a.media_type as "mediaType", ty.slug as type, viewer.roles, viewer.permissions
    from file f join asset a on a.id = f.asset_id join asset_type ty on ty.id = a.type_id join viewer on viewer.id = f.owner_id
    where f.id = ${file} and f.removed_at is null and a.archived_at is null and viewer.active and not exists (select from preview v where v.asset_id = a.id)`.execute(
    tx,
  )
  const found = rows[0]
  if (!found || !rightsOf(found.roles, found.permissions).has('asset.write')) return
  const { id, mime, asset, owner, ...place } = found
  await insertPreview(tx, { asset: { id: asset, ...place }, file: { id, mime }, by: owner })
}
