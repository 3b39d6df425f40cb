// Loads the records that a request body refers to. The caller must be able to see them.
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { Problem, notFound, unknownReference } from '../../kernel/http/contract/problem.ts'
import { idOf, type Ref, type SlugRef } from '../../kernel/http/contract/schema.ts'
import { isActiveContent } from '@reelay/media/media-type'
import { seesPerson } from './people.ts'
import { findIdByAddress, isId } from './slugs.ts'
import { seesAsset, seesFile, seesProject, seesStudio, type Viewer } from './visibility.ts'

export type AssetReference = {
  id: string
  studio: string
  project: string
  mediaType: string
  type: string
}

/**
 * The ids of studios that a body names by id or slug. A name that the viewer cannot see stays as it
 * is, and the command refuses it like an unknown id.
 */
export async function studioIds(
  db: Db,
  viewer: Viewer,
  refs: readonly SlugRef[],
): Promise<string[]> {
  const names = refs.map(idOf)
  const slugs = names.filter((name) => !isId(name))
  if (slugs.length === 0) return names
  const { rows } = await sql<{ id: string; slug: string }>`
    select s.id, s.slug from studio s
    where s.slug = any (${slugs}) and ${seesStudio(viewer, sql`s.id`)}`.execute(db)
  return names.map((name) => rows.find(({ slug }) => slug === name)?.id ?? name)
}

/** The id of a project that a body names. An unknown name stays as it is. */
export const projectId = async (db: Db, viewer: Viewer, ref: SlugRef): Promise<string> =>
  (await findIdByAddress(db, 'project', idOf(ref), seesProject(viewer))) ?? idOf(ref)

/** The id of an asset that a body names. The caller checks that the asset exists. */
export const referencedAssetId = async (
  db: Db,
  viewer: Viewer,
  ref: SlugRef,
): Promise<string | null> =>
  (await findIdByAddress(db, 'asset', idOf(ref), seesAsset(viewer))) ?? null

/** Throws 404 for an asset that is unknown, archived or not visible. */
export async function getReferencedAsset(
  db: Db,
  viewer: Viewer,
  ref: SlugRef,
): Promise<AssetReference> {
  const id = await referencedAssetId(db, viewer, ref)
  const { rows } = await sql<AssetReference>`
    select a.id, a.studio_id as studio, a.project_id as project, a.media_type as "mediaType",
      ty.slug as type
    from asset a join asset_type ty on ty.id = a.type_id
    where a.id = ${id} and a.archived_at is null and ${seesAsset(viewer)}`.execute(db)
  if (!rows[0]) throw notFound('asset')
  return rows[0]
}

export type FileReference = {
  id: string
  asset: string
  studio: string
  verified: boolean
  name: string
  mime: string | null
}

export async function getReferencedFile(
  db: Db,
  viewer: Viewer,
  ref: Ref,
  pointer: string,
): Promise<FileReference> {
  const { rows } = await sql<FileReference>`
    select f.id, f.asset_id as asset, f.studio_id as studio,
      f.verified_at is not null as verified, f.name, f.mime
    from file f join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
    where f.id = ${idOf(ref)} and ${seesFile(viewer)}`.execute(db)
  if (!rows[0]) throw unknownReference(pointer, 'file')
  return rows[0]
}

export const noPicture = (pointer: string) =>
  new Problem(415, 'file.not-an-image', 'Choose a picture of pixels, such as PNG, JPEG or WebP.', {
    errors: [{ pointer, message: 'is a drawing or a document' }],
  })

/**
 * A file that is shown as a thumbnail or logo. Without bytes it is no drawing yet; `keepContent`
 * decides when they arrive.
 */
export async function getReferencedPicture(
  db: Db,
  viewer: Viewer,
  ref: Ref,
  pointer: string,
): Promise<string> {
  const { id, mime } = await getReferencedFile(db, viewer, ref, pointer)
  if (isActiveContent(mime ?? '')) throw noPicture(pointer)
  return id
}

export async function getReferencedPerson(
  db: Db,
  viewer: Viewer,
  ref: Ref,
  pointer: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select p.id from person p
    where p.id = ${idOf(ref)} and p.disabled_at is null
      and ${seesPerson(viewer, sql`p.id`)}`.execute(db)
  if (!rows[0]) throw unknownReference(pointer, 'user')
  return rows[0].id
}
