import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { param, prepared, type StatementShape } from '../../kernel/db/prepared.ts'
import { limitOf, type JsonPage, type Range } from '../../kernel/http/contract/range.ts'
import { afterAnchor } from './anchors.ts'
import { columns } from './columns.ts'

type Sql = RawBuilder<unknown>

/** Below this, walking the downloads of several studios is as fast as searching for an anchor. */
const NEAR = 2_000

/** A page of all downloads of some studios, in one statement. */
export async function pageByTime(
  db: Db,
  ids: string[],
  range: Range,
  newestFirst: boolean,
): Promise<JsonPage> {
  const [studio] = ids
  if (studio === undefined) return { json: '[]', count: 0, total: 0 }
  if (ids.length === 1) return pageOfOneStudio(db, studio, range, newestFirst)
  const [page] = await selectPage(db, shapeOf(ids, newestFirst), {
    studios: ids,
    first: range.first,
    limit: limitOf(range),
  })
  return page!
}

async function pageOfOneStudio(db: Db, studio: string, range: Range, newestFirst: boolean) {
  const [page] = await selectPageOfOne(db, orderShape(newestFirst), {
    studio,
    first: range.first,
    limit: limitOf(range),
  })
  return page!
}

export const orderShape = (newestFirst: boolean): StatementShape<boolean> => ({
  key: String(newestFirst),
  open: newestFirst,
  values: {},
})

/** For `prepared`, over the parameters `studio`, `first` and `limit`. */
export const pageOfOne = (newestFirst: boolean) => sql<JsonPage>`
  select found.total, ${pageOfFound(newestFirst)}
  from find_downloads(${param('studio')}::text, ${param('first')}::bigint,
    ${param('limit')}::bigint, ${sql.lit(newestFirst)}) found`
const selectPageOfOne = prepared(pageOfOne)

export type DownloadTypes = { studio: string; types: string[] | null; type: string[] | null }

/**
 * A page of the downloads of one studio whose asset type is in both lists of ids and slugs. Undefined
 * if they are not counted yet.
 */
export async function pageOfTypes(
  db: Db,
  { studio, types, type }: DownloadTypes,
  range: Range,
  newestFirst: boolean,
): Promise<JsonPage | undefined> {
  const [page] = await selectPageOfTypes(db, orderShape(newestFirst), {
    studio,
    types,
    type,
    first: range.first,
    limit: limitOf(range),
  })
  return page
}

const isOneOf = (list: string): Sql =>
  sql`(${param(list)}::text[] is null or ty.id = any (${param(list)}) or ty.slug = any (${param(list)}))`

const selectPageOfTypes = prepared(
  (newestFirst: boolean) => sql<JsonPage>`
    select found.total, ${pageOfFound(newestFirst)}
    from find_downloads_of_types(${param('studio')}::text,
      array(select ty.id from asset_type ty where ${isOneOf('types')} and ${isOneOf('type')}),
      ${param('first')}::bigint, ${param('limit')}::bigint, ${sql.lit(newestFirst)}) found
    where found.total is not null`,
)

/** Over `found`, whose `ids` are newest first. */
export const pageOfFound = (newestFirst: boolean): Sql => sql`
  cardinality(found.ids) as count, coalesce((
    select json_agg(item order by chosen.number ${newestFirst ? sql`asc` : sql`desc`})
    from unnest(found.ids) with ordinality chosen (id, number)
    cross join lateral (select ${columns} from download d where d.id = chosen.id limit 1) item),
    '[]')::text as json`

type PageShape = { count: number; newestFirst: boolean }

export const shapeOf = (studioIds: string[], newestFirst: boolean): StatementShape<PageShape> => ({
  key: `${Math.min(studioIds.length, MANY_STUDIOS + 1)} ${newestFirst}`,
  open: { count: studioIds.length, newestFirst },
  values: Object.fromEntries(studioIds.map((studio, index) => [nameOf(index), studio])),
})

const nameOf = (index: number) => `studio ${index}`
const first = sql`${param('first')}::bigint`
const limit = sql`${param('limit')}::bigint`
const studios = sql`${param('studios')}::text[]`
const studiosOf = (count: number) =>
  Array.from({ length: count }, (_none, index) => param(nameOf(index)))

/**
 * One row for each studio. PostgreSQL assumes that an array has ten elements and would plan the
 * statement anew for every page, which takes four times as long as running it.
 */
export const rowsOf = (count: number): Sql =>
  count > MANY_STUDIOS
    ? sql`unnest(${studios})`
    : sql`(values ${sql.join(studiosOf(count).map((studio) => sql`(${studio}::text)`))})`

/** Whether a column is one of the studios. */
export const isOfStudios = (column: Sql, count: number): Sql =>
  count > MANY_STUDIOS
    ? sql`${column} = any (${studios})`
    : sql`${column} in (${sql.join(studiosOf(count))})`

/**
 * Ranks count from the oldest row, 1, to the newest, `total`. A page begins at the rank `top` and
 * goes down. The anchor is at most a thousand rows above it, and `start` without one is the newest
 * row.
 */
const selectPage = prepared(
  ({ count, newestFirst }: PageShape) => sql<JsonPage>`
  with counted as materialized (${countOf(rowsOf(count))}),
  requested as materialized (
    select total, greatest(least(${limit}, total - ${first}), 0) as wanted,
      ${newestFirst ? sql`total - ${first}` : sql`least(${first} + ${limit}, total)`} as top
    from counted),
  anchor as materialized (${anchorOfSeveral(rowsOf(count))}),
  start as materialized (
    select coalesce(anchor.created_at, 'infinity') as created_at, coalesce(anchor.id, '') as id,
      coalesce(anchor.rank, requested.total) - requested.top as distance
    from requested left join anchor on true),
  chosen as (
    select k.created_at, k.id
    from (${keysDown(
      count,
      sql`(d.created_at, d.id) <= ((select created_at from start), (select id from start))`,
    )}) k
    order by k.created_at desc, k.id desc
    offset (select distance from start)
    limit (select wanted from requested))
  select (select total from requested), count(*) as count,
    coalesce(json_agg(item order by chosen.created_at ${directionOf(newestFirst)},
      chosen.id ${directionOf(newestFirst)}), '[]')::text as json
  from chosen
  cross join lateral (select ${columns} from download d where d.id = chosen.id limit 1) item`,
)

export const directionOf = (newestFirst: boolean) => (newestFirst ? sql`desc` : sql`asc`)

const MANY_STUDIOS = 16

/**
 * Keys of downloads, newest first, merged from the studios' indexes and read only as far as needed.
 * For many studios the global index is walked instead.
 */
export function keysDown(count: number, condition: Sql): Sql {
  const keys = (ofStudio: Sql) =>
    sql`(select d.created_at, d.id from download d where ${ofStudio} and ${condition}
      order by d.created_at desc, d.id desc)`
  if (count > MANY_STUDIOS) return keys(isOfStudios(sql`d.studio_id`, count))
  return sql.join(
    studiosOf(count).map((studio) => keys(sql`d.studio_id = ${studio}`)),
    sql` union all `,
  )
}

const countOf = (rows: Sql) => sql`
  select coalesce(sum(coalesce(last.position, 0) + tail.count), 0)::bigint as total
  from ${rows} s (id)
  left join lateral (select position, created_at, id from download_anchor x
    where x.studio_id = s.id order by position desc limit 1) last on true
  cross join lateral (select count(*) from (select from download d where d.studio_id = s.id
    and ${afterAnchor} order by d.created_at, d.id) d) tail`

/**
 * The lowest anchor whose rank among all studios is at least `top`, and its exact rank. The sum of
 * the studios' own positions is a lower bound; the rows in between are counted.
 */
const anchorOfSeveral = (rows: Sql) => sql`
  with ranked as (
    select created_at, id, sum(step) over (order by created_at, id) as at_least
    from (select created_at, id, position - coalesce(lag(position) over (partition by studio_id
      order by position), 0) as step from download_anchor
      where studio_id = any (${studios})
        and (select total - top from requested) > ${sql.lit(NEAR)}) steps),
  lowest as (
    select created_at, id from ranked where at_least >= (select top from requested)
    order by created_at, id limit 1)
  select lowest.created_at, lowest.id, sum(coalesce(last.position,
    0) + between_them.count)::bigint as rank
  from lowest cross join ${rows} s (id)
  left join lateral (
    select position, created_at, id from download_anchor x
    where x.studio_id = s.id and (x.created_at, x.id) <= (lowest.created_at, lowest.id)
      order by x.position desc limit 1) last on true
  cross join lateral (
    select count(*) from (
      select from download d where d.studio_id = s.id
        and (d.created_at, d.id) <= (lowest.created_at, lowest.id) and ${afterAnchor}
        order by d.created_at, d.id) d) between_them
  group by lowest.created_at, lowest.id`
