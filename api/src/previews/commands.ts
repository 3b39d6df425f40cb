import { viewerOf } from '../access/queries/visibility.ts'
import {
  getReferencedFile,
  getReferencedAsset,
  type AssetReference,
  type FileReference,
} from '../access/queries/references.ts'
import { lockFile } from '../files/queries.ts'
import type { Caller } from '../kernel/http/contract/caller.ts'
import type { Tx } from '../kernel/db/connect.ts'
import { sql } from '../kernel/db/sql.ts'
import type { RecordChange } from '../kernel/http/serve.ts'
import { invalid } from '../kernel/http/contract/problem.ts'
import { emitReady } from '../renditions/commands/ready.ts'
import { isPlayable } from '../renditions/queries/source.ts'
import type { NewPreview, PreviewChange } from './contract.ts'
import { getPreview, lockPreview } from './queries.ts'
import { previewType, type PreviewWithPlayback } from './rules.ts'

export async function createPreview(
  tx: Tx,
  { body, by }: { body: NewPreview; by: Caller },
): Promise<PreviewWithPlayback> {
  const viewer = viewerOf(by)
  const asset = await getReferencedAsset(tx, viewer, body.asset)
  const file = await getReferencedFile(tx, viewer, body.file, '/file')
  if (file.asset !== asset.id)
    throw invalid('file.asset-mismatch', 'The file belongs to another asset.', [
      { pointer: '/file', message: 'belongs to another asset' },
    ])
  if (!file.verified)
    throw invalid(
      'file.unverified',
      'The file is not verified yet: its upload is not complete, or it is still being checked.',
      [{ pointer: '/file', message: 'is not verified' }],
    )
  return getPreview(tx, viewer, await insertPreview(tx, { ...body, asset, file, by: by._id }))
}

type InsertPreviewInput = {
  asset: AssetReference
  file: Pick<FileReference, 'id' | 'mime'>
  revision?: string
  label?: string
  language?: string | null
  by: string
}

export async function insertPreview(
  tx: Tx,
  { asset, file, by, ...fields }: InsertPreviewInput,
): Promise<string> {
  // The job that finishes the first rendition takes the same lock. So either it sees this preview
  // and emits the event, or the file is already playable and this command emits it.
  await lockFile(tx, file.id)
  const revision = fields.revision ?? (await nextRevision(tx, asset.id))
  const { rows } = await sql<{ id: string }>`insert into preview ${sql.values({
    studio_id: asset.studio,
    project_id: asset.project,
    asset_id: asset.id,
    file_id: file.id,
    revision,
    label: fields.label ?? `v${revision}`,
    language: fields.language ?? null,
    type: previewType(file.mime, asset.mediaType),
  })} returning id`.execute(tx)
  const { id } = rows[0]!
  if (await isPlayable(tx, file.id)) await emitReady(tx, file.id, { preview: id, by })
  return id
}

async function nextRevision(tx: Tx, asset: string): Promise<string> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from preview where asset_id = ${asset}`.execute(tx)
  return String((rows[0]?.count ?? 0) + 1)
}

export async function changePreview(
  tx: Tx,
  { id, body, by, checkPreconditions }: RecordChange & { body: PreviewChange },
): Promise<PreviewWithPlayback> {
  await lockPreview(tx, id)
  const current = await getPreview(tx, viewerOf(by), id)
  checkPreconditions(current)
  await sql`
    update preview set revision = ${body.revision ?? current.revision},
      label = ${body.label ?? current.label},
      language = ${body.language === undefined ? current.language : body.language}
    where id = ${id}`.execute(tx)
  return getPreview(tx, viewerOf(by), id)
}

export async function removePreview(tx: Tx, { id, by, checkPreconditions }: RecordChange) {
  await lockPreview(tx, id)
  checkPreconditions(await getPreview(tx, viewerOf(by), id))
  await sql`delete from preview where id = ${id}`.execute(tx)
  return { _id: id, removed: true as const }
}
