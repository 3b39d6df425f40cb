import { sql } from 'kysely'
import type { Tx } from '../../kernel/db/connect.ts'
import { LOCKS, lockForTransaction } from '../../kernel/db/locks.ts'

type Deleted = {
  deleted: number
  /** Downloads up to the last anchor, which are in the stored counts. */
  counted: number
  files: Record<string, number> | null
  createdAt: string | null
  id: string | null
}
type Batch = { studio: string; before: string; limit: number }

/** Deletes the oldest downloads of a studio and corrects what is stored about their order. */
export async function deleteOldDownloads(tx: Tx, batch: Batch): Promise<number> {
  const { studio } = batch
  await lockForTransaction(tx, LOCKS.downloadAnchors)
  await lockForTransaction(tx, LOCKS.downloadSearch, studio)
  await lockForTransaction(tx, LOCKS.reportDays)
  const found = await deleteOldest(tx, batch)
  if (found.deleted === 0) return 0
  await moveAnchors(tx, studio, found)
  await lowerCounts(tx, studio, found.files ?? {})
  await sql`delete from download_search where studio_id = ${studio}`.execute(tx)
  await deleteReportDays(tx, studio)
  return found.deleted
}

async function deleteOldest(tx: Tx, { studio, before, limit }: Batch): Promise<Deleted> {
  const { rows } = await sql<Deleted>`
    with last as materialized (
      select created_at, id from download_anchor
      where studio_id = ${studio} order by position desc limit 1),
    removed as (
      delete from download where id in (
        select id from download
        where studio_id = ${studio} and created_at < ${before}::timestamptz
        order by created_at, id limit ${limit})
      returning file_id, created_at, id),
    counted as (
      select r.file_id, count(*) as count from removed r cross join last
      where (r.created_at, r.id) <= (last.created_at, last.id)
      group by r.file_id),
    newest as (select created_at, id from removed order by created_at desc, id desc limit 1)
    select (select count(*) from removed) as deleted,
      coalesce((select sum(count) from counted), 0)::bigint as counted,
      (select json_object_agg(file_id, count) from counted) as files,
      (select created_at::text from newest) as "createdAt", (select id from newest) as id`.execute(
    tx,
  )
  return rows[0]!
}

/** The deleted rows were the oldest, so every later anchor moves by the same distance. */
async function moveAnchors(
  tx: Tx,
  studio: string,
  { counted, createdAt, id }: Deleted,
): Promise<void> {
  await sql`
    delete from download_anchor
    where studio_id = ${studio}
      and (created_at, id) <= (${createdAt}::timestamptz, ${id})`.execute(tx)
  // In two steps, because a row must not take the position of one that has yet to move.
  await sql`
    update download_anchor set position = -position where studio_id = ${studio}`.execute(tx)
  await sql`
    update download_anchor set position = -position - ${counted}::bigint
    where studio_id = ${studio}`.execute(tx)
  // Some of the downloads before the first anchor are gone.
  await sql`
    update download_anchor set type_counts = null
    where studio_id = ${studio} and position = (
      select min(position) from download_anchor where studio_id = ${studio})`.execute(tx)
}

/** Entries of checkpoints that are gone are not read any more, until their numbers start again. */
async function lowerCounts(tx: Tx, studio: string, files: Record<string, number>): Promise<void> {
  await sql`
    update download_count c set total = c.total - given.count::bigint, checkpoint_totals = array(
      select greatest(total - given.count::int, 0)
      from unnest(c.checkpoint_totals) with ordinality totals (total, number)
      order by totals.number)
    from json_each_text(${JSON.stringify(files)}::json) given (file_id, count)
    where c.studio_id = ${studio} and c.file_id = given.file_id`.execute(tx)
  await sql`delete from download_count where studio_id = ${studio} and total <= 0`.execute(tx)
  await sql`
    update download_count set checkpoint_totals = '{}'
    where studio_id = ${studio} and checkpoint_totals <> '{}' and not exists (
      select from download_anchor
      where studio_id = ${studio} and checkpoint is not null)`.execute(tx)
}

/** Prepared days before the first download would never be prepared again. */
async function deleteReportDays(tx: Tx, studio: string): Promise<void> {
  const isGone = sql`studio_id = ${studio} and kind = 'downloads' and day < coalesce(
    (select report_day_of(min(created_at)) from download where studio_id = ${studio}),
    last_report_day() + 1)`
  await sql`delete from report_day where ${isGone}`.execute(tx)
  await sql`delete from report_block where ${isGone}`.execute(tx)
  await sql`delete from report_mark where ${isGone}`.execute(tx)
}
