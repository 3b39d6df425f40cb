// X-Range is an offset, and an offset is walked. Every thousandth key of each studio is kept, so
// that a page half a million
// rows back starts a thousand rows away: 1.3 ms instead of 242 at a million rows. A tally beside
// them says how often each
// file was taken; it is also kept as it stood at the end of each checkpoint, so that a search can find its
// way back as well.
import { sql } from 'kysely'
import type { Tx } from '../../kernel/db/connect.ts'

const STEP = 1_000
/**
 * So many rows in one statement, and so many statements in one job: both must end before they are
 * cut off.
 */
const PASS = 20 * STEP
const PASSES = 20
/**
 * A checkpoint has this many rows, or four for each file of the studio: the tallies of all checkpoints stay
 * smaller than the downloads.
 */
const CHECKPOINT = 20 * STEP

/**
 * Drops anchors up to a minute ago. Nothing can still be committed before that: a transaction is
 * cut after ten seconds.
 * The tally moves with the anchors, so that both speak of the same rows. Says whether there is more
 * to do.
 */
export async function addAnchors(tx: Tx): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(7309122)`.execute(tx)
  for (let pass = 0; pass < PASSES; pass++) {
    const studio = await findStudioBehind(tx)
    if (!studio) return false
    await addAnchorBatch(tx, studio)
    await markCheckpoint(tx, studio)
  }
  return true
}

const settled = sql`d.created_at < now() - interval '1 minute'`

async function findStudioBehind(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select s.id from studio s
    left join lateral (select created_at, id from download_anchor x where x.studio_id = s.id order by position desc limit 1) last on true
    where exists (
      select from download d where d.studio_id = s.id and ${afterAnchor} and ${settled}
      order by d.created_at, d.id offset ${sql.lit(STEP - 1)}) limit 1`.execute(tx)
  return rows[0]?.id
}

/**
 * Over `download d` and `last`, an anchor that may be missing. Without coalesce the index would not
 * be used.
 */
export const afterAnchor = sql`(d.created_at, d.id) > (coalesce(last.created_at, '-infinity'), coalesce(last.id, ''))`

async function addAnchorBatch(tx: Tx, studio: string): Promise<void> {
  await sql`
    with numbered as materialized (
      select d.created_at, d.id, d.file_id, coalesce(last.position, 0) + row_number() over (order by d.created_at, d.id) as position
      from (values (1)) one
      left join lateral (select position, created_at, id from download_anchor where studio_id = ${studio} order by position desc limit 1) last on true
      cross join lateral (
        select d.created_at, d.id, d.file_id from download d where d.studio_id = ${studio} and ${afterAnchor} and ${settled}
        order by d.created_at, d.id limit ${sql.lit(PASS)}) d),
    dropped as (
      insert into download_anchor (studio_id, position, created_at, id)
      select ${studio}, position, created_at, id from numbered where position % ${sql.lit(STEP)} = 0 returning position)
    insert into download_count as known (studio_id, file_id, total)
    select ${studio}, file_id, count(*) from numbered where position <= (select max(position) from dropped) group by file_id
    on conflict (studio_id, file_id) do update set total = known.total + excluded.total`.execute(tx)
}

/**
 * Marks the newest anchor as the end of a checkpoint when enough has come, and writes the tally down as
 * it stands there.
 */
async function markCheckpoint(tx: Tx, studio: string): Promise<void> {
  await sql`
    with newest as (select max(position) as position, coalesce(max(position) filter (where checkpoint is not null), 0) as marked, coalesce(max(checkpoint), 0) + 1 as checkpoint from download_anchor where studio_id = ${studio}),
    marked as (
      update download_anchor a set checkpoint = newest.checkpoint from newest
      where a.studio_id = ${studio} and a.position = newest.position
        and newest.position - newest.marked >= greatest(${sql.lit(CHECKPOINT)}, 4 * (select count(*) from download_count where studio_id = ${studio}))
      returning a.checkpoint)
    update download_count t set checkpoint_totals = t.checkpoint_totals || array_fill(0, array[marked.checkpoint - 1 - cardinality(t.checkpoint_totals)]) || t.total::int
    from marked where t.studio_id = ${studio}`.execute(tx)
}
