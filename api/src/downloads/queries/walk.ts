import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { limitOf, type Page, type Range } from '../../kernel/http/contract/range.ts'
import type { Download } from '../contract.ts'
import { afterAnchor } from './anchors.ts'
import { columns } from './columns.ts'

type Sql = RawBuilder<unknown>

/** Below this, walking is as fast as searching for an anchor. */
const NEAR = 2_000

/** A page of all downloads of some studios. */
export async function pageByTime(
  db: Db,
  studios: string[],
  range: Range,
  newestFirst: boolean,
): Promise<Page<Download>> {
  const total = await countDownloads(db, studios)
  const wanted = Math.min(limitOf(range), total - range.first)
  if (wanted <= 0) return { items: [], total }
  // Ranks count from the oldest row, 1, to the newest, `total`.
  const top = newestFirst ? total - range.first : range.first + wanted
  const start =
    total - top > NEAR
      ? await (studios.length === 1 ? findAnchor : findStart)(db, studios, top)
      : undefined
  const { rows } = await sql<{ item: Download }>`
    select to_json(item) as item
    from (
      select k.created_at, k.id from (${keysDown(
        studios,
        start
          ? sql`(d.created_at,
        d.id) <= (${start.created_at}::timestamptz, ${start.id})`
          : sql`true`,
      )}) k
      order by k.created_at desc, k.id desc offset ${(start?.rank ?? total) - top}
        limit ${wanted}) chosen
    cross join lateral (select ${columns} from download d where d.id = chosen.id limit 1) item
    order by chosen.created_at desc, chosen.id desc`.execute(db)
  const items = rows.map((row) => row.item)
  return { items: newestFirst ? items : items.toReversed(), total }
}

const MANY_STUDIOS = 16

/**
 * Keys of downloads, newest first, merged from the studios' indexes and read only as far as needed.
 * For many studios the global index is walked instead.
 */
export function keysDown(studios: string[], condition: Sql): Sql {
  const keys = (ofStudio: Sql) =>
    sql`(select d.created_at, d.id from download d where ${ofStudio} and ${condition}
      order by d.created_at desc, d.id desc)`
  if (studios.length > MANY_STUDIOS) return keys(sql`d.studio_id = any (${studios})`)
  return sql.join(
    studios.map((studio) => keys(sql`d.studio_id = ${studio}`)),
    sql` union all `,
  )
}

async function countDownloads(db: Db, studios: string[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(coalesce(last.position, 0) + tail.count), 0)::bigint as total
    from unnest(${studios}::text[]) s (id)
    left join lateral (select position, created_at, id from download_anchor x
      where x.studio_id = s.id order by position desc limit 1) last on true
    cross join lateral (select count(*) from (select from download d where d.studio_id = s.id
      and ${afterAnchor} order by d.created_at, d.id) d) tail`.execute(db)
  return rows[0]!.total
}

type Start = { created_at: string; id: string; rank: number }

/** Within one studio, the position of an anchor is its rank. */
async function findAnchor(db: Db, studios: string[], top: number): Promise<Start | undefined> {
  const { rows } = await sql<Start>`
    select created_at::text, id, position as rank from download_anchor
      where studio_id = ${studios[0]} and position >= ${top} order by position limit 1`.execute(db)
  return rows[0]
}

/**
 * The lowest anchor whose rank among all studios is at least `top`, and its exact rank. The sum of
 * the studios' own positions is a lower bound; the rows in between are counted.
 */
async function findStart(db: Db, studios: string[], top: number): Promise<Start | undefined> {
  const { rows } = await sql<Start>`
    with ranked as (
      select created_at, id, sum(step) over (order by created_at, id) as at_least
      from (select created_at, id, position - coalesce(lag(position) over (partition by studio_id
        order by position), 0) as step from download_anchor
        where studio_id = any (${studios})) steps),
    start as (select created_at, id from ranked where at_least >= ${top} order by created_at, id
      limit 1)
    select start.created_at::text, start.id, sum(coalesce(last.position,
      0) + between_them.count)::bigint as rank
    from start cross join unnest(${studios}::text[]) s (id)
    left join lateral (
      select position, created_at, id from download_anchor x
      where x.studio_id = s.id and (x.created_at, x.id) <= (start.created_at, start.id)
        order by x.position desc limit 1) last on true
    cross join lateral (
      select count(*) from (
        select from download d where d.studio_id = s.id
          and (d.created_at, d.id) <= (start.created_at, start.id) and ${afterAnchor}
          order by d.created_at, d.id) d) between_them
    group by start.created_at, start.id`.execute(db)
  return rows[0]
}
