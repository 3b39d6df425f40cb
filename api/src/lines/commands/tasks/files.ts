// Run in worker threads.
import { formatTimecode, plainText, type Cue } from '@reelay/subtitles'
import {
  FORMATS,
  detectFormat,
  READERS,
  shiftCues,
  type FileError,
  type FileInfo,
  type FormatName,
  type OriginalFile,
  type ReadableFormatName,
  type ReadWarning,
} from '@reelay/subtitles/formats'
import {
  deliver,
  DELIVERY_PROFILES,
  writeVariant,
  type CueVariant,
  type DeliveryError,
  type DeliveryName,
  type DeliveryResult,
} from '@reelay/subtitles/delivery'
import { Problem } from '../../../kernel/http/contract/problem.ts'
import {
  MAX_LINES,
  type ExportCheck,
  type ImportOptions,
  type ImportWarning,
} from '../../contract.ts'
import type { ImportedFile } from '../../queries/imported-files.ts'
import { toCue } from '../../rules/line.ts'
import { findUnstorable, planImport, type UnstorableCue } from '../../rules/plan-import.ts'
import { encodeDrafts } from './drafts.ts'
import { parseLines } from './lines.ts'

/** How many errors of a file are reported. */
const MAX_ERRORS = 100

/** A format, or the delivery profile of a recipient. */
export type ExportTarget =
  | { format: FormatName; delivery?: undefined }
  | { delivery: DeliveryName; format?: undefined }
type FileToWrite = {
  lines: readonly string[]
  target: ExportTarget
  of: 'text' | 'source'
  about: FileInfo
  /** The file that the lines were imported from, if there is one. */
  imported: ImportedFile | undefined
  variant: CueVariant | undefined
}

export function writeFile(file: FileToWrite): { bytes: Uint8Array } {
  const written = writeCues(file)
  if (written.ok) return { bytes: written.bytes }
  const [first] = written.errors
  const errors = written.errors
    .slice(0, MAX_ERRORS)
    .map(({ cue, message }) => ({ pointer: cue === null ? '' : `/${cue}`, message }))
  throw new Problem(422, 'format.unsupported', explain(first!, titleOf(file.target)), { errors })
}

const titleOf = ({ format, delivery }: ExportTarget) =>
  format ? FORMATS[format].title : DELIVERY_PROFILES[delivery].title

const explain = ({ cue, message }: DeliveryError, title: string) =>
  cue === null ? `${message}.` : `Line ${cue + 1} cannot be written as ${title}: it ${message}.`

/** What the file would lose, and why it would be refused. */
export function checkFile(file: FileToWrite): ExportCheck {
  const written = writeCues(file)
  return {
    warnings: written.ok ? written.warnings.map(fromOne) : [],
    errors: written.ok ? [] : written.errors.slice(0, MAX_ERRORS).map(fromOne),
  }
}

/** People count lines from 1. */
const fromOne = <T extends { cue: number | null }>({ cue, ...rest }: T) => ({
  ...rest,
  cue: cue === null ? null : cue + 1,
})

const presentWarning = (
  { cue, code, lost, line, column }: ReadWarning,
  cues: readonly Cue[],
): ImportWarning => {
  const read = cue === null ? undefined : cues[cue]
  return {
    cue: cue === null ? null : cue + 1,
    code,
    lost,
    line: line ?? null,
    column: column ?? null,
    startTime: read ? formatTimecode(read.start) : null,
    text: read ? plainText(read.text) : null,
  }
}

function writeCues({ lines, of, variant, ...file }: FileToWrite): DeliveryResult {
  const cues = parseLines(lines).map(toCue)
  const chosen = of === 'source' ? cues.map(sourceCue) : cues
  // Nobody expects the original text in a subtitle file.
  const texts = SOURCE_FORMATS.includes(file.target.format) ? chosen : chosen.map(withoutSource)
  const write = (some: readonly Cue[]) => writeTarget(some, file)
  return variant ? writeVariant(texts, variant, write) : write(texts)
}

function writeTarget(
  texts: readonly Cue[],
  { target, about, imported }: Pick<FileToWrite, 'target' | 'about' | 'imported'>,
): DeliveryResult {
  if (!target.format) return deliver(texts, DELIVERY_PROFILES[target.delivery], about)
  const original = readOriginal(target.format, about, imported)
  return FORMATS[target.format].write(about.offset ? shiftCues(texts, about.offset) : texts, {
    ...about,
    ...(original && { original }),
  })
}

/** In the same format, lines that nobody changed keep their bytes. */
function readOriginal(
  format: FormatName,
  about: FileInfo,
  imported: ImportedFile | undefined,
): OriginalFile | undefined {
  if (imported?.format !== format) return undefined
  const read = FORMATS[format].read(imported.bytes, { ...about, strict: true })
  return read.ok ? { ...imported, cues: read.cues } : undefined
}

const SOURCE_FORMATS: readonly (FormatName | undefined)[] = ['csv', 'xlsx', 'xliff', 'xliff12']
const withoutSource = ({ source: _source, ...cue }: Cue): Cue => cue
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
  const { cues, warnings, format } = readFile(bytes, options, { ...about, offset })
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
    format,
  }
}

function readFile(
  bytes: Uint8Array,
  { format = detectFormat('', bytes), strict }: Pick<ImportOptions, 'format' | 'strict'>,
  { offset, ...about }: Pick<FileInfo, 'rate' | 'language'> & { offset: number },
): { cues: Cue[]; warnings: ImportWarning[]; format: ReadableFormatName } {
  if (!format) throw broken([UNKNOWN_FORMAT])
  const read = READERS[format].read(bytes, { ...about, strict: strict === 'true' })
  if (!read.ok) throw broken(read.errors)
  const all = shiftCues(read.cues, -offset)
  const unstorable = findUnstorable(all)
  const leftOut = new Set(unstorable.map(({ cue }) => cue))
  const cues = all.filter((_, index) => !leftOut.has(index))
  const isUnfit = cues.length === 0 || all.length > MAX_LINES || leftOut.size > MAX_ERRORS
  if (strict === 'true' || isUnfit) rejectUnstorable(unstorable)
  const warnings = [...read.warnings, ...unstorable.map(leaveOut)].map((warning) =>
    presentWarning(warning, all),
  )
  return { cues, warnings, format: read.format ?? format }
}

const leaveOut = ({ cue, message }: UnstorableCue): ReadWarning => ({
  cue,
  code: 'too-large',
  lost: `The cue ${message}; it is left out`,
})

const UNKNOWN_FORMAT: FileError = {
  line: 1,
  column: 1,
  code: 'not-subtitles',
  message: 'The format of the file is unknown. Name it with `format`',
}

function broken(all: readonly FileError[]): Problem {
  const [first] = all
  const faults = all.slice(0, MAX_ERRORS)
  return new Problem(
    422,
    'import.file-invalid',
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
  throw new Problem(422, 'import.lines-invalid', detail, { errors })
}
