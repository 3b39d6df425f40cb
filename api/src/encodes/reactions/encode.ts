import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { serviceViewer } from '../../access/queries/viewers.ts'
import type { Compute } from '../../kernel/compute/compute.ts'
import { task } from '../../kernel/compute/task.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { Problem, invalid } from '../../kernel/http/contract/problem.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import type { LongJob, JobContext } from '../../kernel/jobs/worker.ts'
import { fontFor, typefaceFor } from '@reelay/fonts'
import { MediaError } from '@reelay/media/media-error'
import type { PublishedObject } from '../../kernel/storage/storage.ts'
import { loadLineTexts } from '../../lines/queries/line-texts.ts'
import { withWorkFolder, fetchOriginal } from '../../renditions/reactions/work-folder.ts'
import type { MediaTools } from '../../renditions/reactions/run-step.ts'
import { orderedTranslations } from '../../workrequests/rules/materials.ts'
import { getWorkRequest } from '../../workrequests/queries/work-requests.ts'
import type { StoredWorkRequest } from '../../workrequests/rules/stored.ts'
import {
  SERVICE_FAILURE,
  beginEncode,
  failEncode,
  finishEncode,
  planEncodes,
  saveProgress,
  type PlanEncodesInput,
} from '../commands.ts'
import {
  findEncode,
  findFilm,
  findEncodesWaitingForFilm,
  readEncodeContext,
  type SourceFilm,
  type EncodeJob,
} from '../queries.ts'
import { subtitleStyle } from '../rules/subtitle-style.ts'
import { filmFrame, frameFor, isDelivery, isFormat } from '../rules/plan.ts'
import { writeBurnInScript, writeSidecarFile, type ShownLines } from './tasks.ts'

const TASKS = new URL('./tasks.ts', import.meta.url)
const sidecarTask = task(TASKS, writeSidecarFile)
const burnInTask = task(TASKS, writeBurnInScript)

type EncodeTools = MediaTools & { compute: Compute }

/** Runs when the lines of a work request with automatic subtitles, or its offline, are approved. */
export const planAutosubs = (tx: Tx, input: PlanEncodesInput): Promise<void> =>
  planEncodes(tx, input)

/** Runs when a film has been probed: work requests of its asset may have waited for it. */
export async function retryWaitingOrders(tx: Tx, { file }: { file: string }): Promise<void> {
  for (const { workRequest, by } of await findEncodesWaitingForFilm(tx, file))
    await enqueue(tx, 'advance-request', { workRequest, by })
}

const MAX_ATTEMPTS = 3
const SAVE_PROGRESS_MS = 1_000

export const runEncode = (tools: EncodeTools): LongJob => ({
  maxAttempts: MAX_ATTEMPTS,
  async work({ encode }: { encode: string }, context) {
    const job = await findEncode(context.db, encode)
    if (!job) return async () => {}
    await beginEncode(context.db, encode, context.fence)
    const request = await getWorkRequest(context.db, serviceViewer, job.workRequest)
    try {
      const output =
        job.kind === 'sidecar'
          ? await writeSidecar(tools, job, request, context)
          : await renderFilm(tools, job, request, context)
      return (tx) => finishEncode(tx, job, output)
    } catch (error) {
      if (!(error instanceof MediaError || error instanceof Problem)) throw error
      const { code, message } = error
      return (tx) => failEncode(tx, encode, { code, message })
    }
  },
  onExhausted: (tx, { encode }: { encode: string }) =>
    failEncode(tx, encode, {
      code: SERVICE_FAILURE,
      message: `This encode failed ${MAX_ATTEMPTS} times.`,
    }),
})

/** The lines to show: dialogue, and graphics where they were ordered as subtitles; or graphics alone. */
async function loadShownLines(
  db: Db,
  request: StoredWorkRequest,
  isGraphics = false,
): Promise<ShownLines & { size: number }> {
  const tracks = await readEncodeContext(db, request._id)
  const ordered = isGraphics ? [request.graphicsTranslation] : orderedTranslations(request)
  const load = async (
    translation: StoredWorkRequest['translation'],
    track: { id: string } | null,
  ) =>
    track && ordered.includes(translation) ? loadLineTexts(db, track.id) : { lines: [], size: 0 }
  const dialogue = await load(request.translation, tracks.dialogue)
  const graphics = await load(request.graphicsTranslation, tracks.graphics)
  return {
    dialogue: dialogue.lines,
    graphics: graphics.lines,
    size: dialogue.size + graphics.size,
  }
}

async function writeSidecar(
  { intake, compute }: EncodeTools,
  { workRequest, value: target, by }: EncodeJob,
  request: StoredWorkRequest,
  { db }: JobContext,
): Promise<PublishedObject> {
  if (!isFormat(target) && !isDelivery(target))
    throw invalid('format.unsupported', `The subtitle format ${target} is unknown.`)
  const { size, ...lines } = await loadShownLines(db, request)
  const about = {
    title: request.asset.name,
    language: request.language,
    rate: rateOf(await findFilm(db, workRequest)),
  }
  const { bytes } = await compute.run(
    sidecarTask,
    { ...lines, target, about },
    { client: by, size },
  )
  return intake.put(Readable.from([bytes]))
}

/** 25 fps if there is no film. */
function rateOf(film: SourceFilm | undefined): { num: number; den: number } {
  const [num = 25, den = 1] = (film?.probe.video?.frameRate ?? '25/1').split('/').map(Number)
  return { num, den }
}

async function renderFilm(
  { engine, storage, intake, dataDir, compute }: EncodeTools,
  job: EncodeJob,
  request: StoredWorkRequest,
  context: JobContext,
): Promise<PublishedObject> {
  const film = await findFilm(context.db, job.workRequest)
  const video = film?.probe.video
  if (!video) throw new MediaError('media.no-picture', 'The asset has no film for the subtitles.')
  const { standard } = await readEncodeContext(context.db, job.workRequest)
  const isGraphics = job.kind === 'graphics'
  const frame =
    job.kind === 'deliverable'
      ? frameFor(job, video, standard)
      : filmFrame(video, isGraphics ? 'graphics' : 'offline')
  const typeface = typefaceFor(request.language, request.territory)
  const { size, ...lines } = await loadShownLines(context.db, request, isGraphics)
  const displaySize = {
    width: frame.aspect ? Math.round(frame.height * frame.aspect) : frame.width,
    height: frame.height,
  }
  const style = subtitleStyle(displaySize, fontFor(typeface), request.asset.name)
  const script = await compute.run(
    burnInTask,
    { ...lines, style, showsOriginal: request.dualLanguages },
    { client: job.by, size },
  )
  return withWorkFolder(dataDir, context, async (folder) => {
    const input = await fetchOriginal(storage, dataDir, film, folder, context.signal)
    const { name } = await engine.run(
      { do: isGraphics ? 'graphics' : 'burn-in', script, typeface, frame },
      {
        input,
        folder: folder.output,
        signal: context.signal,
        onProgress: progressSaver(job, context),
      },
    )
    return intake.put(createReadStream(join(folder.output, name)))
  })
}

function progressSaver({ id }: EncodeJob, { db, fence }: JobContext) {
  let last = 0
  return (fraction: number) => {
    const now = performance.now()
    if (now - last < SAVE_PROGRESS_MS) return
    last = now
    // A lost update does not matter: the next one follows in a second.
    void saveProgress(db, id, fence, fraction).catch(() => {})
  }
}
