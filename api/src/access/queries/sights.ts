// Events and notifications of people who do not see everything. The table `sight` says what somebody
// must be allowed to see to see an event, so their lists are walks of an index that starts with the
// reader (docs/decisions/0097).
import { sql, type RawBuilder } from 'kysely'
import type { LongList } from '../../kernel/db/page.ts'
import { assetsOfTranslator, isTranslator, requestsOfTranslator } from './assigned.ts'
import { seesEvent } from './event-visibility.ts'
import { seesStudio, type Viewer } from './visibility.ts'

type Sql = RawBuilder<unknown>
/** Columns of `event_reader` or `notification`. `own` is whether the viewer owns the request. */
type ReaderColumns = { event: Sql; sight: Sql; own: Sql; request: Sql; asset: Sql }
/** What a role shows, over `sight s`. `request` is about the work request alone. */
type RoleSight = { event: Sql; request: Sql }
/** The same conditions as `seesEvent`, and the number of rows that they find. */
type SightSource = Pick<LongList, 'list' | 'parts' | 'with' | 'total' | 'findsOnce'> & {
  finds: Sql
}
/**
 * Tables with conditions. Each row that concerns the viewer is once in `all`, and if they own its
 * request, once in `own`. It is in `checked` at least once.
 */
type SightLists = { all: readonly Sql[]; own: readonly Sql[]; checked: Sql; columns: ReaderColumns }
/** `rows` is a table with a condition. `readers` are the ids that its rows have for the viewer. */
type DayList = { kind: 'event' | 'notification'; rows: Sql; alias: Sql; readers: Sql }

/** Undefined for viewers about whom `sight` does not say enough. */
function findBySight(
  viewer: Viewer,
  row: ReaderColumns,
  lists: SightLists,
): Omit<SightSource, 'list'> | undefined {
  const ofRole = sightOfRole(viewer)
  if (!ofRole) return undefined
  const { event, sight } = lists.columns
  // For each sight, because PostgreSQL would not take the index for an array.
  const count = (list: Sql, ids: Sql): Sql => sql`(
    select coalesce(sum(counted.rows), 0) from (select unnest(${ids}) as id from sights) one
    cross join lateral (
      select count(*) as rows from ${list} and ${sight} = one.id offset 0) counted)`
  const inSights = (ids: Sql): Sql => sql`${row.sight} in (select unnest(${ids}) from sights)`
  return {
    with: sql`${sightsOf(viewer, ofRole)},
      checked as materialized (
        select distinct ${event} as id from ${lists.checked}
          and ${sight} = any ((select checked from sights)::integer[])
          and ${isVisible(viewer, event)})`,
    finds: sql`(${inSights(sql`shown`)} or ${inSights(sql`owned`)} and ${row.own}
      or ${row.event} in (select id from checked))`,
    // Counted in an index in which many rows share one short entry.
    total: sql`(${sql.join(
      [
        ...lists.all.map((list) => count(list, sql`shown`)),
        ...lists.own.map((list) => count(list, sql`owned`)),
        sql`(select count(*) from checked)`,
      ],
      sql` + `,
    )})::bigint`,
  }
}

/** The sights of which the viewer sees all events, those of own requests, and those to check. */
function sightsOf(viewer: Viewer, { event, request }: RoleSight): Sql {
  const ids = (condition: Sql) => sql`coalesce(array_agg(s.id) filter (where ${condition}), '{}')`
  const decided = sql`not s.checked and ${event}`
  return sql`sights as materialized (
    select ${ids(sql`${decided} and (not s.has_request or ${request})`)} as shown,
      ${ids(sql`${decided} and s.has_request and not ${request}`)} as owned,
      ${ids(sql`s.checked`)} as checked
    from sight s where ${ofViewer(viewer)})`
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

/**
 * Translators see events about files only as part of a request. Most rows are of requests that are not
 * theirs, so these are compared first.
 */
function findsForTranslator(viewer: Viewer, row: ReaderColumns): Sql {
  const isOfSights = (condition: Sql) => sql`${row.sight} in (
    select s.id from sight s where ${ofViewer(viewer)} and ${condition})`
  return sql`(
    (${row.request} is null or ${row.request} in (${requestsOfTranslator(viewer)}))
      and (${row.asset} is null or ${row.asset} in (${assetsOfTranslator(viewer)}))
      and ${isOfSights(
        sql`not s.checked and not s.has_project and (not s.has_files or s.has_request)`,
      )}
    or ${isOfSights(sql`(s.checked or s.has_project)`)} and ${isVisible(viewer, row.event)})`
}

const listOfTranslator = (viewer: Viewer, row: ReaderColumns, days: DayList): SightSource => ({
  list: onDaysOfTranslator(viewer, days),
  finds: findsForTranslator(viewer, row),
  total: undefined,
  findsOnce: true,
})

/**
 * The rows of days on which a translator may see some, which are found once (docs/decisions/0151).
 * `offset` keeps PostgreSQL from reading the rows of all days first.
 */
const onDaysOfTranslator = (viewer: Viewer, { kind, rows, alias, readers }: DayList): Sql => sql`
  (select s.id as studio_id, d.* from studio s
    cross join lateral find_days_of_translator(
      ${viewer.id}, s.id, ${sql.lit(kind)}, ${readers}) d
    where s.id = any (${viewer.studios})) d
  cross join lateral (
    select * from ${rows} and ${alias}.studio_id = d.studio_id
      and ${alias}.created_at >= d.since and ${alias}.created_at < d.until
    offset 0) ${alias}`

/** Over `sight s`. */
const ofViewer = (viewer: Viewer): Sql =>
  sql`${seesStudio(viewer, sql`s.studio_id`)}
    and ${viewer.hasRole(sql`s.studio_id`, viewer.onlyRole!)} and not s.hidden`

const isVisible = (viewer: Viewer, event: Sql): Sql => sql`exists (
  select from (select ${event}) named (id) join event e on e.id = named.id
  where ${seesEvent(viewer)})`

const ofEvents: ReaderColumns = {
  event: sql`e.id`,
  sight: sql`e.sight_id`,
  own: sql`e.own`,
  request: sql`e.work_request_id`,
  asset: sql`e.asset_id`,
}
const ofReaders: ReaderColumns = { ...ofEvents, event: sql`r.event_id`, sight: sql`r.sight_id` }
const ofNotifications: ReaderColumns = {
  event: sql`n.event_id`,
  sight: sql`n.sight_id`,
  own: sql`n.own`,
  request: sql`n.work_request_id`,
  asset: sql`n.asset_id`,
}

/** Over `notification n`, for viewers who see all records. */
export const isShown = sql`n.sight_id <> all (array(select s.id from sight s where s.hidden))`

/** The notifications of the viewer, over `notification n`. `condition` is what they asked for. */
export const findNotifications = (viewer: Viewer, condition: Sql): SightSource | undefined => {
  const rows = sql`notification n where n.to_id = ${viewer.id} and ${condition}`
  if (isTranslator(viewer))
    return listOfTranslator(viewer, ofNotifications, {
      kind: 'notification',
      rows,
      alias: sql`n`,
      readers: sql`array[${viewer.id}]`,
    })
  const found = findBySight(viewer, ofNotifications, {
    all: [rows],
    own: [sql`${rows} and n.own`],
    checked: rows,
    columns: ofNotifications,
  })
  return found && { ...found, list: sql`notification n` }
}

/**
 * Over `event_reader r`: an event that notifies the viewer and their groups counts once, either as
 * the row of a group or as that of the viewer.
 */
const isFirstOfGroups = (viewer: Viewer): Sql => sql`(cardinality(r.notify_groups) = 1
  or r.reader_id = (
    select min(one) from unnest(r.notify_groups) one where one = any (${viewer.groups})))`
const isFirst = (viewer: Viewer): Sql => sql`not r.notify_groups && ${viewer.groups}`

/** Over `event_reader r`. A row of a group does not say whether its members own the request. */
const ownsRequest = (viewer: Viewer): Sql => sql`coalesce((
  select own.owner_id = ${viewer.id} from work_request own
  where own.id = r.work_request_id), false)`

/** The events that concern the viewer or one of their groups, over `list` with the alias e. */
export function findEvents(viewer: Viewer, groups: number): SightSource | undefined {
  const rows = (reader: Sql) => sql`event_reader r where r.reader_id ${reader}`
  const select = (own: Sql, from: Sql) => sql`
    (select r.event_id as id, r.studio_id, r.created_at, r.type, r.work_request_id, r.asset_id,
      r.sight_id, ${own} as own
    from ${from})`
  const own = sql`${rows(sql`= ${viewer.id}`)} and ${groups > 0 ? isFirst(viewer) : sql`true`}`
  const ofGroup = (_: unknown, index: number) =>
    select(
      ownsRequest(viewer),
      sql`${rows(sql`= (${viewer.groups})[${sql.lit(index + 1)}]`)} and ${isFirstOfGroups(viewer)}`,
    )
  const parts = [select(sql`r.own`, own), ...Array.from({ length: groups }, ofGroup)]
  const list = sql`(${sql.join(parts, sql` union all `)}) e`
  if (isTranslator(viewer))
    return listOfTranslator(viewer, ofEvents, {
      kind: 'event',
      rows: sql`${list} where true`,
      alias: sql`e`,
      readers: sql`${viewer.groups} || ${viewer.id}::text`,
    })
  const found = findBySight(viewer, ofEvents, listsOf(viewer, groups, rows, own))
  return (
    found && {
      ...found,
      list,
      parts:
        groups > 0 ? { alias: sql`e`, sources: parts.map((part) => sql`${part} e`) } : undefined,
    }
  )
}

function listsOf(viewer: Viewer, groups: number, rows: (reader: Sql) => Sql, own: Sql): SightLists {
  if (groups === 0)
    return { all: [own], own: [sql`${own} and r.own`], checked: own, columns: ofReaders }
  const all = rows(sql`= any (${viewer.groups} || ${viewer.id}::text)`)
  const ofGroups = sql`${rows(sql`= any (${viewer.groups})`)} and ${isFirstOfGroups(viewer)}`
  return {
    // The index by sight says which rows are the only ones of their event, and no more about groups.
    all: [sql`${all} and r.sole`, sql`${own} and not r.sole`, sql`${ofGroups} and not r.sole`],
    own: [sql`${own} and r.own`, sql`${ofGroups} and ${ownsRequest(viewer)}`],
    checked: all,
    columns: ofReaders,
  }
}
