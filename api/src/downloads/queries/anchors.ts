// X-Range is an offset, and an offset is walked. Every thousandth key of each studio is kept, so that a page
// half a million rows back starts a thousand rows away: 1.3 ms instead of 242 at a million rows.
import { sql } from 'kysely'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { limitOf, type Page, type Range } from '../../kernel/http/range.ts'
import type { Download } from '../contract.ts'
import { columns } from './columns.ts'

const STEP = 1_000
/** Below this, walking is as quick as looking for an anchor. */
const NEAR = 2 * STEP

export async function pageByAnchors(db: Db, studios: string[], range: Range, newestFirst: boolean): Promise<Page<Download>> {
  const total = await countDownloads(db, studios)
  const wanted = Math.min(limitOf(range), total - range.first)
  if (wanted <= 0) return { items: [], total }
  // Ranks count from the oldest row, 1, to the newest, `total`.
  const top = newestFirst ? total - range.first : range.first + wanted
  const rows = await walkDown(db, studios, { top, wanted, total })
  return { items: newestFirst ? rows : rows.toReversed(), total }
}

async function countDownloads(db: Db, studios: string[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(coalesce(last.position, 0) + tail.count), 0)::bigint as total
    from unnest(${studios}::text[]) s (id)
    left join lateral (select position, created_at, id from download_anchor x where x.studio_id = s.id order by position desc limit 1) last on true
    cross join lateral (select count(*) from download d where d.studio_id = s.id and (last.id is null or (d.created_at, d.id) > (last.created_at, last.id))) tail`.execute(db)
  return rows[0]!.total
}

/** The rows of rank `top` and below, newest first. */
async function walkDown(db: Db, studios: string[], { top, wanted, total }: { top: number; wanted: number; total: number }): Promise<Download[]> {
  const start = total - top > NEAR ? await findStart(db, studios, top) : undefined
  const { rows } = await sql<{ item: Download }>`
    select to_json(item) as item from (
      select d.* from download d
      where d.studio_id = any (${studios}) and ${start ? sql`(d.created_at, d.id) <= (${start.created_at}::timestamptz, ${start.id})` : sql`true`}
      order by d.created_at desc, d.id desc offset ${(start?.rank ?? total) - top} limit ${wanted}) d
    cross join lateral (select ${columns}) item`.execute(db)
  return rows.map((row) => row.item)
}

/**
 * The lowest anchor whose rank among all the studios is surely `top` or more, and its exact rank.
 * The sum of the studios' own positions up to an anchor is a lower bound of its rank; what lies between is counted.
 */
async function findStart(db: Db, studios: string[], top: number): Promise<{ created_at: string; id: string; rank: number } | undefined> {
  const { rows } = await sql<{ created_at: string; id: string; rank: number }>`
    with ranked as (
      select created_at, id, sum(step) over (order by created_at, id) as at_least
      from (select created_at, id, position - coalesce(lag(position) over (partition by studio_id order by position), 0) as step from download_anchor where studio_id = any (${studios})) steps),
    start as (select created_at, id from ranked where at_least >= ${top} order by created_at, id limit 1)
    select start.created_at::text, start.id, sum(coalesce(last.position, 0) + between_them.count)::bigint as rank
    from start cross join unnest(${studios}::text[]) s (id)
    left join lateral (
      select position, created_at, id from download_anchor x
      where x.studio_id = s.id and (x.created_at, x.id) <= (start.created_at, start.id) order by x.created_at desc, x.id desc limit 1) last on true
    cross join lateral (
      select count(*) from download d
      where d.studio_id = s.id and (d.created_at, d.id) <= (start.created_at, start.id) and (last.id is null or (d.created_at, d.id) > (last.created_at, last.id))) between_them
    group by start.created_at, start.id`.execute(db)
  return rows[0]
}

/**
 * Drops anchors up to a minute ago. Nothing can still be committed before that: a transaction is cut after ten seconds.
 * The tally moves with the anchors, so that both speak of the same rows.
 */
export async function dropAnchors(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(7309122)`.execute(tx)
  await sql`
    with numbered as (
      select s.id as studio_id, d.created_at, d.id, d.file_id, coalesce(last.position, 0) + row_number() over (partition by s.id order by d.created_at, d.id) as position
      from studio s
      left join lateral (select position, created_at, id from download_anchor x where x.studio_id = s.id order by position desc limit 1) last on true
      join download d on d.studio_id = s.id and (last.id is null or (d.created_at, d.id) > (last.created_at, last.id)) and d.created_at < now() - interval '1 minute'),
    dropped as (
      insert into download_anchor (studio_id, position, created_at, id)
      select studio_id, position, created_at, id from numbered where position % ${sql.lit(STEP)} = 0 returning studio_id, position),
    reached as (select studio_id, max(position) as position from dropped group by studio_id)
    insert into download_tally as known (studio_id, file_id, taken)
    select n.studio_id, n.file_id, count(*) from numbered n join reached r on r.studio_id = n.studio_id and n.position <= r.position group by n.studio_id, n.file_id
    on conflict (studio_id, file_id) do update set taken = known.taken + excluded.taken`.execute(tx)
}
