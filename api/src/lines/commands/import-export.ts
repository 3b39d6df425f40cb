// Files of the trade, in and out.
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import type { Attachment } from '../../kernel/http/attachment.ts'
import { Problem } from '../../kernel/http/contract/problem.ts'
import type { Cue } from '@reelay/subtitles'
import { FORMATS, type FormatName } from '@reelay/subtitles/formats'
import type { ImportOptions } from '../contract.ts'
import { loadLines, type ResolveTextTrack } from '../queries/lines.ts'
import { getVideoTiming } from '../queries/video-timing.ts'
import { findUnstorable, planImport, type UnstorableCue } from '../rules/plan-import.ts'
import { toCue, type StoredLine } from '../rules/line.ts'
import { saveEdit, openTextTrack, type StoredEditResult } from './write.ts'

type TextTrackInput = { holder: ResolveTextTrack; id: string; by: Caller }
type NumberedLine = { line: StoredLine; index: number }
export type StoredImportResult = Pick<StoredEditResult, 'revision'> & {
  read: number
  matched: number
  changed: number
  added: NumberedLine[]
  left: NumberedLine[]
}

export async function exportLines(
  db: Db,
  {
    holder,
    id,
    by,
    format,
    of = 'text',
  }: TextTrackInput & { format: FormatName; of?: 'text' | 'source' },
): Promise<Attachment> {
  const { sheet, asset, language } = await holder(db, viewerOf(by), id)
  const { name, rate } = await getVideoTiming(db, viewerOf(by), asset)
  const { title, extension, mime, write } = FORMATS[format]
  const cues = (await loadLines(db, sheet))
    .map(toCue)
    .map(of === 'source' ? sourceOf : (cue) => cue)
  const written = write(cues, { title: name, language, rate })
  if (!written.ok) {
    const [first] = written.errors
    const errors = written.errors
      .slice(0, 100)
      .map(({ cue, message }) => ({ pointer: `/${cue}`, message }))
    throw new Problem(
      422,
      'format.cannot-say',
      `Line ${first!.cue + 1} cannot be said in ${title}: it ${first!.message}.`,
      { errors },
    )
  }
  return { name: `${name}.${language || 'und'}.${extension}`, mime, bytes: written.bytes }
}

const sourceOf = (cue: Cue): Cue => ({ ...cue, text: cue.source ?? '' })

/** All of a file or nothing of it: a fault is told with its line and column. */
export async function readImport(
  db: Db,
  { holder, id, by, bytes, format }: TextTrackInput & { bytes: Uint8Array; format: FormatName },
): Promise<Cue[]> {
  const { asset, language } = await holder(db, viewerOf(by), id)
  const { rate } = await getVideoTiming(db, viewerOf(by), asset)
  const read = FORMATS[format].read(bytes, { rate, language })
  if (read.ok) {
    rejectUnstorable(findUnstorable(read.cues))
    return read.cues
  }
  const [first] = read.errors
  const errors = read.errors
    .slice(0, 100)
    .map(({ line, column, message }) => ({ pointer: `/${line}/${column}`, message }))
  throw new Problem(
    422,
    'import.broken',
    `Line ${first!.line}, column ${first!.column}: ${first!.message}.`,
    { errors, faults: read.errors.slice(0, 100) },
  )
}

function rejectUnstorable([first, ...others]: UnstorableCue[]) {
  if (!first) return
  const errors = [first, ...others]
    .slice(0, 100)
    .map(({ cue, message }) => ({ pointer: `/${cue}`, message }))
  throw new Problem(
    422,
    'import.unfit',
    `Subtitle ${first.cue + 1} of the file ${first.message}.`,
    { errors },
  )
}

export async function importLines(
  tx: Tx,
  { cues, query, ...asked }: TextTrackInput & { cues: Cue[]; query: ImportOptions },
): Promise<StoredImportResult> {
  const sheet = await openTextTrack(tx, asked)
  const current = await loadLines(tx, sheet)
  const plan = planImport(current, cues, query)
  const { revision, lines } = await saveEdit(tx, {
    sheet,
    put: plan.put,
    gone: plan.gone,
    by: asked.by._id,
    deed: 'imported',
  })
  const known = new Set(current.map(({ _id }) => _id))
  const left = new Set(plan.left.map(({ _id }) => _id))
  return {
    revision,
    read: cues.length,
    matched: plan.matched,
    changed: plan.changed,
    added: lines.filter(({ line }) => !known.has(line._id)),
    left: current.flatMap((line, index) => (left.has(line._id) ? [{ line, index }] : [])),
  }
}
