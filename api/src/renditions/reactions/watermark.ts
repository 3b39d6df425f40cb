import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { LongJob, JobContext } from '../../kernel/jobs/worker.ts'
import { MediaError } from '@reelay/media/media-error'
import { failWatermarked } from '../commands/watermark.ts'
import {
  addParts,
  completeRendition,
  removeRenditions,
  type CompleteHls,
} from '../commands/renditions.ts'
import {
  findSource,
  findWatermarkRequest,
  type SourceFile,
  type WatermarkRequest,
} from '../queries/source.ts'
import { watermarkLines } from '../rules/watermark.ts'
import { withWorkFolder, fetchOriginal, type WorkFolder } from './work-folder.ts'
import { hlsMetadata } from '@reelay/media/playlist'
import { createPartStore, createSegmentStore } from './store-parts.ts'
import type { MediaTools } from './run-step.ts'

type WatermarkJob = { file: string; person: string }
const HEIGHT = 540

/** Encodes a film with the viewer's name. */
export const watermarkForViewer = (tools: MediaTools): LongJob => ({
  maxAttempts: 5,
  async work(job: WatermarkJob, context) {
    const [source, request] = await Promise.all([
      findSource(context.db, job.file),
      findWatermarkRequest(context.db, job),
    ])
    if (!source || !request) return async () => {}
    try {
      const hls = await withWorkFolder(tools.dataDir, context, (folder) =>
        encodeWatermarked(tools, { source, request, folder, context }),
      )
      return (tx) => completeRendition(tx, request.id, hls)
    } catch (error) {
      if (!(error instanceof MediaError)) throw error
      const { code, message } = error
      return (tx) => failWatermarked(tx, job, { code, message })
    }
  },
  onExhausted: (tx, job: WatermarkJob) =>
    failWatermarked(tx, job, {
      code: 'media.not-made',
      message:
        'Adding your watermark to this film failed, so it cannot be played. Try again tomorrow.',
    }),
})

async function encodeWatermarked(
  { engine, storage, intake, dataDir }: MediaTools,
  {
    source,
    request,
    folder,
    context,
  }: { source: SourceFile; request: WatermarkRequest; folder: WorkFolder; context: JobContext },
): Promise<CompleteHls> {
  const input = await fetchOriginal(storage, dataDir, source, folder, context.signal)
  const store = createSegmentStore(createPartStore(intake, folder.output), (parts) =>
    addParts(context.db, request.id, parts, context),
  )
  const hls = await engine.run(
    { do: 'watermark', lines: watermarkLines(request), height: HEIGHT },
    {
      input,
      folder: folder.output,
      signal: AbortSignal.any([context.signal, store.failed]),
      onSegment: store.add,
    },
  )
  await store.allStored()
  return { metadata: hlsMetadata(hls), segments: hls.segments.length }
}

/** Deletes watermarked films after a day. */
export const pruneWatermarked = (tx: Tx): Promise<void> =>
  removeRenditions(tx, sql`r.person_id is not null and r.created_at < now() - interval '1 day'`)
