import { sql } from 'kysely'
import { areDeletionsLocked } from '../../kernel/storage/deletion-lock.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import type { LongJob, JobContext } from '../../kernel/jobs/worker.ts'
import type { HlsRendition } from '../../media/types.ts'
import { MediaError } from '../../media/media-error.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { failWatermarked, finishWatermarked } from '../commands/watermark.ts'
import { addPart } from '../commands/renditions.ts'
import {
  findSource,
  findWatermarkRequest,
  type SourceFile,
  type WatermarkRequest,
} from '../queries/source.ts'
import { watermarkLines } from '../rules/watermark.ts'
import { withWorkFolder, fetchOriginal, type WorkFolder } from './work-folder.ts'
import { createPartStore } from './store-result.ts'
import type { MediaTools } from './run-step.ts'

type WatermarkJob = { file: string; person: string }
const HEIGHT = 540

/** Encodes a film with the viewer's name. The viewer is waiting, so each segment is stored at once. */
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
      return (tx) => finishWatermarked(tx, request.id, hls)
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
): Promise<HlsRendition> {
  const storePart = createPartStore(intake, folder.output)
  const input = await fetchOriginal(storage, dataDir, source, folder, context.signal)
  let number = 0
  // Parts are added in order, so that the stored parts never have a gap.
  let adding = Promise.resolve()
  const hls = await engine.run(
    { do: 'watermark', lines: watermarkLines(request), height: HEIGHT },
    {
      input,
      folder: folder.output,
      signal: context.signal,
      onSegment(segment, { init }) {
        const parts = number === 0 ? [init, segment] : [segment]
        for (const part of parts) {
          const at = number++
          adding = adding.then(async () =>
            addPart(context.db, request.id, await storePart(at, part, 'video/mp4'), context),
          )
        }
        adding.catch(() => {})
      },
    },
  )
  await adding
  return hls
}

/** Deletes watermarked films after a day. A separate job deletes their objects. */
export async function pruneWatermarked(tx: Tx): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    with old as (
      select id from rendition
      where person_id is not null and created_at < now() - interval '1 day'
    ),
    parts as (
      delete from rendition_part where rendition_id in (select id from old) returning key
    ),
    removed as (delete from rendition where id in (select id from old))
    select distinct key from parts`.execute(tx)
  if (rows.length) await enqueue(tx, 'delete-objects', { keys: rows.map(({ key }) => key) })
}

export const deleteUnusedObjects = ({ storage }: { storage: Storage }): LongJob => ({
  maxAttempts: 5,
  async work({ keys }: { keys: string[] }, { db }) {
    // A running backup may still have to copy these objects. Retry in 15 minutes.
    if (await areDeletionsLocked(db))
      return (tx) => enqueue(tx, 'delete-objects', { keys }, { inSeconds: 900 })
    const { rows } = await sql<{ key: string }>`
      select key from unnest(${keys}::text[]) key
      where not exists (select from rendition_part p where p.key = key.key)
        and not exists (select from file f where f.sha256 = key.key)`.execute(db)
    for (const { key } of rows) await storage.remove(key)
    return async () => {}
  },
  onExhausted: async () => {},
})
