import type { FormatName } from '@reelay/subtitles/formats'
import type { FrameRate } from '@reelay/subtitles'
import { FORMATS, FORMAT_EXTENSIONS, parseOffset } from '@reelay/subtitles/formats'
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Compute } from '../../kernel/compute/compute.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import type { Attachment } from '../../kernel/http/attachment.ts'
import { invalid } from '../../kernel/http/contract/problem.ts'
import { JsonReply } from '../../kernel/http/json-reply.ts'
import type { ImportOptions } from '../contract.ts'
import { loadLineTexts, type LineTexts } from '../queries/line-texts.ts'
import { getVideoTiming } from '../queries/video-timing.ts'
import type { TextTrackInput } from './edit.ts'
import { openTextTrackAt } from './outdated.ts'
import { saveEncodedLines } from './save.ts'
import { planImportTask, presentImportTask, writeFileTask } from './tasks/tasks.ts'

export async function exportLines(
  { db, compute }: { db: Db; compute: Compute },
  {
    resolve,
    id,
    by,
    format,
    of = 'text',
    offset,
  }: TextTrackInput & { format: FormatName; of?: 'text' | 'source'; offset?: string },
): Promise<Attachment> {
  const { textTrack, asset, language } = await resolve(db, viewerOf(by), id)
  const { name, rate } = await getVideoTiming(db, viewerOf(by), asset)
  const about = { title: name, language, rate, date: new Date(), offset: offsetMs(offset, rate) }
  const { lines, size } = await loadLineTexts(db, textTrack)
  const { bytes } = await compute.run(
    writeFileTask,
    { lines, format, of, about },
    { client: by._id, size },
  )
  const [extension] = FORMAT_EXTENSIONS[format]
  const { mime } = FORMATS[format]
  return { name: `${name}.${language || 'und'}.${extension}`, mime, bytes }
}

function offsetMs(code: string | undefined, rate: FrameRate): number {
  const offset = code === undefined ? 0 : parseOffset(code, rate)
  if (offset === undefined)
    throw invalid(
      'lines.offset-invalid',
      `There is no timecode ${code} at ${rate.num}/${rate.den} fps. Use one such as 10:00:00:00 or 10:00:00,000.`,
      [{ pointer: '/offset', message: 'is not a timecode of the film' }],
    )
  return offset
}

export type FileImportPlan = Awaited<ReturnType<typeof planImport>>

/** Reads the file and decides what changes. No transaction is open meanwhile. */
export async function planImport(
  { db, compute }: { db: Db; compute: Compute },
  { resolve, id, by, bytes, query }: TextTrackInput & { bytes: Uint8Array; query: ImportOptions },
) {
  const { textTrack, asset, language } = await resolve(db, viewerOf(by), id)
  const { rate } = await getVideoTiming(db, viewerOf(by), asset)
  const before = await loadLineTexts(db, textTrack)
  const plan = await compute.run(
    planImportTask,
    {
      bytes,
      about: { rate, language },
      offset: offsetMs(query.offset, rate),
      current: before.lines,
      options: query,
    },
    { client: by._id },
  )
  return { ...plan, before }
}

export type StoredImport = {
  revision: number
  addedIds: Set<string>
  after: LineTexts
}

export async function importLines(
  tx: Tx,
  { plan, ...input }: TextTrackInput & { plan: FileImportPlan },
): Promise<StoredImport> {
  const { before, currentIds } = plan
  const textTrack = await openTextTrackAt(tx, { ...input, revision: before.revision })
  const { revision, ids } = await saveEncodedLines(tx, {
    ...plan,
    textTrack,
    by: input.by._id,
    action: 'imported',
  })
  return {
    revision,
    addedIds: new Set(ids.filter((_id) => !currentIds.has(_id))),
    after: await loadLineTexts(tx, textTrack),
  }
}

export async function presentImport(
  compute: Compute,
  client: string,
  { before, unmatchedIds, read, matched, changed, warnings }: FileImportPlan,
  { revision, addedIds, after }: StoredImport,
): Promise<JsonReply> {
  return new JsonReply(
    await compute.run(
      presentImportTask,
      {
        result: { revision, read, matched, changed, warnings },
        lines: after.lines,
        addedIds,
        before: before.lines,
        unmatchedIds,
      },
      { client, size: before.size + after.size },
    ),
  )
}
