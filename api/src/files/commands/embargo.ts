import { audienceOfAsset, audienceOfEmbargo } from '../../access/queries/audience.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { emit } from '../../kernel/events/emit.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'

/** The end of an embargo is a job. Moving the end enqueues another one. */
export async function awaitEnd(tx: Tx, id: string) {
  const { rows } = await sql<{
    seconds: number
  }>`select ceil(extract(epoch from embargo_end - now()))::float8 as seconds from file
    where id = ${id} and embargo_end > now()`.execute(tx)
  if (rows[0]) await enqueue(tx, 'lift-embargo', { file: id }, { inSeconds: rows[0].seconds })
}

export async function isHeld(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select embargoed(f.embargo_end, f.embargo_event, a.terminal) as "isHeld"
    from file f join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
    where f.id = ${id}`.execute(tx)
  return rows[0]!.isHeld
}

/** An embargo that began or moved is known only to people who still see the file. */
export async function announceEmbargo(
  tx: Tx,
  { id, wasHeld, by }: { id: string; wasHeld: boolean; by: string },
) {
  const isStillHeld = await isHeld(tx, id)
  if (isStillHeld) await emitEmbargo(tx, 'emc', { files: [id], by })
  else if (wasHeld) await emitEmbargoLifted(tx, { files: [id], by })
}

/**
 * Notifies people who could not see the files before. Files that are not uploaded yet are announced
 * when they arrive.
 */
export const emitEmbargoLifted = (tx: Tx, change: EmbargoChange): Promise<void> =>
  emitEmbargo(tx, 'emb', change)

type EmbargoChange = { files: string[]; by: string }

async function emitEmbargo(tx: Tx, type: 'emb' | 'emc', { files, by }: EmbargoChange) {
  const audienceOf = type === 'emb' ? audienceOfAsset : audienceOfEmbargo
  const { rows } = await sql<{ studio: string; asset: string; files: string[] }>`
    select studio_id as studio, asset_id as asset, array_agg(id order by id) as files from file
    where id = any (${files}) and received_at is not null and removed_at is null
      group by studio_id, asset_id`.execute(tx)
  for (const { asset, ...rest } of rows)
    await emit(tx, {
      type,
      from: by,
      asset,
      ...rest,
      notify: await audienceOf(tx, asset),
    })
}

/** Lifts the embargo of files that waited for a terminal phase. */
export async function liftEmbargoesWithPhase(
  tx: Tx,
  { asset, by }: { asset: string; by: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select f.id from file f join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
    where a.id = ${asset} and f.embargo_event and not embargoed(f.embargo_end, f.embargo_event,
      a.terminal)`.execute(tx)
  await emitEmbargoLifted(tx, { files: rows.map(({ id }) => id), by })
}
