// The download history grows without limit, so a page is found in the cheapest of five correct
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
import { compileOnce } from '../../kernel/db/prepared.ts'
import type { WantedPage } from '../../kernel/http/auth/caller-version.ts'
import { limitOf, type JsonPage, type Page, type Range } from '../../kernel/http/contract/range.ts'
import type { Download, DownloadFilter } from '../contract.ts'
import { columns } from './columns.ts'
import type { DownloadSearch } from './search-blocks.ts'
import { filesMatching, pageOfSearch } from './search.ts'
import { pageOfStoredSearch, storedPage, type StoredPage } from './stored-search.ts'
import { orderShape, pageByTime, pageOfOne, pageOfTypes } from './walk.ts'

type Sql = RawBuilder<unknown>

export async function listDownloads(
  db: Db,
  person: Caller,
  range: Range,
  filter: DownloadFilter,
  searches: StoredSearches,
): Promise<Page<Download> | JsonPage> {
  const viewer = viewerOf(person)
  if (isOfStudios(person, filter)) {
    const studios = await studiosInSight(db, person)
    const newestFirst = filter.order !== 'created'
    return filter.q
      ? searchDownloads(db, { studios, q: filter.q, newestFirst }, range, searches)
      : pageByTime(db, studios, range, newestFirst)
  }
  const ofTypes = await listOfTypes(db, person, range, filter)
  if (ofTypes) return ofTypes
  return listPage(db, range, {
    columns,
    from,
    key: sql`d.id`,
    where: allOf(seesDownload(viewer), ...conditions(viewer, filter)),
    order: order(filter.order),
  })
}

/** Undefined with other filters, and for people of several studios. */
async function listOfTypes(
  db: Db,
  person: Caller,
  range: Range,
  { types, type, ...others }: DownloadFilter,
): Promise<JsonPage | undefined> {
  if (!isOfStudios(person, others) || others.q) return undefined
  const [studio, ...more] = await studiosInSight(db, person)
  if (studio === undefined || more.length > 0) return undefined
  const wanted = { studio, types: types ? listed(types) : null, type: type ? [type] : null }
  return pageOfTypes(db, wanted, range, others.order !== 'created')
}

/** Whether the page is one of all downloads of the person's studios, or of a search in them. */
function isOfStudios(person: Caller, { q: _q, order, ...others }: DownloadFilter): boolean {
  const byTime = order === undefined || order === 'created' || order === '-created'
  return (
    byTime &&
    Object.keys(others).length === 0 &&
    person.studios.every((studio) => readsAllDownloads(person, studio))
  )
}

/** The page as one statement, which can be read together with the caller. */
export function downloadPage(
  db: Db,
  person: Caller,
  range: Range,
  filter: DownloadFilter,
  searches: StoredSearches,
): WantedPage | undefined {
  const [studio] = person.studios
  if (studio === undefined || person.studios.length > 1 || !isOfStudios(person, filter))
    return undefined
  const { q, order } = filter
  if (q && !searches.mayHave({ studio, q })) return undefined
  const newestFirst = order !== 'created'
  const values = { studio, q, first: range.first, limit: limitOf(range) }
  const statement = (q ? compileSearch : compilePage)(db, orderShape(newestFirst), values)
  return { ...statement, name: `downloads ${newestFirst} ${q ? 'search' : ''}` }
}

const compilePage = compileOnce(pageOfOne)
const compileSearch = compileOnce(storedPage)

/** `mayHave` is whether the matches may be stored. `store` asks for that. */
export type StoredSearches = {
  mayHave: (search: DownloadSearch) => boolean
  store: (search: DownloadSearch) => Promise<void>
}

/** Searches with more matches than this are stored. Fewer are collected and sorted as fast. */
const MANY_MATCHES = 500

async function searchDownloads(
  db: Db,
  { studios, q, newestFirst }: { studios: string[]; q: string; newestFirst: boolean },
  range: Range,
  searches: StoredSearches,
): Promise<JsonPage> {
  const [studio] = studios
  if (studio === undefined || studios.length > 1)
    return pageOfSearch(db, studios, range, q, newestFirst)
  const search = { studio, q }
  const stored = searches.mayHave(search)
    ? await pageOfStoredSearch(db, search, range, newestFirst)
    : undefined
  const page = stored ?? (await pageOfSearch(db, studios, range, q, newestFirst))
  if (stored ? stored.isOutdated : page.total > MANY_MATCHES) await searches.store(search)
  return page
}

/** For a page that was read together with the caller. */
export async function updateStored(
  person: Caller,
  page: Partial<StoredPage>,
  { q }: DownloadFilter,
  searches: StoredSearches,
): Promise<void> {
  if (q && page.isOutdated) await searches.store({ studio: person.studios[0]!, q })
}

const from = sql`download d`

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

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
