// Totals of lists from stored counts, because counting the rows of a large studio takes seconds
// (docs/decisions/0091).
import { sql, type RawBuilder } from 'kysely'
import { patternOf, type Skip } from '../../kernel/db/page.ts'
import type { Range } from '../../kernel/http/contract/range.ts'
import { findsWorkRequest, isTranslator, partsOfTranslator } from './assigned.ts'
import { isOfVendor, type Viewer } from './visibility.ts'

type Sql = RawBuilder<unknown>
type CountedKind =
  | 'asset'
  | 'file'
  | 'preview'
  | 'work_request'
  | 'assignee_request'
  | 'project_request'
  | 'translation'
  | 'offline'
  | 'event'
  | 'notification'

/**
 * Over `row_count c`: the number of rows of a kind, for a viewer who sees every row of their studios.
 * Undefined for others, whose rows are counted. A condition may compare only the columns that are
 * counted for the kind (migration 0063).
 */
export function storedTotal(
  viewer: Viewer,
  kinds: CountedKind | readonly CountedKind[],
  condition: Sql = sql`true`,
): Sql | undefined {
  const ofStudios = viewer.seesAllOf?.(sql`c.studio_id`)
  return ofStudios && sumOfCounts(kinds, sql`${ofStudios} and ${condition}`)
}

/** As `storedTotal`, for records that all people with a role for the whole studio see. */
export function storedTotalOfAssets(viewer: Viewer): Sql | undefined {
  const ofStudios = viewer.seesAllAssetsOf?.(sql`c.studio_id`)
  return ofStudios && sumOfCounts('asset', ofStudios)
}

/**
 * The number of records that contain a common text, for a viewer who sees every row of their studios.
 * The first search counts them, later ones only the new rows (docs/decisions/0115).
 */
export const storedTotalOfSearch = (
  ofStudios: Viewer['seesAllOf'],
  kind: 'asset' | 'file' | 'work_request',
  q: string,
): Sql | undefined =>
  ofStudios
    ? sql`(
        select coalesce(sum(count_search(${sql.lit(kind)}, s.id, ${patternOf(q)})), 0)::bigint
        from studio s where ${ofStudios(sql`s.id`)})`
    : undefined

/** Below this offset, skipping rows is faster than adding up counts. */
export const NEAR = 1_000

/**
 * Starts a page of a whole list, newest first, at the day of its first row. Undefined for a page near
 * the beginning and for a viewer who does not see every row of their studios.
 */
export function skipDays(
  ofStudios: Viewer['seesAllOf'],
  kind: CountedKind,
  range: Range,
  column: Sql,
): Skip | undefined {
  if (!ofStudios || range.first < NEAR) return undefined
  return { column, start: startOf(kind, ofStudios(sql`c.studio_id`), range, endOfDay) }
}

const endOfDay = sql`to_timestamp((bucket + 1) * 86400)`

/** As `skipDays`, for the viewer's notifications, whose days are counted once (docs/decisions/0147). */
export function skipNotifications({ id, seesAllOf }: Viewer, range: Range): Skip | undefined {
  if (!seesAllOf || range.first < NEAR) return undefined
  const days = sql`studio s cross join lateral count_notification_days(${id}, s.id) c
    where ${seesAllOf(sql`s.id`)}`
  return { column: sql`n.created_at`, start: startIn(days, range, endOfDay) }
}

/** Over `bucket_count c`. `until` is the first value after those of `bucket`. */
export const startOf = (kind: string, condition: Sql, range: Range, until: Sql): Sql =>
  startIn(sql`bucket_count c where c.kind = ${kind} and ${condition}`, range, until)

/** `counts` are rows `c` with a condition. */
const startIn = (counts: Sql, range: Range, until: Sql): Sql => sql`
  select ${until} as until, (through - total)::bigint as skipped
  from (
    select c.bucket, sum(c.total) as total,
      sum(sum(c.total)) over (order by c.bucket desc) as through
    from ${counts} group by c.bucket) counted
  where through > ${range.first} order by bucket desc limit 1`

/** Over `row_count c`. */
export const sumOfCounts = (kinds: string | readonly string[], condition: Sql): Sql => sql`(
  select coalesce(sum(c.total), 0)::bigint from row_count c
  where ${isOfKinds(kinds)} and ${condition})`

/** Over `row_count c`. In the text, because PostgreSQL knows how many counts a kind has. */
export const isOfKinds = (kinds: string | readonly string[]): Sql =>
  sql`c.kind in (${sql.join([kinds].flat().map((kind) => sql.lit(kind)))})`

/**
 * Rows that belong to a work request, or the requests themselves, for a viewer with only the role
 * `territory` or `vendor`: those that the role shows, from counts, and those of the viewer's own
 * requests that it does not show. The conditions are those of `seesWorkRequest`. `matches` is over
 * `row_count c`; `own` selects the number of own rows, and `isOwn` is over `work_request w`.
 */
export function storedTotalByRequest(
  viewer: Viewer,
  kinds: CountedKind | readonly CountedKind[],
  { matches, own }: { matches: Sql; own: (isOwn: Sql) => Sql },
): Sql | undefined {
  const shown = shownByRole(viewer)
  return (
    shown &&
    sql`(
      ${sumOfCounts(kinds, sql`${shown.counted} and ${matches}`)}
      + (${own(ownNotShown(viewer, shown))}))`
  )
}

/** What a role shows: `counted` is over `row_count c`, `request` over `work_request w`. */
type ShownByRole = { counted: Sql; request: Sql }

/** For a viewer with only the role `territory` or `vendor`. The conditions are those of the lists. */
export function shownByRole(viewer: Viewer): ShownByRole | undefined {
  if (viewer.onlyRole === 'territory')
    return {
      counted: viewer.isOfTerritory(sql`c.studio_id`, sql`c.territory`),
      request: viewer.isOfTerritory(sql`w.studio_id`, sql`w.territory`),
    }
  if (viewer.onlyRole === 'vendor')
    return {
      counted: sql`c.studio_id = any (${viewer.studios}) and c.offered
        and (c.vendor_id = '' or c.vendor_id = any (${viewer.groups}))`,
      request: sql`w.submitted_at is not null and ${isOfVendor(viewer)}`,
    }
  return undefined
}

/** Over `work_request w`: the viewer's own requests that their role does not show. */
export const ownNotShown = (viewer: Viewer, { request }: ShownByRole): Sql =>
  sql`(w.owner_id = ${viewer.id} and w.studio_id = any (${viewer.studios})
    and (${request}) is not true)`

/**
 * The viewer's own requests `w`, grouped by what the conditions compare, with the `total` of each group
 * (docs/decisions/0150). Only `requests` have a status, a language and an assignee, and only `weeks`
 * have a week.
 */
export const countedOwnRequests = (
  { id, studios }: Viewer,
  kind: 'requests' | 'weeks' | 'translations',
  zone = '',
): Sql => sql`(
  select counted.* from studio s
  cross join lateral count_own_requests(${id}, s.id, ${sql.lit(kind)}, ${zone}) counted
  where s.id = any (${studios})) w`

/**
 * Over `work_request w`: what `findsWorkRequest` finds, as conditions of which a request fulfills at
 * most one. PostgreSQL finds the requests of a role and those of an owner in indexes of their own.
 */
export function partsOfRequests(viewer: Viewer): readonly Sql[] {
  if (isTranslator(viewer)) return partsOfTranslator(viewer)
  const shown = shownByRole(viewer)
  return shown
    ? [
        sql`(${viewer.ofStudios!(sql`w.studio_id`)} and ${shown.request})`,
        ownNotShown(viewer, shown),
      ]
    : [findsWorkRequest(viewer)]
}

/** Roles that show all files of a studio but those under an embargo and those of other vendors. */
const SEES_FILES = ['studio', 'service', 'territory', 'vendor']

/**
 * The number of files, in one language if it is given, for a viewer with one of these roles only.
 * Files under an embargo are counted, from an index, and taken off.
 */
export function storedTotalOfFiles(viewer: Viewer, language?: string): Sql | undefined {
  const isIn = (column: Sql) => (language ? sql`${column} = ${language}` : sql`true`)
  const all = storedTotal(viewer, 'file', isIn(sql`c.type`))
  if (all || !viewer.onlyRole || !SEES_FILES.includes(viewer.onlyRole)) return all
  const ofStudios = (row: Sql) => viewer.hasRole(row, viewer.onlyRole!)
  const isVendor = viewer.onlyRole === 'vendor'
  const shown = isVendor
    ? sql`(c.vendor_id = '' or string_to_array(c.vendor_id, ',') && ${viewer.groups})`
    : sql`true`
  const hidden = (embargo: Sql) => sql`(
    select count(*) from file f join asset a on a.id = f.asset_id
    where ${ofStudios(sql`f.studio_id`)} and f.removed_at is null and ${embargo}
      and ${isIn(sql`f.language`)} and ${isVendor ? sql`(f.vendors is null or f.vendors && ${viewer.groups})` : sql`true`}
      and not ${viewer.hasPermission(sql`f.studio_id`, 'embargo.bypass')})`
  return sql`(
    ${sumOfCounts('file', sql`${ofStudios(sql`c.studio_id`)} and ${shown} and ${isIn(sql`c.type`)}`)}
    - ${hidden(sql`f.embargo_end > now()`)}
    - ${hidden(sql`f.embargo_event and not a.terminal and (f.embargo_end > now()) is not true`)})`
}
