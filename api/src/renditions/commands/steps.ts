import { sql } from 'kysely'
import { verifyFile } from '../../files/commands.ts'
import type { SoundFacts, Step } from '../../files/contract.ts'
import { lockFile } from '../../files/queries.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import type { Picture, Probe } from '../../media/types.ts'
import { isPlayable } from '../queries/source.ts'
import { NAMES, isNothingToDo, laneOf, stepsAfter } from '../rules/steps.ts'
import { tellReady } from './ready.ts'
import { copyRendition, insertRendition, type NewRendition } from './renditions.ts'
import { refreshWarnings } from './warnings.ts'

/** `calm` where nobody waits for it: then all that somebody waits for goes first. */
export type Work = { file: string; step: Step; calm?: true }
/** What a step found out, and what it made. */
export type Outcome = {
  found?: { probe: Probe } | { picture: Picture } | { sound: SoundFacts }
  made?: NewRendition
}
export type Reason = { code: string; message: string }

const CALM = 100

/** Nobody waits for what is to be made of this file. */
export async function workCalmly(tx: Tx, file: string): Promise<void> {
  await sql`update job set priority = priority + ${CALM}, payload = payload || '{"calm": true}' where kind = 'media' and payload ->> 'file' = ${file}`.execute(
    tx,
  )
}

export async function beginStep(db: Db, { file, step }: Work, fence: number): Promise<void> {
  await sql`update media_step set status = 'working', progress = 0, reason = null, fence = ${fence} where file_id = ${file} and step = ${step} and fence <= ${fence}`.execute(
    db,
  )
}

/** Who was given up tells no more. */
export async function tellProgress(
  db: Db,
  { file, step }: Work,
  fence: number,
  progress: number,
): Promise<void> {
  await sql`update media_step set progress = ${progress} where file_id = ${file} and step = ${step} and fence = ${fence} and status = 'working'`.execute(
    db,
  )
}

export async function finishStep(tx: Tx, work: Work, { found, made }: Outcome): Promise<void> {
  const { file } = work
  await lockFile(tx, file)
  const played = await isPlayable(tx, file)
  for (const [column, value] of Object.entries(found ?? {}))
    await sql`update media set ${sql.ref(column)} = ${JSON.stringify(value)} where file_id = ${file}`.execute(
      tx,
    )
  if (made) await insertRendition(tx, file, made)
  await settle(tx, work, played)
}

/** The same bytes were worked on under another name. */
export async function copyStep(tx: Tx, work: Work, twin: string): Promise<void> {
  const { file, step } = work
  await lockFile(tx, file)
  const played = await isPlayable(tx, file)
  if (step === 'probe' || step === 'picture' || step === 'sound')
    await sql`update media set ${sql.ref(step)} = (select ${sql.ref(step)} from media twin where twin.file_id = ${twin}) where file_id = ${file}`.execute(
      tx,
    )
  if (step !== 'probe' && step !== 'picture')
    await copyRendition(tx, { from: twin, to: file, ...NAMES[step] })
  await settle(tx, work, played)
}

export async function failStep(tx: Tx, { file, step }: Work, reason: Reason): Promise<void> {
  await lockFile(tx, file)
  await endStep(tx, { file, step }, isNothingToDo(reason.code) ? 'skipped' : 'failed', reason)
  // The bytes are whole and were looked at: that they cannot be played is a warning, not a reason
  // to withhold them.
  if (step === 'probe') await verifyFile(tx, file)
  await refreshWarnings(tx, file)
}

async function settle(tx: Tx, { file, step, calm }: Work, played: boolean) {
  await endStep(tx, { file, step }, 'ready')
  if (step === 'probe') await goOn(tx, file, calm)
  if (!played && (await isPlayable(tx, file))) await tellReady(tx, file)
  await refreshWarnings(tx, file)
}

async function endStep(
  tx: Tx,
  { file, step }: Work,
  status: 'ready' | 'failed' | 'skipped',
  reason?: Reason,
) {
  await sql`update media_step set status = ${status}, progress = 1, reason = ${reason ? JSON.stringify(reason) : null}, ended_at = now() where file_id = ${file} and step = ${step}`.execute(
    tx,
  )
}

async function goOn(tx: Tx, file: string, calm: Work['calm']) {
  await verifyFile(tx, file)
  await enqueue(tx, 'first-look', { file })
  await enqueue(tx, 'film-came', { file })
  const { rows } = await sql<{
    probe: Probe
  }>`select probe from media where file_id = ${file}`.execute(tx)
  for (const [index, { step, possible }] of stepsAfter(rows[0]!.probe).entries()) {
    await sql`insert into media_step (file_id, step, status) values (${file}, ${step}, ${possible ? 'waiting' : 'skipped'})`.execute(
      tx,
    )
    // The films of others play before this one has its waveform.
    if (possible)
      await enqueue(
        tx,
        laneOf(step),
        { file, step, ...(calm && { calm }) },
        { priority: index + 1 + (calm ? CALM : 0) },
      )
  }
}
