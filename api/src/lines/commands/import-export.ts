import type { Cue } from '@reelay/subtitles'
import { FORMATS, type FormatName } from '@reelay/subtitles/formats'
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import type { Attachment } from '../../kernel/http/attachment.ts'
import { Problem } from '../../kernel/http/contract/problem.ts'
import type { ImportOptions } from '../contract.ts'
import { loadLines, type NumberedLine } from '../queries/lines.ts'
import { getVideoTiming } from '../queries/video-timing.ts'
import { toCue } from '../rules/line.ts'
import { findUnstorable, planImport, type UnstorableCue } from '../rules/plan-import.ts'
import { openTextTrack, saveEdit, type TextTrackInput } from './edit.ts'

export type StoredImportResult = {
  revision: number
  read: number
  matched: number
  changed: number
  added: NumberedLine[]
  left: NumberedLine[]
}

/** How many errors of a file are reported. */
const MAX_ERRORS = 100

export async function exportLines(
  db: Db,
  {
    resolve,
    id,
    by,
    format,
    of = 'text',
  }: TextTrackInput & { format: FormatName; of?: 'text' | 'source' },
): Promise<Attachment> {
  const { textTrack, asset, language } = await resolve(db, viewerOf(by), id)
  const { name, rate } = await getVideoTiming(db, viewerOf(by), asset)
  const { title, extension, mime, write } = FORMATS[format]
  const cues = (await loadLines(db, textTrack)).map(toCue)
  const written = write(of === 'source' ? cues.map(sourceCue) : cues, {
    title: name,
    language,
    rate,
  })
  if (!written.ok) {
    const [first] = written.errors
    const errors = written.errors
      .slice(0, MAX_ERRORS)
      .map(({ cue, message }) => ({ pointer: `/${cue}`, message }))
    throw new Problem(
      422,
      'format.cannot-say',
      `Line ${first!.cue + 1} cannot be written as ${title}: it ${first!.message}.`,
      { errors },
    )
  }
  return { name: `${name}.${language || 'und'}.${extension}`, mime, bytes: written.bytes }
}

const sourceCue = (cue: Cue): Cue => ({ ...cue, text: cue.source ?? '' })

/** Reads the whole file, or reports each error with its line and column. */
export async function readImport(
  db: Db,
  { resolve, id, by, bytes, format }: TextTrackInput & { bytes: Uint8Array; format: FormatName },
): Promise<Cue[]> {
  const { asset, language } = await resolve(db, viewerOf(by), id)
  const { rate } = await getVideoTiming(db, viewerOf(by), asset)
  const read = FORMATS[format].read(bytes, { rate, language })
  if (read.ok) {
    rejectUnstorable(findUnstorable(read.cues))
    return read.cues
  }
  const [first] = read.errors
  const faults = read.errors.slice(0, MAX_ERRORS)
  throw new Problem(
    422,
    'import.broken',
    `Line ${first!.line}, column ${first!.column}: ${first!.message}.`,
    {
      errors: faults.map(({ line, column, message }) => ({
        pointer: `/${line}/${column}`,
        message,
      })),
      faults,
    },
  )
}

function rejectUnstorable(cues: UnstorableCue[]) {
  const [first] = cues
  if (!first) return
  const errors = cues
    .slice(0, MAX_ERRORS)
    .map(({ cue, message }) => ({ pointer: `/${cue}`, message }))
  const detail = `Cue ${first.cue + 1} of the file ${first.message}.`
  throw new Problem(422, 'import.unfit', detail, { errors })
}

export async function importLines(
  tx: Tx,
  { cues, query, ...input }: TextTrackInput & { cues: Cue[]; query: ImportOptions },
): Promise<StoredImportResult> {
  const textTrack = await openTextTrack(tx, input)
  const current = await loadLines(tx, textTrack)
  const plan = planImport(current, cues, query)
  const { revision, lines } = await saveEdit(tx, {
    textTrack,
    drafts: plan.drafts,
    removedIds: plan.removedIds,
    by: input.by._id,
    action: 'imported',
  })
  const currentIds = new Set(current.map(({ _id }) => _id))
  const unmatchedIds = new Set(plan.unmatched.map(({ _id }) => _id))
  return {
    revision,
    read: cues.length,
    matched: plan.matched,
    changed: plan.changed,
    added: lines.filter(({ line }) => !currentIds.has(line._id)),
    left: current.flatMap((line, index) => (unmatchedIds.has(line._id) ? [{ line, index }] : [])),
  }
}
