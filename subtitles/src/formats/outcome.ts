// What reading and writing have in common, whatever the format.
import type { Cue } from '../cue.ts'
import { findMarkupError } from '../markup.ts'
import type { Fault, Read, Written } from './format.ts'
import { faultOfLetters } from './pen.ts'
import { faultOfTimes } from './times.ts'

/** Whoever has mended these asks again. */
const MOST_FAULTS = 100

export function outcome(cues: Cue[], faults: Fault[]): Read {
  return faults.length > 0
    ? { ok: false, faults: faults.slice(0, MOST_FAULTS) }
    : { ok: true, cues }
}

/** Text is written in UTF-8, unless a cue is none. */
export function written(cues: readonly Cue[], write: () => string | Uint8Array): Written {
  const faults = cues.flatMap((cue, index) => {
    const message = faultOfCue(cue)
    return message ? [{ cue: index, message }] : []
  })
  if (faults.length > 0) return { ok: false, faults: faults.slice(0, MOST_FAULTS) }
  const made = write()
  return { ok: true, bytes: typeof made === 'string' ? new TextEncoder().encode(made) : made }
}

function faultOfCue(cue: Cue): string | undefined {
  if (!Number.isInteger(cue.start) || !Number.isInteger(cue.stop) || cue.start < 0)
    return 'has times that are no whole milliseconds from the first frame on'
  return faultOfTimes(cue) ?? findMarkupError(cue.text) ?? faultOfLetters(cue.text)
}

/** CRLF, CR and LF end a line, and nothing else does. */
export const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/)
