import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { service } from '../access/queries/sight.ts'
import type { Tx } from '../kernel/db/connect.ts'
import { enqueue } from '../kernel/jobs/enqueue.ts'
import type { LongJob, JobContext } from '../kernel/jobs/worker.ts'
import { fontOf, typefaceOf } from '../media/fonts/typefaces.ts'
import { Unplayable } from '../media/media-error.ts'
import type { Received } from '../kernel/storage/storage.ts'
import { cueOf } from '../lines/rules/line.ts'
import { inFolder, originalOf } from '../renditions/reactions/folder.ts'
import type { Tools } from '../renditions/reactions/work.ts'
import { FORMATS, assScript } from '@reelay/subtitles/formats'
import { getWorkRequest } from '../workrequests/queries.ts'
import type { StoredWorkRequest } from '../workrequests/rules/stored.ts'
import {
  NOT_MADE,
  beginEncode,
  failEncode,
  finishEncode,
  linesShown,
  planEncodes,
  tellProgress,
  type Asked,
} from './commands.ts'
import { findEncode, findFilm, findStuck, readSheets, type Film, type Job } from './queries.ts'
import { lookOf } from './rules/look.ts'
import { frameFor, isFormat, offlineFrame } from './rules/plan.ts'

/** The lines of an order with automatic subtitles are approved, or its offline is. */
export const planAutosubs = (tx: Tx, asked: Asked): Promise<void> => planEncodes(tx, asked)

/**
 * A film has been looked into: orders of its asset whose lines were ready before it need wait no
 * longer.
 */
export async function settleStuck(tx: Tx, { file }: { file: string }): Promise<void> {
  for (const { workRequest, by } of await findStuck(tx, file))
    await enqueue(tx, 'settle', { workRequest, by })
}

const TRIES = 3
const TELL_EVERY_MS = 1_000

export const makeEncode = (tools: Tools): LongJob => ({
  tries: TRIES,
  async work({ encode }: { encode: string }, shift) {
    const job = await findEncode(shift.db, encode)
    if (!job) return async () => {}
    await beginEncode(shift.db, encode, shift.fence)
    const request = await getWorkRequest(shift.db, service, job.workRequest)
    try {
      const received =
        job.kind === 'sidecar'
          ? await write(tools, job, request, shift)
          : await render(tools, job, request, shift)
      return (tx) => finishEncode(tx, job, received)
    } catch (error) {
      if (!(error instanceof Unplayable || error instanceof Unsayable)) throw error
      const { code, message } = error
      return (tx) => failEncode(tx, encode, { code, message })
    }
  },
  onExhausted: (tx, { encode }: { encode: string }) =>
    failEncode(tx, encode, {
      code: NOT_MADE,
      message: `The service tried ${TRIES} times to make this and could not.`,
    }),
})

/** A subtitle file that cannot say what the lines say is not made, and why is told. */
class Unsayable extends Error {
  readonly code = 'format.cannot-say'
}

async function write(
  { intake }: Tools,
  { workRequest, value }: Job,
  request: StoredWorkRequest,
  { db }: JobContext,
): Promise<Received> {
  if (!isFormat(value)) throw new Unsayable(`There is no format ${value}.`)
  const { dialogue, graphics } = linesShown(request)
  const cues = [...dialogue, ...graphics]
    .map(cueOf)
    .toSorted((one, other) => one.start - other.start || one.stop - other.stop)
  const film = await findFilm(db, workRequest)
  const written = FORMATS[value].write(cues, {
    title: request.asset.name,
    language: request.language,
    rate: rateOf(film),
  })
  if (written.ok) return intake.put(Readable.from([written.bytes]))
  const [first] = written.faults
  throw new Unsayable(`Line ${first!.cue + 1} cannot be said in ${value}: it ${first!.message}.`)
}

/** Where nothing is known of a picture, that of European television. */
function rateOf(film: Film | undefined): { num: number; den: number } {
  const [num = 25, den = 1] = (film?.probe.video?.frameRate ?? '25/1').split('/').map(Number)
  return { num, den }
}

async function render(
  { engine, storage, intake, dataDir }: Tools,
  job: Job,
  request: StoredWorkRequest,
  shift: JobContext,
): Promise<Received> {
  const film = await findFilm(shift.db, job.workRequest)
  const video = film?.probe.video
  if (!video)
    throw new Unplayable('media.no-picture', 'The asset has no film to put subtitles into.')
  const { standard } = await readSheets(shift.db, job.workRequest)
  const frame = job.kind === 'offline' ? offlineFrame(video) : frameFor(job, video, standard)
  const typeface = typefaceOf(request.language, request.territory)
  const { dialogue, graphics } = linesShown(request)
  const shown = {
    width: frame.aspect ? Math.round(frame.height * frame.aspect) : frame.width,
    height: frame.height,
  }
  const script = assScript(
    dialogue.map(cueOf),
    lookOf(shown, fontOf(typeface), request.asset.name),
    graphics.map(cueOf),
  )
  return inFolder(dataDir, shift, async (folder) => {
    const input = await originalOf(storage, dataDir, film, folder, shift.signal)
    const { name } = await engine.run(
      { do: 'burn', script, typeface, frame },
      { input, folder: folder.made, signal: shift.signal, onProgress: teller(job, shift) },
    )
    return intake.put(createReadStream(join(folder.made, name)))
  })
}

function teller({ id }: Job, { db, fence }: JobContext) {
  let last = 0
  return (fraction: number) => {
    const now = performance.now()
    if (now - last < TELL_EVERY_MS) return
    last = now
    // Progress is a courtesy: what does not get through is told with the next.
    void tellProgress(db, id, fence, fraction).catch(() => {})
  }
}
