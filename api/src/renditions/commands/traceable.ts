// A traceable film is encoded once for all viewers. Each viewer gets a code, which decides between
// the two marked variants of every segment.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import type { PlayableFile } from '../queries/playable.ts'
import { jobKindOf } from '../rules/steps.ts'
import { CODE_BYTES } from '@reelay/media/viewer-codes'

const TIMEOUT_MS = 10_000
const POLL_MS = 200

/**
 * Gives the viewer a code, and requests the film if it was uploaded before the studio traced its
 * films. Each poll checks the viewer's access, and no transaction stays open.
 */
export async function waitForTraceable(
  db: Db,
  person: string,
  getPlayable: () => Promise<PlayableFile>,
): Promise<PlayableFile> {
  let playable = await getPlayable()
  const { file } = playable
  await inTransaction(db, async (tx) => {
    await insertCode(tx, { file, person })
    if (isPending(playable)) await requestTraceable(tx, file)
  })
  for (let waited = 0; isPending(playable) && waited < TIMEOUT_MS; waited += POLL_MS) {
    await sleep(POLL_MS)
    playable = await getPlayable()
  }
  return playable
}

const isPending = ({ traceable, playback }: PlayableFile) =>
  !traceable?.metadata &&
  !playback?.steps.some(({ step, status }) => step === 'traceable' && status === 'failed')

async function insertCode(tx: Tx, { file, person }: { file: string; person: string }) {
  await sql`
    insert into trace_code (studio_id, file_id, person_id, code)
    select studio_id, id, ${person}, ${randomBytes(CODE_BYTES)} from file where id = ${file}
    on conflict (studio_id, file_id, person_id) do nothing`.execute(tx)
}

/** Of two concurrent requests only one inserts the step, and enqueues the job. */
async function requestTraceable(tx: Tx, file: string): Promise<void> {
  const { rows } = await sql`
    insert into media_step (studio_id, file_id, step, status)
    select studio_id, id, 'traceable', 'waiting' from file where id = ${file}
    on conflict (studio_id, file_id, step) do nothing
    returning step`.execute(tx)
  if (rows.length) await enqueue(tx, jobKindOf('traceable'), { file, step: 'traceable' })
}
