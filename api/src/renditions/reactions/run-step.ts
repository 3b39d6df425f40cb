import type { LongJob, JobContext } from '../../kernel/jobs/worker.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import type { MediaEngine, TaskOptions } from '@reelay/media'
import { MediaError } from '@reelay/media/media-error'
import type { Intake } from '../../kernel/storage/intake.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { addParts } from '../commands/renditions.ts'
import {
  beginPlayback,
  beginStep,
  copyStep,
  failStep,
  finishStep,
  saveProgress,
  type StepJob,
} from '../commands/steps.ts'
import { findSource, findIdenticalFile, type SourceFile } from '../queries/source.ts'
import { withWorkFolder, fetchOriginal } from './work-folder.ts'
import { runStep } from './store-result.ts'

export type MediaTools = {
  engine: Pick<MediaEngine, 'run'>
  storage: Storage
  intake: Intake
  dataDir: string
}

const MAX_ATTEMPTS = 5
const SAVE_PROGRESS_MS = 1_000

/**
 * Runs one step for a file. It is idempotent, and the commit that ends the job is fenced, so an
 * abandoned job saves nothing.
 */
export const runStepJob = (tools: MediaTools): LongJob => ({
  maxAttempts: MAX_ATTEMPTS,
  async work(job: StepJob, context) {
    const source = await findSource(context.db, job.file)
    if (!source) return async () => {}
    await beginStep(context.db, job, context.fence)
    const identicalFile = await findIdenticalFile(context.db, source, job.step)
    if (identicalFile) return (tx) => copyStep(tx, job, identicalFile)
    try {
      const outcome = await perform(tools, job, source, context)
      return (tx) => finishStep(tx, job, outcome)
    } catch (error) {
      if (!(error instanceof MediaError)) throw error
      const { code, message } = error
      return (tx) => failStep(tx, job, { code, message })
    }
  },
  // The log has the cause. The uploader cannot do anything about it.
  onExhausted: (tx, job: StepJob) =>
    failStep(tx, job, {
      code: 'media.not-made',
      message: `Processing this file failed ${MAX_ATTEMPTS} times (step: ${job.step}).`,
    }),
})

function perform(tools: MediaTools, job: StepJob, source: SourceFile, context: JobContext) {
  return withWorkFolder(tools.dataDir, context, async (folder) => {
    const input = await fetchOriginal(tools.storage, tools.dataDir, source, folder, context.signal)
    const options: TaskOptions = {
      input,
      folder: folder.output,
      signal: context.signal,
      onProgress: progressSaver(job, context),
    }
    return runStep(tools, job.step, options, {
      begin: (rendition) =>
        inTransaction(context.db, (tx) => beginPlayback(tx, job, rendition, context)),
      addParts: (id, parts) => addParts(context.db, id, parts, context),
    })
  })
}

function progressSaver(job: StepJob, { db, fence }: JobContext) {
  let last = 0
  return (fraction: number) => {
    const now = performance.now()
    if (now - last < SAVE_PROGRESS_MS) return
    last = now
    // A lost update does not matter: the next one follows in a second.
    void saveProgress(db, job, fence, fraction).catch(() => {})
  }
}
