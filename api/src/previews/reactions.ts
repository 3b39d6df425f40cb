import { anyViewer } from '../access/queries/viewers.ts'
import type { Tx } from '../kernel/db/connect.ts'
import { studioOfRow } from '../kernel/db/lock-row.ts'
import { sql } from '../kernel/db/sql.ts'
import { insertPreview } from './commands.ts'

type FileOfAsset = {
  id: string
  mime: string | null
  asset: string
  studio: string
  project: string
  mediaType: string
  type: string
  owner: string
  mayPreview: boolean
}

/**
 * Creates a preview from the first film that a studio member uploads for an asset, and from every
 * new cut.
 */
export async function createFirstPreview(tx: Tx, { file }: { file: string }): Promise<void> {
  // Two concurrent uploads are serialized here, so the second one finds the first one's preview.
  const studio = await studioOfRow(tx, 'file', file)
  await sql`
    select from asset
    where studio_id = ${studio} and id = (
      select asset_id from file where studio_id = ${studio} and id = ${file})
    for no key update`.execute(tx)
  const { rows } = await sql<FileOfAsset>`
    select f.id, f.mime, f.owner_id as owner, a.id as asset, a.studio_id as studio,
      a.project_id as project, a.media_type as "mediaType", ty.slug as type,
      ${anyViewer.hasPermission(sql`a.studio_id`, 'asset.write')} as "mayPreview"
    from file f join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
      join asset_type ty on ty.id = a.type_id
      join viewer on viewer.id = f.owner_id
    where f.id = ${file} and f.removed_at is null and a.archived_at is null and viewer.active
      and not exists (
        select from preview v where v.studio_id = a.studio_id and v.asset_id = a.id
          and (not f.is_cut or v.file_id = f.id))`.execute(tx)
  const row = rows[0]
  if (!row?.mayPreview) return
  const { id, mime, asset, owner, mayPreview: _, ...reference } = row
  await insertPreview(tx, { asset: { id: asset, ...reference }, file: { id, mime }, by: owner })
}
