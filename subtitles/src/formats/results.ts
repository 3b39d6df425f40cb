// Results that every reader and writer returns.
import type { Cue } from '../cue.ts'
import { findMarkupError } from '../markup.ts'
import { decodeText } from './encoding.ts'
import type { FileError, FileWarning, ReadResult, WriteResult } from './format.ts'
import { MAX_CUES, MAX_FILE_LINES } from './limits.ts'
import { findCharacterError } from './markup-builder.ts'
import { findTimeError } from './times.ts'

/** A user fixes these and tries again. */
export const MAX_ERRORS = 100

/** What a cue, or with null the file, loses when it is read. */
export type Loss = { cue: Cue | null; lost: string }

/** People read these before they accept them. */
const MAX_WARNINGS = 500

export function readResult(
  cues: Cue[],
  errors: FileError[],
  losses: readonly Loss[] = [],
): ReadResult {
  if (errors.length > 0) return { ok: false, errors: errors.slice(0, MAX_ERRORS) }
  if (cues.length > MAX_CUES) return TOO_MANY_CUES
  return { ok: true, cues, warnings: toWarnings(cues, losses) }
}

function toWarnings(cues: readonly Cue[], losses: readonly Loss[]): FileWarning[] {
  if (losses.length === 0) return []
  const indexes = new Map(cues.map((cue, index) => [cue, index]))
  return limitWarnings(
    losses.map(({ cue, lost }) => ({ cue: (cue && indexes.get(cue)) ?? null, lost })),
  )
}

export function limitWarnings(all: readonly FileWarning[]): FileWarning[] {
  const warnings = all.slice(0, MAX_WARNINGS)
  const more = all.length - warnings.length
  return more > 0 ? [...warnings, { cue: null, lost: `There are ${more} more warnings` }] : warnings
}

export const TOO_MANY_CUES: ReadResult = {
  ok: false,
  errors: [{ line: 1, column: 1, message: `The file has more than ${MAX_CUES} cues` }],
}

/** Decodes a text file and reads its lines, unless there are too many. */
export function readTextFile(
  bytes: Uint8Array,
  language: string | undefined,
  read: (lines: string[]) => ReadResult,
): ReadResult {
  const decoded = decodeText(bytes, language)
  if (!decoded.ok) return decoded
  const split = splitLines(decoded.text)
  return split.ok ? withEncodingWarning(read(split.lines), decoded.encoding) : split
}

/** Unicode needs no guess: it has a mark, or its bytes are valid in no other way. */
export function withEncodingWarning(result: ReadResult, encoding: string): ReadResult {
  if (!result.ok || encoding.startsWith('utf-')) return result
  const lost = `The file does not state its encoding; it was read as ${encoding}`
  return { ...result, warnings: [{ cue: null, lost }, ...result.warnings] }
}

type SplitLines = { ok: true; lines: string[] } | { ok: false; errors: FileError[] }

/** Only CRLF, CR and LF end a line. */
export function splitLines(text: string): SplitLines {
  const lines = text.split(/\r\n|\r|\n/, MAX_FILE_LINES + 1)
  if (lines.length <= MAX_FILE_LINES) return { ok: true, lines }
  const message = `The file has more than ${MAX_FILE_LINES} lines`
  return { ok: false, errors: [{ line: MAX_FILE_LINES + 1, column: 1, message }] }
}

/** Encodes text as UTF-8, unless a cue is invalid. */
export function writeResult(cues: readonly Cue[], write: () => string | Uint8Array): WriteResult {
  const errors = collectErrors(cues, findCueError)
  if (errors.length > 0) return { ok: false, errors }
  const made = write()
  const bytes = typeof made === 'string' ? new TextEncoder().encode(made) : made
  return { ok: true, bytes, warnings: [] }
}

/** For writers with limits of their own: a cue with invalid markup is reported, not left out. */
export const withValidMarkup =
  <About>(write: (cues: readonly Cue[], about: About) => WriteResult) =>
  (cues: readonly Cue[], about: About): WriteResult => {
    const errors = collectErrors(cues, ({ text }) => findMarkupError(text))
    return errors.length > 0 ? { ok: false, errors } : write(cues, about)
  }

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
  return findTimeError(cue) ?? findMarkupError(cue.text) ?? findCharacterError(cue.text)
}
