// The download history grows without limit, so a page is found in the cheapest of three correct
// ways.
import { sql, type RawBuilder } from 'kysely'
import {
  hasStudioWide,
  isVendorOnly,
  notEmbargoed,
  seesStudio,
  seesVendorOfFile,
  viewerOf,
  type PreparedViewer,
  type Viewer,
} from '../../access/queries/visibility.ts'
import { callerIn, vendorStudiosOf, type Caller } from '../../kernel/http/contract/caller.ts'
import { between } from '../../kernel/db/between.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { orderBy } from '../../kernel/db/order.ts'
import { allOf, listPage } from '../../kernel/db/page.ts'
import type { JsonPage, Page, Range } from '../../kernel/http/contract/range.ts'
import type { Download, DownloadFilter } from '../contract.ts'
import { columns } from './columns.ts'
import { filesMatching, pageOfSearch } from './search.ts'
import { pageByTime } from './walk.ts'

type Sql = RawBuilder<unknown>

export async function listDownloads(
  db: Db,
  person: Caller,
  range: Range,
  filter: DownloadFilter,
): Promise<Page<Download> | JsonPage> {
  const viewer = viewerOf(person)
  const others = Object.keys(filter).filter((name) => name !== 'order' && name !== 'q')
  const seesAll = person.studios.every((studio) => readsAllDownloads(person, studio))
  const byTime =
    filter.order === undefined || filter.order === 'created' || filter.order === '-created'
  if (seesAll && byTime && others.length === 0) {
    const studios = await studiosInSight(db, person)
    const newestFirst = filter.order !== 'created'
    return filter.q
      ? pageOfSearch(db, studios, range, filter.q, newestFirst)
      : pageByTime(db, studios, range, newestFirst)
  }
  return listPage(db, range, {
    columns,
    from,
    key: sql`d.id`,
    where: allOf(seesDownload(viewer), ...conditions(viewer, filter)),
    order: order(filter.order),
  })
}

const from = sql`download d`

export function readsAllDownloads(person: Caller, studio: string): boolean {
  const { permissions } = callerIn(person, studio)
  return (
    permissions.has('report.read') &&
    permissions.has('embargo.bypass') &&
    !vendorStudiosOf(person).includes(studio)
  )
}

async function studiosInSight(db: Db, person: Caller): Promise<string[]> {
  if (!person.isAdmin) return person.studios
  const { rows } = await sql<{ id: string }>`select id from studio`.execute(db)
  return rows.map((row) => row.id)
}

const order = (field: string | undefined) =>
  orderBy(
    field,
    {
      created: sql`d.created_at`,
      asset: sql`(select name from asset where id = d.asset_id)`,
      project: sql`(select name from project where id = d.project_id)`,
      file: sql`(select name from file where id = d.file_id)`,
    },
    '-created',
    sql`d.id`,
  )

/**
 * Over `download d`: the viewer's own, or with report.read those of their studios; never of an
 * embargoed file.
 */
export const seesDownload = (
  viewer: Viewer,
): Sql => sql`(${viewer.inProject(sql`d.project_id`)} and (${hasStudioWide(viewer, sql`d.studio_id`, 'report.read')}
    or d.person_id = ${viewer.id} and ${seesStudio(viewer, sql`d.studio_id`)})
  and (${viewer.hasPermission(sql`d.studio_id`, 'embargo.bypass')} or exists (select from file f join asset a
    on a.id = f.asset_id where f.id = d.file_id and ${notEmbargoed(viewer)}))
  and (not ${isVendorOnly(viewer, sql`d.studio_id`)} or exists (select from file f
    where f.id = d.file_id and ${seesVendorOfFile(viewer)})))`

function conditions(
  viewer: PreparedViewer,
  { q, studios, projects, types, type, user, created }: DownloadFilter,
): Sql[] {
  const ofType = (wanted: string[]) =>
    sql`d.asset_id in (select a.id from asset a join asset_type ty on ty.id = a.type_id
      where ty.id = any (${wanted}) or ty.slug = any (${wanted}))`
  const listed = (text: string) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
  return [
    ...(q ? [sql`d.file_id in (${filesMatching(q)})`] : []),
    ...(studios
      ? [
          sql`d.studio_id in (select id from studio where id = any (${listed(studios)})
            or slug = any (${listed(studios)}))`,
        ]
      : []),
    ...(projects
      ? [
          sql`d.project_id in (select id from project where id = any (${listed(projects)})
            or slug = any (${listed(projects)}))`,
        ]
      : []),
    ...(types ? [ofType(listed(types))] : []),
    ...(type ? [ofType([type])] : []),
    ...(user
      ? [
          sql`d.person_id in (select id from person_summary
            where ${user === 'me' ? viewer.id : sql`${user.toLowerCase()}`} in (id, email))`,
        ]
      : []),
    ...(created ? [between(sql`d.created_at`, created, viewer.zone)] : []),
  ]
}
