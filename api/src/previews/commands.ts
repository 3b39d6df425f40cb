import { sql } from 'kysely'
import { viewerOf } from '../access/queries/sight.ts'
import { fileInSight, placeOfAsset } from '../access/queries/references.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/db/connect.ts'
import type { Accept } from '../kernel/http/serve.ts'
import { invalid } from '../kernel/problem.ts'
import type { NewPreview, PreviewChange } from './contract.ts'
import { getPreview, lockPreview } from './queries.ts'
import { previewType, type StoredPreview } from './rules.ts'

export async function createPreview(tx: Tx, { body, by }: { body: NewPreview; by: Caller }): Promise<StoredPreview> {
  const viewer = viewerOf(by)
  const asset = await placeOfAsset(tx, viewer, body.asset)
  const file = await fileInSight(tx, viewer, body.file, '/file')
  if (file.asset !== asset.id) throw invalid('file.elsewhere', 'The file belongs to another asset.', [{ pointer: '/file', message: 'belongs to another asset' }])
  if (!file.verified) throw invalid('file.unverified', 'The bytes of the file have not arrived yet.', [{ pointer: '/file', message: 'is not verified' }])
  const revision = body.revision ?? (await nextRevision(tx, asset.id))
  const { id } = await tx.insertInto('preview').values({
    studio_id: asset.studio, project_id: asset.project, asset_id: asset.id, file_id: file.id,
    revision, label: body.label ?? `v${revision}`, language: body.language ?? null, type: previewType(file.mime, asset.mediaType),
  }).returning('id').executeTakeFirstOrThrow()
  return getPreview(tx, viewer, id)
}

async function nextRevision(tx: Tx, asset: string): Promise<string> {
  const { rows } = await sql<{ count: number }>`select count(*) from preview where asset_id = ${asset}`.execute(tx)
  return String((rows[0]?.count ?? 0) + 1)
}

export async function changePreview(tx: Tx, { id, body, by, accept }: { id: string; body: PreviewChange; by: Caller; accept: Accept }): Promise<StoredPreview> {
  await lockPreview(tx, id)
  const current = await getPreview(tx, viewerOf(by), id)
  accept(current)
  await tx.updateTable('preview').where('id', '=', id)
    .set({ revision: body.revision ?? current.revision, label: body.label ?? current.label, language: body.language === undefined ? current.language : body.language })
    .execute()
  return getPreview(tx, viewerOf(by), id)
}

export async function removePreview(tx: Tx, { id, by, accept }: { id: string; by: Caller; accept: Accept }) {
  await lockPreview(tx, id)
  accept(await getPreview(tx, viewerOf(by), id))
  await tx.deleteFrom('preview').where('id', '=', id).execute()
  return { _id: id, removed: true as const }
}
