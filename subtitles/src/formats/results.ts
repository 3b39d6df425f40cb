// Results that every reader and writer returns.
import type { Cue } from '../cue.ts'
import { findMarkupError } from '../markup.ts'
import type { FileError, ReadResult, WriteResult } from './format.ts'
import { findCharacterError } from './markup-builder.ts'
import { findTimeError } from './times.ts'

/** A user fixes these and tries again. */
const MAX_ERRORS = 100

export function readResult(cues: Cue[], errors: FileError[]): ReadResult {
  return errors.length > 0 ? { ok: false, errors: errors.slice(0, MAX_ERRORS) } : { ok: true, cues }
}

/** Encodes text as UTF-8, unless a cue is invalid. */
export function writeResult(cues: readonly Cue[], write: () => string | Uint8Array): WriteResult {
  const errors = cues.flatMap((cue, index) => {
    const message = findCueError(cue)
    return message ? [{ cue: index, message }] : []
  })
  if (errors.length > 0) return { ok: false, errors: errors.slice(0, MAX_ERRORS) }
  const made = write()
  return { ok: true, bytes: typeof made === 'string' ? new TextEncoder().encode(made) : made }
}

function findCueError(cue: Cue): string | undefined {
  if (!Number.isInteger(cue.start) || !Number.isInteger(cue.stop) || cue.start < 0)
    return 'has times that are not whole, positive milliseconds'
  return findTimeError(cue) ?? findMarkupError(cue.text) ?? findCharacterError(cue.text)
}

/** Only CRLF, CR and LF end a line. */
export const splitLines = (text: string): string[] => text.split(/\r\n|\r|\n/)
