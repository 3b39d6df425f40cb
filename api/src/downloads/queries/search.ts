import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { matches, patternOf } from '../../kernel/db/page.ts'
import { param, prepared } from '../../kernel/db/prepared.ts'
import { limitOf, type JsonPage, type Range } from '../../kernel/http/contract/range.ts'
import { afterAnchor } from './anchors.ts'
import { columns } from './columns.ts'
import { directionOf, isOfStudios, keysDown, rowsOf, shapeOf } from './walk.ts'

type Sql = RawBuilder<unknown>

/**
 * Files whose own name, asset name or project name contains the text. There are far fewer names
 * than downloads.
 */
export const filesMatching = (q: string): Sql => sql`
  select f.id from file f where ${matches(sql`f.name_folded`, q)}
  union select f.id from file f join asset a on a.id = f.asset_id
    where ${matches(sql`a.name_folded`, q)}
  union select f.id from file f join project p on p.id = f.project_id
    where ${matches(sql`p.name_folded`, q)}`

/**
 * Up to this many hits are collected and sorted. Beyond it, downloads are walked in order and
 * filtered.
 */
const GATHER = 5_000
/** Within this distance from the newest, walking is as fast as searching for a checkpoint. */
const NEAR = 200
/** So many counts are looked up one by one. Beyond it, reading those of all files is faster. */
const FEW_NAMES = 300

/** The same for readers who see all files of their studios: without row-level security, by index. */
const allFilesMatching = (pattern: Sql): Sql => sql`
  select id from search_files(${pattern}) id
  union select f.id from file f where f.asset_id in (select search_assets(${pattern}))
  union select f.id from file f where f.project_id in (select search_projects(${pattern}))`

type SearchShape = { count: number; newestFirst: boolean; isNear: boolean }

/** A page of matching downloads of some studios. */
export async function pageOfSearch(
  db: Db,
  studios: string[],
  range: Range,
  q: string,
  newestFirst: boolean,
): Promise<JsonPage> {
  if (studios.length === 0) return { json: '[]', count: 0, total: 0 }
  const isNear = newestFirst && range.first < NEAR
  const { key, open, values } = shapeOf(studios, newestFirst)
  const [page] = await selectSearch(
    db,
    { key: `${key} ${isNear}`, open: { ...open, isNear }, values },
    { studios, q, first: range.first, limit: limitOf(range) },
  )
  return page!
}

const first = sql`${param('first')}::bigint`
const limit = sql`${param('limit')}::bigint`
// `is true` makes the planner probe one hash of names instead of a join that could sort everything.
const hit = sql`(d.file_id in (select id from named)) is true`

/** One statement. Ranks count from the oldest hit, 1, to the newest, `total`. */
const selectSearch = prepared(
  ({ count, newestFirst, isNear }: SearchShape) => sql<JsonPage>`
    with recursive
    named as materialized (${allFilesMatching(patternOf(sql`${param('q')}::text`))}),
    tally as materialized (${talliesOf(count, isNear)}),
    counted as materialized (select coalesce((select sum(total)
      from tally), 0)::bigint + (${tail(count)}) as total),
    requested as materialized (
      select total, greatest(least(${limit}, total - ${first}), 0) as wanted,
        ${newestFirst ? sql`total - ${first}` : sql`least(${first} + ${limit}, total)`} as top
        from counted),
    ${isNear ? fromNewest : fromCheckpoint(count)},
    chosen as (
      (select d.created_at, d.id
        from named cross join lateral (select created_at, id from download where file_id = named.id
          and ${isOfStudios(sql`studio_id`, count)} offset 0) d
        where (select total from requested) <= ${sql.lit(GATHER)}
        order by d.created_at desc, d.id desc offset (select total - top from requested)
          limit (select wanted from requested))
      union all
      (select k.created_at, k.id
        from (${keysDown(
          count,
          sql`(select total from requested) > ${sql.lit(GATHER)}
          and (d.created_at, d.id) <= ((select created_at from start), (select id from start))
          and ${hit}`,
        )}) k
        order by k.created_at desc, k.id desc offset (select rank - top from start cross
          join requested)
          limit (select wanted from requested)))
    select (select total from requested), count(*) as count,
      coalesce(json_agg(item order by chosen.created_at ${directionOf(newestFirst)},
        chosen.id ${directionOf(newestFirst)}), '[]')::text as json
    from chosen cross join lateral (select ${columns} from download d where d.id = chosen.id
      limit 1) item`,
)

/** The counts of the named files, found in the cheaper of two ways. */
function talliesOf(count: number, isNear: boolean): Sql {
  const facts = sql`c.studio_id, c.total${isNear ? sql`` : sql`, c.checkpoint_totals`}`
  const ofStudios = isOfStudios(sql`c.studio_id`, count)
  return sql`
    select ${facts} from named cross join lateral (select * from download_count c
      where c.file_id = named.id and ${ofStudios} offset 0) c
    where (select count(*) from named) <= ${sql.lit(FEW_NAMES)}
    union all
    select ${facts} from download_count c
    where (select count(*) from named) > ${sql.lit(FEW_NAMES)} and ${ofStudios}
      and (c.file_id in (select id from named)) is true`
}

/** Hits after the last anchor, which are in no count yet. */
const tail = (count: number): Sql => sql`
  select count(*) from ${rowsOf(count)} s (id)
  left join lateral (select created_at, id from download_anchor x where x.studio_id = s.id
    order by position desc limit 1) last on true
  cross join lateral (select from download d where d.studio_id = s.id and ${afterAnchor} and ${hit}
    order by d.created_at, d.id) hits`

const fromNewest = sql`start as (select 'infinity'::timestamptz as created_at, '' as id,
  total as rank from counted)`

/**
 * The first checkpoint of all studios with at least `top` hits before it, and the exact number.
 * Found by binary search, because counting the hits of all checkpoints would take as long as
 * walking.
 */
const fromCheckpoint = (count: number): Sql => sql`
  mark as materialized (
    select studio_id, checkpoint, created_at, id, row_number() over (order by created_at,
      id) as place from download_anchor where ${isOfStudios(sql`studio_id`, count)}
      and checkpoint is not null),
  hunt (low, high) as (
    select 0::bigint, (select count(*) + 1 from mark)
    union all
    select case when found.enough then low else middle end, case when found.enough then middle
      else high end
    from (select low, high, (low + high) / 2 as middle from hunt where high - low > 1) halves
    cross join lateral (
      select coalesce(sum(tally.checkpoint_totals[reached.checkpoint]), 0) >= (select top
        from requested) as enough
      from (select studio_id, max(checkpoint) as checkpoint from mark where place <= middle
        group by studio_id) reached join tally using (studio_id)) found),
  start as materialized (
    select coalesce(m.created_at, 'infinity') as created_at, coalesce(m.id, '') as id, case
      when m.id is null then total else exact.rank end as rank
    from counted left join mark m on m.place = (select min(high) from hunt)
    cross join lateral (
      select sum(coalesce((select sum(tally.checkpoint_totals[last.checkpoint]) from tally
        where tally.studio_id = s.id), 0) + since.count)::bigint as rank
      from ${rowsOf(count)} s (id)
      left join lateral (select checkpoint, created_at, id from mark where mark.studio_id = s.id
        and mark.place <= m.place order by checkpoint desc limit 1) last on true
      cross join lateral (
        select count(*) from (
          select from download d where d.studio_id = s.id
            and (d.created_at, d.id) <= (m.created_at, m.id) and ${afterAnchor} and ${hit}
            order by d.created_at, d.id) d) since) exact)`
