// What readers of text and all writers have in common.
import type { Cue } from '../cue.ts'
import { findMarkupError, plainText } from '../markup.ts'
import { decodeText } from './encoding.ts'
import type { FileError, FileInfo, ReadOptions, ReadResult, WriteResult } from './format.ts'
import { MAX_FILE_LINES } from './limits.ts'
import { FIELD_CONTROLS, findCharacterError, type BuiltMarkup } from './markup-builder.ts'
import {
  createReport,
  leftOut,
  MAX_ERRORS,
  tooLarge,
  type Place,
  type ReadReport,
} from './report.ts'
import { findTimeError } from './times.ts'

/** Decodes a text file and reads its lines, unless there are too many. */
export function readTextFile(
  bytes: Uint8Array,
  options: ReadOptions,
  read: (lines: string[], report: ReadReport) => ReadResult,
): ReadResult {
  const report = createReport(options)
  const decoded = decodeText(bytes, options, report)
  if (!decoded.ok) return decoded
  const split = splitLines(decoded.text, report)
  return split.ok ? withEncodingWarning(read(split.lines, report), decoded.encoding) : split
}

type ReadText = BuiltMarkup & { losses?: readonly string[] }
/** Returns false if the text cannot be read; then its cue is left out. `text` is what the file has. */
export function addText(
  cue: Cue,
  read: ReadText,
  { report, place, text }: { report: ReadReport; place: Place; text: string },
): boolean {
  if (!read.ok) {
    report.fault({
      code: 'too-large',
      ...place,
      message: `the text ${read.error}`,
      repair: leftOut(text),
    })
    return false
  }
  cue.text = read.text
  if (read.fault) {
    const { message, repair } = read.fault
    report.fault({ code: 'character', ...place, message: `the text ${message}`, repair, cue })
  }
  for (const lost of read.losses ?? []) report.lose('style', cue, lost)
  return true
}

/** Unicode needs no guess: it has a mark, or its bytes are valid in no other way. */
export function withEncodingWarning(result: ReadResult, encoding: string): ReadResult {
  if (!result.ok || encoding.startsWith('utf-')) return result
  const lost = `The file does not state its encoding; it was read as ${encoding}`
  return { ...result, warnings: [{ code: 'encoding', cue: null, lost }, ...result.warnings] }
}

type SplitLines = { ok: true; lines: string[] } | { ok: false; errors: FileError[] }

/** Only CRLF, CR and LF end a line. A program that adds a CR to each CRLF does not add a line. */
export function splitLines(text: string, report?: ReadReport): SplitLines {
  const isDoubled = report !== undefined && !report.isStrict && text.includes('\r\r\n')
  if (isDoubled) report.fault({ code: 'syntax', line: 1, column: 1, ...DOUBLED })
  const unified = text.includes('\r')
    ? text.replace(isDoubled ? /\r\r?\n|\r/g : /\r\n?/g, '\n')
    : text
  const lines = unified.split('\n', MAX_FILE_LINES + 1)
  if (lines.length <= MAX_FILE_LINES) return { ok: true, lines }
  const message = `The file has more than ${MAX_FILE_LINES} lines`
  return tooLarge(message, { line: MAX_FILE_LINES + 1, column: 1 })
}

const DOUBLED = {
  message: 'the lines end with more than one carriage return',
  repair: 'read as one',
}

/** Encodes text as UTF-8, unless a cue is invalid. */
export function writeResult(cues: readonly Cue[], write: () => string | Uint8Array): WriteResult {
  const errors = collectErrors(cues, findCueError)
  if (errors.length > 0) return { ok: false, errors }
  const made = write()
  const bytes = typeof made === 'string' ? new TextEncoder().encode(made) : made
  return { ok: true, bytes, warnings: [] }
}

/** For writers with limits and warnings of their own. Invalid cues are reported. */
export const withValidCues =
  (write: (cues: readonly Cue[], about: FileInfo) => WriteResult) =>
  (cues: readonly Cue[], about: FileInfo): WriteResult => {
    const errors = collectErrors(cues, findCueError)
    return errors.length > 0 ? { ok: false, errors } : write(cues, about)
  }

/**
 * For writers with limits of their own: a cue with invalid markup is reported, not left out. Only cues
 * without a text are.
 */
export const withValidMarkup =
  <About>(write: (cues: readonly Cue[], about: About) => WriteResult) =>
  (cues: readonly Cue[], about: About): WriteResult => {
    const errors = collectErrors(cues, ({ text }) => findMarkupError(text))
    if (errors.length > 0) return { ok: false, errors }
    const result = write(cues, about)
    const empty = cues.filter(({ text }) => !plainText(text).trim()).length
    return result.ok && empty > 0
      ? { ...result, warnings: [{ cue: null, lost: emptyLines(empty) }, ...result.warnings] }
      : result
  }
const emptyLines = (count: number) =>
  count === 1 ? 'A line without a text' : `${count} lines without a text`

function collectErrors(cues: readonly Cue[], find: (cue: Cue) => string | undefined) {
  const errors: { cue: number; message: string }[] = []
  for (const [index, cue] of cues.entries()) {
    const message = find(cue)
    if (message) errors.push({ cue: index, message })
    if (errors.length === MAX_ERRORS) break
  }
  return errors
}

function findCueError(cue: Cue): string | undefined {
  if (!Number.isInteger(cue.start) || !Number.isInteger(cue.stop) || cue.start < 0)
    return 'has times that are not whole, positive milliseconds'
  return findTimeError(cue) ?? findMarkupError(cue.text) ?? findTextError(cue)
}

/** In any of its fields. */
function findTextError(cue: Cue): string | undefined {
  for (const field in cue) {
    const value = cue[field as keyof Cue]
    if (typeof value !== 'string') continue
    const error =
      findCharacterError(value) ??
      (value.search(FIELD_CONTROLS) >= 0 ? 'contains a control character' : undefined)
    if (error) return field === 'text' ? error : `has a ${field} that ${error}`
  }
  return undefined
}
