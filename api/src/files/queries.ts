import { assetHasAddress, projectHasAddress } from '../access/queries/slugs.ts'
import { inStudio } from '../access/queries/viewers.ts'
import { seesFile, type Viewer } from '../access/queries/visibility.ts'
import type { Caller } from '../kernel/http/contract/caller.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { studioToName } from '../kernel/db/by-studio.ts'
import { lockRow } from '../kernel/db/lock-row.ts'
import { orderBy } from '../kernel/db/order.ts'
import { findByName } from '../access/queries/search.ts'
import { allOf, findOne, listPage } from '../kernel/db/page.ts'
import { sql, type Sql } from '../kernel/db/sql.ts'
import { etagOf, etagWithView, withEtag } from '../kernel/http/etag.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import { notFound } from '../kernel/http/contract/problem.ts'
import { omitProgress, type StoredFile } from './rules.ts'

/** A vendor with an assigned request for the asset does not show its uploads to other vendors. */
export const selectVendors = (asset: Sql, by: Caller) => sql`
  select array_agg(distinct vendor_id) as vendors from work_request
  where asset_id = ${asset} and submitted_at is not null
    and vendor_id = any (${by.groups})
    and vendor_answer is distinct from 'declined'`

export const studioOfFile = (id: string) => sql`(select studio_id from file where id = ${id})`

/** Over `file f`. */
export const stepsOfFile = (condition: Sql = sql`true`): Sql => sql`coalesce((
  select json_agg(json_build_object('step', s.step, 'status', s.status, 'progress', s.progress,
    'reason', s.reason) order by s.step)
  from media_step s
  where s.studio_id = f.studio_id and s.file_id = f.id and ${condition}), '[]')`

export const fileFrom = sql`file f join asset a on a.studio_id = f.studio_id and a.id = f.asset_id`
export const fileColumns = (viewer: Viewer) => sql`
  f.id as "_id", f.studio_id as studio, f.project_id as project, f.asset_id as asset,
    f.owner_id as owner, f.name, f.language, f.country, f.tags, f.path,
  json_build_object('username', f.aspera_username) as aspera,
  f.verified_at is not null as verified, json_build_object('event', f.embargo_event, 'end',
    seconds(f.embargo_end)) as embargo, ${warnings(viewer)} as warnings,
  f.length, f.md5, f.sha256, f.mime, seconds(f.created_at) as created,
  (select json_build_object('probe', m.probe, 'picture', m.picture, 'sound', m.sound, 'steps',
    ${stepsOfFile(viewer.isIn(sql`s.studio_id`))}) from media m
    where ${viewer.isIn(sql`m.studio_id`)} and m.studio_id = f.studio_id and m.file_id = f.id)
    as media,
  exists (select from download d
    where ${viewer.isIn(sql`d.studio_id`)} and d.studio_id = f.studio_id and d.file_id = f.id
    and d.person_id = ${viewer.id}) as downloaded`

/**
 * Over `file f` and `asset a`. Differences from the original are shown only to people who see every
 * file of the asset.
 */
const warnings = (viewer: Viewer) => sql`coalesce((
  select jsonb_agg(warning - 'compared' order by place)
    from jsonb_array_elements(f.warnings) with ordinality listed (warning, place)
  where not warning ? 'compared' or ${viewer.hasPermission(sql`a.studio_id`, 'embargo.bypass')}
    or not exists (select from file sibling
      where ${viewer.isIn(sql`sibling.studio_id`)} and sibling.studio_id = a.studio_id
      and sibling.asset_id = a.id
      and sibling.removed_at is null
      and embargoed(sibling.embargo_end, sibling.embargo_event, a.terminal))), '[]')`

export type FileFilter = {
  studio?: string
  project?: string
  asset?: string
  ids?: string
  q?: string
  language?: string
  country?: string
  tag?: string
  order?: string
}

export async function listFiles(
  db: Db,
  viewer: Viewer,
  range: Range,
  filter: FileFilter,
): Promise<Page<StoredFile>> {
  const named = filter.q ? await findByName(db, 'file', filter.q) : undefined
  return listPage(db, range, {
    columns: fileColumns(viewer),
    records: fileFrom,
    // Sorting many files takes half the time without their assets.
    from: viewer.seesAllOf ? sql`file f` : fileFrom,
    key: sql`f.id`,
    sees: seesFile(viewer),
    where: allOf(
      filter.studio
        ? sql`f.studio_id in (select id from studio where ${filter.studio} in (id, slug))`
        : sql`true`,
      filter.project
        ? sql`f.project_id in (select id from project where ${projectHasAddress(filter.project)})`
        : sql`true`,
      filter.asset
        ? sql`f.asset_id in (select a.id from asset a where ${assetHasAddress(filter.asset)})`
        : sql`true`,
      filter.ids ? sql`f.id = any (${filter.ids.split(',')})` : sql`true`,
      named ? named.condition(sql`f`) : sql`true`,
      filter.language ? sql`f.language = ${filter.language}` : sql`true`,
      filter.country ? sql`f.country = ${filter.country}` : sql`true`,
      filter.tag ? sql`${filter.tag} = any (f.tags)` : sql`true`,
    ),
    order: orderBy(
      filter.order,
      { created: sql`f.created_at`, name: sql`f.name`, length: sql`coalesce(f.length, 0)` },
      '-created',
      sql`f.id`,
    ),
  })
}

export async function getFile(db: Db, reader: Viewer, id: string): Promise<StoredFile> {
  const studio = await studioToName(db, 'file', id)
  const viewer = inStudio(reader, studio)
  const file = await findOne<StoredFile>(db, {
    columns: fileColumns(viewer),
    from: fileFrom,
    where: sql`f.id = ${id} and ${viewer.isIn(sql`f.studio_id`)} and ${seesFile(viewer)}`,
  })
  if (!file) throw notFound('file')
  return withEtag(file, etagWithView(fileEtag(file), file.downloaded))
}

/** In the order of the ids. */
export async function getFiles(
  db: Db,
  viewer: Viewer,
  ids: readonly string[],
): Promise<StoredFile[]> {
  const { rows } = await sql<StoredFile>`
    select ${fileColumns(viewer)} from ${fileFrom}
    where f.id = any (${ids}) and ${seesFile(viewer)}`.execute(db)
  const byId = new Map(rows.map((file) => [file._id, file]))
  return ids.map((id) => {
    const file = byId.get(id)
    if (!file) throw notFound('file')
    return file
  })
}

/** Whether the reader has downloaded the file is added, because nobody can overwrite it. */
export const fileEtag = ({ downloaded: _downloaded, ...file }: StoredFile): string =>
  etagOf(omitProgress(file))

export const lockFile = (tx: Tx, id: string) => lockRow(tx, 'file', id)

/** The object of a file whose MD5 is not known yet. */
export async function findWithoutMd5(
  db: Db,
  id: string,
): Promise<{ key: string; length: number } | undefined> {
  const { rows } = await sql<{ key: string; length: number }>`
    select f.sha256 as key, o.length from file f join object o on o.key = f.sha256
    where f.id = ${id} and f.md5 is null`.execute(db)
  return rows[0]
}

/** Whether the file is shown as a thumbnail or logo. */
export async function isPicture(db: Db, id: string): Promise<boolean> {
  const uses = await usesOfFile(db, id)
  return uses.some((use) => use === THUMBNAIL || use === LOGO)
}
const THUMBNAIL = 'the thumbnail of an asset'
const LOGO = 'a logo'

export async function usesOfFile(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ use: string }>`
    select 'a preview' as use where exists (select from preview where file_id = ${id})
    union all select 'an offline' where exists (select from offline where file_id = ${id})
    union all select 'a work request' where exists (select from work_request_file
      where file_id = ${id})
      or exists (select from material where ${id} = any (files)) or exists (select from work_request
        where audio_file_id = ${id})
    union all select ${THUMBNAIL} where exists (select from asset
      where thumbnail_id = ${id})
    union all select ${LOGO} where exists (select from studio where logo_id = ${id})
      or exists (select from project where logo_id = ${id})`.execute(db)
  return rows.map((row) => row.use)
}
