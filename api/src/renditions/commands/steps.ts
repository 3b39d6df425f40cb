import { verifyFile } from '../../files/commands.ts'
import type { SoundSummary, Step } from '../../files/contract.ts'
import { lockFile, studioOfFile } from '../../files/queries.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import type { PictureAnalysis, Probe } from '@reelay/media/types'
import { tracesFilms } from '../queries/playback.ts'
import { isPlayable } from '../queries/source.ts'
import { isNotApplicable, jobKindOf, renditionsOf, stepsAfter } from '../rules/steps.ts'
import { emitReady } from './ready.ts'
import {
  addParts,
  beginRendition,
  completeRendition,
  copyRendition,
  insertRendition,
  removeRenditions,
  type CompleteHls,
  type JobLease,
  type NewRendition,
} from './renditions.ts'
import { refreshWarnings } from './warnings.ts'

/** `calm` marks background work: it runs after everything that somebody waits for. */
export type StepJob = { file: string; step: Step; calm?: true }
/** What a step measured, and what it produced. */
export type StepOutcome = {
  measured?: { probe: Probe } | { picture: PictureAnalysis } | { sound: SoundSummary }
  renditions?: NewRendition[]
  /** Renditions that began earlier. */
  completed?: (CompleteHls & { id: string })[]
}
export type StepFailure = { code: string; message: string }

const BACKGROUND_PRIORITY = 100

/** Makes the steps of this file background work. */
export async function lowerPriority(tx: Tx, file: string): Promise<void> {
  await sql`
    update job set priority = priority + ${BACKGROUND_PRIORITY},
      payload = payload || '{"calm": true}'
    where kind in ('process-media', 'scan-media') and payload ->> 'file' = ${file}`.execute(tx)
}

export async function beginStep(db: Db, { file, step }: StepJob, fence: number): Promise<void> {
  await sql`
    update media_step set status = 'working', progress = 0, reason = null, fence = ${fence}
    where studio_id = ${studioOfFile(file)} and file_id = ${file} and step = ${step}
      and fence <= ${fence}`.execute(db)
}

/** Ignores progress from an abandoned job. */
export async function saveProgress(
  db: Db,
  { file, step }: StepJob,
  fence: number,
  progress: number,
): Promise<void> {
  await sql`
    update media_step set progress = ${progress}
    where studio_id = ${studioOfFile(file)} and file_id = ${file} and step = ${step}
      and fence = ${fence} and status = 'working'`.execute(db)
}

/** Stores the first segment of a rendition. From now on the file plays. */
export async function beginPlayback(
  tx: Tx,
  { file }: StepJob,
  { parts, ...rendition }: NewRendition,
  lease: JobLease,
): Promise<string> {
  await lockFile(tx, file)
  const wasPlayable = await isPlayable(tx, file)
  const id = await beginRendition(tx, file, rendition, lease)
  await addParts(tx, id, parts, lease)
  if (!wasPlayable) await emitReady(tx, file)
  return id
}

export async function finishStep(
  tx: Tx,
  job: StepJob,
  { measured, renditions = [], completed = [] }: StepOutcome,
): Promise<void> {
  const { file } = job
  await lockFile(tx, file)
  const wasPlayable = await isPlayable(tx, file)
  for (const [column, value] of Object.entries(measured ?? {}))
    await sql`
      update media set ${sql.ref(column)} = ${JSON.stringify(value)}
      where studio_id = ${studioOfFile(file)} and file_id = ${file}`.execute(tx)
  for (const rendition of renditions) await insertRendition(tx, file, rendition)
  for (const { id, ...hls } of completed) await completeRendition(tx, id, hls)
  await completeStep(tx, job, wasPlayable)
}

/** Copies the result from another file with the same bytes. */
export async function copyStep(tx: Tx, job: StepJob, identicalFile: string): Promise<void> {
  const { file, step } = job
  await lockFile(tx, file)
  const wasPlayable = await isPlayable(tx, file)
  if (step === 'probe' || step === 'picture' || step === 'sound')
    await sql`
      update media set ${sql.ref(step)} = (
        select ${sql.ref(step)} from media identical
        where identical.studio_id = ${studioOfFile(identicalFile)}
          and identical.file_id = ${identicalFile}
      ) where studio_id = ${studioOfFile(file)} and file_id = ${file}`.execute(tx)
  for (const name of renditionsOf(step))
    await copyRendition(tx, { from: identicalFile, to: file, ...name })
  await completeStep(tx, job, wasPlayable)
}

export async function failStep(
  tx: Tx,
  { file, step }: StepJob,
  reason: StepFailure,
): Promise<void> {
  await lockFile(tx, file)
  await endStep(tx, { file, step }, isNotApplicable(reason.code) ? 'skipped' : 'failed', reason)
  const variants = renditionsOf(step).map(({ variant }) => variant)
  await removeRenditions(
    tx,
    sql`r.file_id = ${file} and r.kind = 'hls' and r.variant = any (${variants})
      and r.person_id is null and not r.complete`,
  )
  // The upload is complete and was probed. That it cannot be played is a warning; it can still be
  // downloaded.
  if (step === 'probe') await verifyFile(tx, file)
  await refreshWarnings(tx, file)
}

async function completeStep(tx: Tx, { file, step, calm }: StepJob, wasPlayable: boolean) {
  await endStep(tx, { file, step }, 'ready')
  if (step === 'probe') await enqueueNextSteps(tx, file, calm)
  if (!wasPlayable && (await isPlayable(tx, file))) await emitReady(tx, file)
  await refreshWarnings(tx, file)
}

async function endStep(
  tx: Tx,
  { file, step }: StepJob,
  status: 'ready' | 'failed' | 'skipped',
  reason?: StepFailure,
) {
  await sql`
    update media_step set status = ${status}, progress = 1,
      reason = ${reason ? JSON.stringify(reason) : null}, ended_at = now()
    where studio_id = ${studioOfFile(file)} and file_id = ${file} and step = ${step}`.execute(tx)
}

async function enqueueNextSteps(tx: Tx, file: string, calm: StepJob['calm']) {
  await verifyFile(tx, file)
  await enqueue(tx, 'create-first-preview', { file })
  await enqueue(tx, 'retry-waiting-orders', { file })
  const { rows } = await sql<{ probe: Probe; isTraceable: boolean }>`
    select m.probe, ${tracesFilms} as "isTraceable"
    from media m join file f on f.studio_id = m.studio_id and f.id = m.file_id
    where f.id = ${file}`.execute(tx)
  const { probe, isTraceable } = rows[0]!
  for (const [index, { step, possible }] of stepsAfter(probe, { isTraceable }).entries()) {
    await sql`
      insert into media_step (studio_id, file_id, step, status)
      select studio_id, id, ${step}, ${possible ? 'waiting' : 'skipped'}
      from file where id = ${file}`.execute(tx)
    // Later steps have lower priority, so other films become playable before this one has a
    // waveform.
    if (possible)
      await enqueue(
        tx,
        jobKindOf(step),
        { file, step, ...(calm && { calm }) },
        { priority: index + 1 + (calm ? BACKGROUND_PRIORITY : 0) },
      )
  }
}
