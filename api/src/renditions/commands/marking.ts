// Films with the viewer's name in them are made when somebody wants to watch, and are playable as
// soon as their first seconds are.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import type { Ladder } from '../../media/types.ts'
import type { Watched } from '../queries/watched.ts'
import { factsOf } from '../rules/playlist.ts'
import { MARKED } from '../rules/steps.ts'

const PATIENCE_MS = 10_000
const LOOK_EVERY_MS = 200

/**
 * Asks for the film to be marked, and waits a little for its beginning. Whoever asks is looked at
 * each time, and no transaction is open meanwhile.
 */
export async function awaitMarked(
  db: Db,
  person: string,
  look: () => Promise<Watched>,
): Promise<Watched> {
  let watched = await look()
  if (!watched.marked)
    await inTransaction(db, (tx) => askForMarked(tx, { file: watched.file, person }))
  for (
    let waited = 0;
    !watched.marked?.begun && !watched.marked?.facts.reason && waited < PATIENCE_MS;
    waited += LOOK_EVERY_MS
  ) {
    await sleep(LOOK_EVERY_MS)
    watched = await look()
  }
  return watched
}

/**
 * Of two who ask at once, one makes the row and with it the job. A film from yesterday is made
 * again, with the time of today.
 */
async function askForMarked(
  tx: Tx,
  { file, person }: { file: string; person: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into rendition (file_id, kind, variant, person_id, whole) values (${file}, 'hls', ${MARKED}, ${person}, false)
    on conflict (file_id, kind, variant, person_id) do update set whole = false, facts = '{}', made_at = now() where rendition.made_at <= now() - interval '1 day' returning id`.execute(
    tx,
  )
  if (!rows[0]) return
  await sql`delete from rendition_part where rendition_id = ${rows[0].id}`.execute(tx)
  await enqueue(tx, 'mark', { file, person })
}

export async function finishMarked(tx: Tx, rendition: string, ladder: Ladder): Promise<void> {
  await sql`update rendition set whole = true, facts = ${JSON.stringify(factsOf(ladder))} where id = ${rendition}`.execute(
    tx,
  )
}

/** It is not tried again before tomorrow. */
export async function failMarked(
  tx: Tx,
  { file, person }: { file: string; person: string },
  reason: { code: string; message: string },
): Promise<void> {
  await sql`update rendition set facts = ${JSON.stringify({ reason })} where file_id = ${file} and person_id = ${person} and kind = 'hls' and variant = ${MARKED}`.execute(
    tx,
  )
}
