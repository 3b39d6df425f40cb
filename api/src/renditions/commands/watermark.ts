// A film with the viewer's name is encoded when they start it, and plays as soon as the first
// segment is there.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import type { PlayableFile } from '../queries/playable.ts'
import { WATERMARKED } from '@reelay/media/playlist'

const TIMEOUT_MS = 10_000
const POLL_MS = 200

/**
 * Requests the watermarked film and waits for its first segment. Each poll checks the viewer's
 * access, and no transaction stays open.
 */
export async function waitForWatermarked(
  db: Db,
  person: string,
  getPlayable: () => Promise<PlayableFile>,
): Promise<PlayableFile> {
  let playable = await getPlayable()
  if (!playable.watermarked)
    await inTransaction(db, (tx) => requestWatermarked(tx, { file: playable.file, person }))
  const isPending = () => !playable.watermarked?.begun && !playable.watermarked?.metadata.reason
  for (let waited = 0; isPending() && waited < TIMEOUT_MS; waited += POLL_MS) {
    await sleep(POLL_MS)
    playable = await getPlayable()
  }
  return playable
}

/**
 * Of two concurrent requests only one gets the row, and enqueues the job. After a day the film is
 * encoded again with a new date.
 */
async function requestWatermarked(
  tx: Tx,
  { file, person }: { file: string; person: string },
): Promise<void> {
  const { rows } = await sql<{ studio: string; id: string }>`
    insert into rendition (studio_id, file_id, kind, variant, person_id, complete)
    select studio_id, id, 'hls', ${WATERMARKED}, ${person}, false from file where id = ${file}
    on conflict (studio_id, file_id, kind, variant, person_id) do update
      set complete = false, metadata = '{}', created_at = now()
      where rendition.created_at <= now() - interval '1 day'
    returning studio_id as studio, id`.execute(tx)
  const replaced = rows[0]
  if (!replaced) return
  await sql`
    delete from rendition_part
    where studio_id = ${replaced.studio} and rendition_id = ${replaced.id}`.execute(tx)
  await enqueue(tx, 'watermark', { file, person })
}

/** The failed rendition stays for a day, so the next attempt is tomorrow. */
export async function failWatermarked(
  tx: Tx,
  { file, person }: { file: string; person: string },
  reason: { code: string; message: string },
): Promise<void> {
  await sql`
    update rendition set metadata = ${JSON.stringify({ reason })}
    where file_id = ${file} and person_id = ${person} and kind = 'hls'
      and variant = ${WATERMARKED}`.execute(tx)
}
