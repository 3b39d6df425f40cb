// Run in worker threads.
import type { Cue } from '@reelay/subtitles'
import {
  FORMATS,
  READERS,
  shiftCues,
  type FileInfo,
  type FormatName,
  type ReadableFormatName,
} from '@reelay/subtitles/formats'
import { Problem } from '../../../kernel/http/contract/problem.ts'
import type { ImportOptions, ImportWarning } from '../../contract.ts'
import { toCue } from '../../rules/line.ts'
import { findUnstorable, planImport, type UnstorableCue } from '../../rules/plan-import.ts'
import { encodeDrafts } from './drafts.ts'
import { parseLines } from './lines.ts'

/** How many errors of a file are reported. */
const MAX_ERRORS = 100

export function writeFile({
  lines,
  format,
  of,
  about,
}: {
  lines: readonly string[]
  format: FormatName
  of: 'text' | 'source'
  about: FileInfo
}): { bytes: Uint8Array } {
  const cues = parseLines(lines).map(toCue)
  const { title, write } = FORMATS[format]
  const texts = of === 'source' ? cues.map(sourceCue) : cues
  const written = write(about.offset ? shiftCues(texts, about.offset) : texts, about)
  if (written.ok) return { bytes: written.bytes }
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

const sourceCue = (cue: Cue): Cue => ({ ...cue, text: cue.source ?? '' })

/** Reads the whole file, or reports each error with its line and column. */
export function planFileImport({
  bytes,
  about,
  offset,
  current,
  options,
}: {
  bytes: Uint8Array
  about: Pick<FileInfo, 'rate' | 'language'>
  offset: number
  current: readonly string[]
  options: ImportOptions
}) {
  const { cues, warnings } = readFile(bytes, options.format, { ...about, offset })
  const lines = parseLines(current)
  const plan = planImport(lines, cues, options)
  return {
    ...encodeDrafts(plan.drafts),
    removedIds: plan.removedIds,
    currentIds: new Set(lines.map(({ _id }) => _id)),
    unmatchedIds: new Set(plan.unmatched.map(({ _id }) => _id)),
    read: cues.length,
    matched: plan.matched,
    changed: plan.changed,
    warnings,
  }
}

function readFile(
  bytes: Uint8Array,
  format: ReadableFormatName,
  about: Pick<FileInfo, 'rate' | 'language'> & { offset: number },
): { cues: Cue[]; warnings: ImportWarning[] } {
  const read = READERS[format].read(bytes, about)
  if (read.ok) {
    const cues = shiftCues(read.cues, -about.offset)
    rejectUnstorable(findUnstorable(cues))
    const warnings = read.warnings.map(({ cue, lost }) => ({
      cue: cue === null ? null : cue + 1,
      lost,
    }))
    return { cues, warnings }
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
