import type { LongJob, JobContext } from '../../kernel/jobs/work.ts'
import type { Engine } from '../../media/engine.ts'
import { Unplayable } from '../../media/media-error.ts'
import type { Intake } from '../../kernel/storage/intake.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import {
  beginStep,
  copyStep,
  failStep,
  finishStep,
  tellProgress,
  type Work,
} from '../commands/steps.ts'
import { findSource, findTwin, type Source } from '../queries/source.ts'
import { inFolder, originalOf } from './folder.ts'
import { make } from './make.ts'

export type Tools = {
  engine: Pick<Engine, 'run'>
  storage: Storage
  intake: Intake
  dataDir: string
}

const TRIES = 5
const TELL_EVERY_MS = 1_000

/**
 * One step of the work on a file. Done twice it is done once, and who was given up saves nothing:
 * the commit that ends the job is fenced.
 */
export const workOnFile = (tools: Tools): LongJob => ({
  tries: TRIES,
  async work(asked: Work, shift) {
    const source = await findSource(shift.db, asked.file)
    if (!source) return async () => {}
    await beginStep(shift.db, asked, shift.fence)
    const twin = await findTwin(shift.db, source, asked.step)
    if (twin) return (tx) => copyStep(tx, asked, twin)
    try {
      const outcome = await perform(tools, asked, source, shift)
      return (tx) => finishStep(tx, asked, outcome)
    } catch (error) {
      if (!(error instanceof Unplayable)) throw error
      const { code, message } = error
      return (tx) => failStep(tx, asked, { code, message })
    }
  },
  // What went wrong inside is in the log; the uploader can do nothing about it.
  onExhausted: (tx, asked: Work) =>
    failStep(tx, asked, {
      code: 'media.not-made',
      message: `The service tried ${TRIES} times to make the ${asked.step} of this file and could not.`,
    }),
})

function perform(tools: Tools, asked: Work, source: Source, shift: JobContext) {
  return inFolder(tools.dataDir, shift, async (folder) => {
    const input = await originalOf(tools.storage, tools.dataDir, source, folder, shift.signal)
    return make(tools, asked.step, {
      input,
      folder: folder.made,
      signal: shift.signal,
      onProgress: teller(asked, shift),
    })
  })
}

function teller(asked: Work, { db, fence }: JobContext) {
  let last = 0
  return (fraction: number) => {
    const now = performance.now()
    if (now - last < TELL_EVERY_MS) return
    last = now
    // Progress is a courtesy: what does not get through is told with the next.
    void tellProgress(db, asked, fence, fraction).catch(() => {})
  }
}
