// Events and notifications of people who do not see everything. The table `sight` says what somebody
// must be allowed to see to see an event, so their lists are walks of an index that starts with the
// reader (docs/decisions/0097).
import { sql, type RawBuilder } from 'kysely'
import { assetsOfTranslator, ownRequests, requestsOfTranslator } from './assigned.ts'
import { seesEvent } from './event-visibility.ts'
import { seesStudio, type Viewer } from './visibility.ts'

type Sql = RawBuilder<unknown>
/** Columns of `event_reader` or `notification`. */
export type ReaderColumns = { event: Sql; sight: Sql; request: Sql; asset: Sql }
/** What a role shows, over `sight s`. `request` is about the work request alone. */
type RoleSight = { event: Sql; request: Sql }

/** The same as `seesEvent`. Undefined for viewers about whom `sight` does not say enough. */
export function findsEvent(viewer: Viewer, row: ReaderColumns): Sql | undefined {
  if (viewer.onlyRole === 'translator') return findsForTranslator(viewer, row)
  const ofRole = sightOfRole(viewer)
  if (!ofRole) return undefined
  const decided = sql`not s.checked and ${ofRole.event}`
  return sql`(
    ${inSights(viewer, row, sql`${decided} and (not s.has_request or ${ofRole.request})`)}
    or ${row.request} in (${ownRequests(viewer)})
      and ${inSights(viewer, row, sql`${decided} and s.has_request and not ${ofRole.request}`)}
    or ${isVisibleIfChecked(viewer, row, sql`s.checked`)})`
}

function sightOfRole(viewer: Viewer): RoleSight | undefined {
  if (viewer.onlyRole === 'territory')
    return {
      event: sql`true`,
      request: sql`coalesce(${viewer.isOfTerritory(sql`s.studio_id`, sql`s.territory`)}, false)`,
    }
  if (viewer.onlyRole === 'vendor')
    return {
      event: sql`(s.vendor_id = '' or s.vendor_id = any (${viewer.groups}))
        and (s.file_vendors = '{}' or s.file_vendors && ${viewer.groups})`,
      request: sql`(s.offered
        and (s.request_vendor = '' or s.request_vendor = any (${viewer.groups})))`,
    }
  return undefined
}

/** Translators see events about files only as part of a request. */
const findsForTranslator = (viewer: Viewer, row: ReaderColumns): Sql => sql`(
  ${inSights(viewer, row, sql`not s.checked and not s.has_project and (not s.has_files or s.has_request)`)}
    and (${row.asset} is null or ${row.asset} in (${assetsOfTranslator(viewer)}))
    and (${row.request} is null or ${row.request} in (${requestsOfTranslator(viewer)}))
  or ${isVisibleIfChecked(viewer, row, sql`(s.checked or s.has_project)`)})`

const inSights = (viewer: Viewer, row: ReaderColumns, condition: Sql): Sql => sql`${row.sight} in (
  select s.id from sight s
  where ${seesStudio(viewer, sql`s.studio_id`)}
    and ${viewer.hasRole(sql`s.studio_id`, viewer.onlyRole!)} and not s.hidden and ${condition})`

const isVisibleIfChecked = (viewer: Viewer, row: ReaderColumns, condition: Sql): Sql =>
  sql`${inSights(viewer, row, condition)} and exists (
    select from (select ${row.event}) named (id) join event e on e.id = named.id
    where ${seesEvent(viewer)})`

/** For viewers who see all records. */
export const isShown = (row: ReaderColumns): Sql =>
  sql`${row.sight} not in (select s.id from sight s where s.hidden)`

/**
 * The events that concern the viewer or one of their groups, as `event e`. An event that notifies
 * several of them is there once.
 */
export const eventsOfReader = (viewer: Viewer, hasGroups: boolean): Sql => sql`(
  select r.event_id as id, r.studio_id, r.created_at, r.type, r.work_request_id, r.asset_id,
    r.sight_id
  from event_reader r
  where ${
    hasGroups
      ? sql`r.reader_id = any (${viewer.groups} || ${viewer.id}::text) and case
          when r.reader_id = ${viewer.id} then not r.notify_groups && ${viewer.groups}
          else cardinality(r.notify_groups) = 1 or r.reader_id = (
            select min(one) from unnest(r.notify_groups) one where one = any (${viewer.groups})) end`
      : sql`r.reader_id = ${viewer.id}`
  }) e`
