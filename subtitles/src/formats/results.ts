// Results that every reader and writer returns.
import type { Cue } from '../cue.ts'
import { findMarkupError } from '../markup.ts'
import { decodeText } from './encoding.ts'
import type { FileError, ReadResult, WriteResult } from './format.ts'
import { MAX_CUES, MAX_FILE_LINES } from './limits.ts'
import { findCharacterError } from './markup-builder.ts'
import { findTimeError } from './times.ts'

/** A user fixes these and tries again. */
export const MAX_ERRORS = 100

export function readResult(cues: Cue[], errors: FileError[]): ReadResult {
  if (errors.length > 0) return { ok: false, errors: errors.slice(0, MAX_ERRORS) }
  return cues.length > MAX_CUES ? TOO_MANY_CUES : { ok: true, cues }
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
  return split.ok ? read(split.lines) : split
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
  return { ok: true, bytes: typeof made === 'string' ? new TextEncoder().encode(made) : made }
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
