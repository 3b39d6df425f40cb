import { findIdsByText } from '../../access/queries/search.ts'
import {
  hasStudioWide,
  isVendorOnly,
  notEmbargoed,
  seesStudio,
  seesVendorOfFile,
  viewerOf,
  type ZonedViewer,
  type Viewer,
} from '../../access/queries/visibility.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { between } from '../../kernel/db/between.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { orderBy } from '../../kernel/db/order.ts'
import { allOf, listPage, matches } from '../../kernel/db/page.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import type { Page, Range } from '../../kernel/http/contract/range.ts'
import type { Download, DownloadFilter } from '../contract.ts'
import { columns } from './columns.ts'

export async function listDownloads(
  db: Db,
  person: Caller,
  range: Range,
  filter: DownloadFilter,
): Promise<Page<Download>> {
  const viewer = viewerOf(person)
  return listPage(db, range, {
    columns,
    from: sql`download d`,
    key: sql`d.id`,
    sees: seesDownload(viewer),
    where: allOf(...(await conditions(db, viewer, filter))),
    order: orderBy(
      filter.order,
      {
        created: sql`d.created_at`,
        asset: sql`coalesce((select name from asset where id = d.asset_id), '')`,
        project: sql`coalesce((select name from project where id = d.project_id), '')`,
        file: sql`coalesce((select name from file where id = d.file_id), '')`,
      },
      '-created',
      sql`d.id`,
    ),
  })
}

/**
 * Over `download d`: the viewer's own, or with report.read those of their studios; never of an
 * embargoed file.
 */
export const seesDownload = (
  viewer: Viewer,
): Sql => sql`(${viewer.inProject(sql`d.project_id`)} and (${hasStudioWide(viewer, sql`d.studio_id`, 'report.read')}
    or d.person_id = ${viewer.id} and ${seesStudio(viewer, sql`d.studio_id`)})
  and (${viewer.hasPermission(sql`d.studio_id`, 'embargo.bypass')} or exists (
    select from file f join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
    where f.studio_id = d.studio_id and f.id = d.file_id and ${notEmbargoed(viewer)}))
  and (not ${isVendorOnly(viewer, sql`d.studio_id`)} or exists (select from file f
    where f.studio_id = d.studio_id and f.id = d.file_id and ${seesVendorOfFile(viewer)})))`

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

const hasType = (types: string[]): Sql =>
  sql`d.asset_id in (select a.id from asset a join asset_type ty on ty.id = a.type_id
    where ty.id = any (${types}) or ty.slug = any (${types}))`

async function conditions(
  db: Db,
  viewer: ZonedViewer,
  { q, studios, projects, types, type, user, created }: DownloadFilter,
): Promise<Sql[]> {
  return [
    q ? await hasText(db, q) : sql`true`,
    studios
      ? sql`d.studio_id in (select id from studio where id = any (${listed(studios)})
          or slug = any (${listed(studios)}))`
      : sql`true`,
    projects
      ? sql`d.project_id in (select id from project where id = any (${listed(projects)})
          or slug = any (${listed(projects)}))`
      : sql`true`,
    types ? hasType(listed(types)) : sql`true`,
    type ? hasType([type]) : sql`true`,
    user
      ? sql`d.person_id in (select id from person_summary
          where ${user === 'me' ? viewer.id : sql`${user.toLowerCase()}`} in (id, email))`
      : sql`true`,
    created ? between(sql`d.created_at`, created, viewer.zone) : sql`true`,
  ]
}

/** In the name of the file, of its asset or of its project. */
async function hasText(db: Db, q: string): Promise<Sql> {
  const ids = await findIdsByText(db, ['file', 'asset', 'project'], q)
  if (ids)
    return sql`d.file_id = any (${ids.file}::text[]) or d.asset_id = any (${ids.asset}::text[])
      or d.project_id = any (${ids.project}::text[])`
  return sql`d.file_id in (
    select f.id from file f join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
      join project p on p.studio_id = f.studio_id and p.id = f.project_id
    where ${matches(sql`f.name_folded`, q)} or ${matches(sql`a.name_folded`, q)}
      or ${matches(sql`p.name_folded`, q)})`
}
