import type { FrameRate } from '@reelay/subtitles'
import { DELIVERY_PROFILES, deliveryOffset } from '@reelay/subtitles/delivery'
import { FORMATS, FORMAT_EXTENSIONS, parseOffset } from '@reelay/subtitles/formats'
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Compute } from '../../kernel/compute/compute.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import type { Attachment } from '../../kernel/http/attachment.ts'
import { invalid, malformed } from '../../kernel/http/contract/problem.ts'
import { JsonReply } from '../../kernel/http/json-reply.ts'
import type { ExportCheck, LineExportOptions, ImportOptions } from '../contract.ts'
import { findImportedFile, keepImportedFile } from '../queries/imported-files.ts'
import { loadLineTexts, type LineTexts } from '../queries/line-texts.ts'
import { getVideoTiming } from '../queries/video-timing.ts'
import type { TextTrackInput } from './edit.ts'
import { openTextTrackAt } from './outdated.ts'
import { saveEncodedLines } from './save.ts'
import type { ExportTarget } from './tasks/files.ts'
import { checkFileTask, planImportTask, presentImportTask, writeFileTask } from './tasks/tasks.ts'

type ExportInput = TextTrackInput & LineExportOptions
type ExportContext = { db: Db; compute: Compute }

export async function exportLines(context: ExportContext, input: ExportInput): Promise<Attachment> {
  const { file, size, name, language } = await prepareExport(context, input)
  const { bytes } = await context.compute.run(writeFileTask, file, { client: input.by._id, size })
  const { extension, mime } = describeTarget(file.target)
  const variant = input.variant ? `.${input.variant}` : ''
  return { name: `${name}.${language || 'und'}${variant}.${extension}`, mime, bytes }
}

/** What the export would lose, without the file. */
export async function checkExport(
  context: ExportContext,
  input: ExportInput,
): Promise<ExportCheck> {
  const { file, size } = await prepareExport(context, input)
  return context.compute.run(checkFileTask, file, { client: input.by._id, size })
}

async function prepareExport(
  { db }: ExportContext,
  { resolve, id, by, format, delivery, variant, of = 'text', offset }: ExportInput,
) {
  const target = chooseTarget({ format, delivery })
  const { textTrack, asset, language } = await resolve(db, viewerOf(by), id)
  const { name, rate } = await getVideoTiming(db, viewerOf(by), asset)
  const usual = target.delivery ? deliveryOffset(DELIVERY_PROFILES[target.delivery], rate) : 0
  const about = {
    title: name,
    language,
    rate,
    date: new Date(),
    offset: offset === undefined ? usual : offsetMs(offset, rate),
  }
  const { lines, size } = await loadLineTexts(db, textTrack)
  const imported = target.format ? await findImportedFile(db, textTrack, of) : undefined
  return {
    file: { lines, target, of, variant, about, imported },
    size: size + (imported?.bytes.length ?? 0),
    name,
    language,
  }
}

function chooseTarget({ format, delivery }: Pick<LineExportOptions, 'format' | 'delivery'>) {
  if (format !== undefined && delivery === undefined) return { format }
  if (delivery !== undefined && format === undefined) return { delivery }
  throw malformed('export.format-required', 'Give either `format` or `delivery`.')
}

function describeTarget(target: ExportTarget): { extension: string; mime: string } {
  if (target.format)
    return { extension: FORMAT_EXTENSIONS[target.format][0], mime: FORMATS[target.format].mime }
  const { extension, format } = DELIVERY_PROFILES[target.delivery]
  return { extension, mime: FORMATS[format].mime }
}

export function offsetMs(code: string | undefined, rate: FrameRate): number {
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
  const { into = 'text' } = query
  return { ...plan, before, file: { format: plan.format, bytes }, into }
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
  const { before, currentIds, file, into } = plan
  const textTrack = await openTextTrackAt(tx, { ...input, revision: before.revision })
  const { revision, ids } = await saveEncodedLines(tx, {
    ...plan,
    textTrack,
    by: input.by._id,
    action: 'imported',
  })
  await keepImportedFile(tx, { textTrack, field: into, file })
  return {
    revision,
    addedIds: new Set(ids.filter((_id) => !currentIds.has(_id))),
    after: await loadLineTexts(tx, textTrack),
  }
}

export async function presentImport(
  compute: Compute,
  client: string,
  { before, unmatchedIds, removedIds, read, matched, changed, warnings }: FileImportPlan,
  { revision, addedIds, after }: StoredImport,
): Promise<JsonReply> {
  return new JsonReply(
    await compute.run(
      presentImportTask,
      {
        result: { revision, read, matched, changed, removed: removedIds.length, warnings },
        lines: after.lines,
        addedIds,
        before: before.lines,
        unmatchedIds,
      },
      { client, size: before.size + after.size },
    ),
  )
}
