// Which downloads of a studio match a search is stored in blocks of bits (docs/decisions/0115).
import { sql } from 'kysely'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { LOCKS, lockForTransaction } from '../../kernel/db/locks.ts'
import { patternOf } from '../../kernel/db/page.ts'

/**
 * Downloads per block, at most 250 (`find_stored_downloads`). A page reads all downloads of its
 * blocks.
 */
const BLOCK = 100
/** Rows per statement and statements per job. A job of all passes takes about half a second. */
const PASS = 20_000
const PASSES = 5
/** Searches that a studio keeps. */
const KEPT = 50

export type DownloadSearch = { studio: string; q: string }

/** Over `download_search s`: no name of the studio has changed since it was stored. */
const isValidSearch = sql`s.valid_until > now() and not exists (
  select from cache_invalidation c
  where c.dependency = 'names ' || s.studio_id
    and c.transaction_id >= pg_snapshot_xmin(s.snapshot)
    and changed_after(c.transaction_id, s.snapshot))`

/** Over `file f`, `asset a` and `project p`. */
const nameMatches = (pattern: ReturnType<typeof patternOf>) => sql`(
  f.name_folded like ${pattern} or a.name_folded like ${pattern} or p.name_folded like ${pattern})`

/** Downloads that may still get an older neighbour: transactions time out after ten seconds. */
const isSettled = sql`d.created_at < now() - interval '1 minute'`

/** Stores the matches up to a minute ago. Returns whether there is more to do. */
export async function storeSearch(tx: Tx, search: DownloadSearch): Promise<boolean> {
  await lockForTransaction(tx, LOCKS.downloadSearch, search.studio)
  await deleteOldSearches(tx, search.studio)
  await sql`
    insert into download_search (studio_id, pattern, snapshot, valid_until)
    values (${search.studio}, ${patternOf(search.q)}, pg_current_snapshot(), ${VALID_UNTIL})
    on conflict (studio_id, pattern) do nothing`.execute(tx)
  for (let pass = 0; pass < PASSES; pass++) if ((await storePass(tx, search)) < PASS) return false
  return true
}

/** Invalidations are kept for a day. */
const VALID_UNTIL = sql`now() + interval '12 hours'`

async function deleteOldSearches(tx: Tx, studio: string): Promise<void> {
  await sql`
    delete from download_search s
    where s.studio_id = ${studio} and (not (${isValidSearch}) or s.id in (
      select id from download_search where studio_id = ${studio}
      order by valid_until desc offset ${sql.lit(KEPT - 1)}))`.execute(tx)
}

/** For searches of studios in which nobody searches any more. */
export async function deleteExpiredSearches(tx: Tx): Promise<void> {
  await sql`delete from download_search where valid_until < now()`.execute(tx)
}

/** On start: searches restored from a backup refer to snapshots of another database. */
export const clearSearches = (db: Db) => sql`delete from download_search`.execute(db)

/**
 * One statement, so that the names, the search and the stored snapshot are of the same moment.
 * Returns the number of downloads that it read.
 */
async function storePass(tx: Tx, { studio, q }: DownloadSearch): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    with known as materialized (
      select s.* from download_search s
      where s.studio_id = ${studio} and s.pattern = ${patternOf(q)} and ${isValidSearch}),
    source as materialized (
      select d.*, row_number() over (order by d.created_at, d.id) - 1 as number
      from known cross join lateral (
        select d.created_at, d.id, d.file_id from download d
        where d.studio_id = ${studio}
          and (d.created_at, d.id) > (known.created_at, known.download_id) and ${isSettled}
        order by d.created_at, d.id limit ${sql.lit(PASS)}) d),
    named as materialized (
      select f.id from (select distinct file_id as id from source) used
      join file f on f.id = used.id
      join asset a on a.id = f.asset_id join project p on p.id = f.project_id
      where f.studio_id = ${studio} and ${nameMatches(patternOf(q))}),
    block as materialized (
      select source.number / ${sql.lit(BLOCK)} as number, count(named.id) as found,
        string_agg(case when named.id is null then '0' else '1' end, ''
          order by source.number)::bit varying as hits,
        (array_agg(source.created_at order by source.number desc))[1] as last_created_at,
        (array_agg(source.id order by source.number desc))[1] as last_id
      from source left join named on named.id = source.file_id group by 1),
    placed as (
      select known.id as search_id, block.found, block.hits,
        known.total + sum(block.found) over before - block.found as hits_before,
        lag(block.last_created_at, 1, known.created_at) over before as created_at,
        lag(block.last_id, 1, known.download_id) over before as id
      from block cross join known
      window before as (order by block.number)),
    stored as (
      insert into download_search_block (search_id, hits_before, created_at, id, hits)
      select search_id, hits_before, created_at, id, hits from placed where found > 0)
    update download_search s
    set total = s.total + coalesce((select sum(found) from block), 0),
      created_at = coalesce(last.last_created_at, s.created_at),
      download_id = coalesce(last.last_id, s.download_id),
      snapshot = pg_current_snapshot(), valid_until = ${VALID_UNTIL}
    from known left join (select * from block order by number desc limit 1) last on true
    where s.id = known.id
    returning (select count(*) from source) as read`.execute(tx)
  return rows[0]?.read ?? 0
}
