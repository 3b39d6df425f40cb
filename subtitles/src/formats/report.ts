// What a reader drops and repairs, with the place and the reason. In strict mode, a fault is an error.
import type { Cue } from '../cue.ts'
import type { FileError, FileWarning, ReadResult } from './format.ts'
import { MAX_CUES, MAX_TIME } from './limits.ts'

export type Place = { line: number; column: number }
/** `repair` says what the reader did instead. */
export type Fault = Place & { message: string; repair: string; cue?: Cue }
/** What a cue, or with null the file, loses when it is read. */
export type Loss = { cue: Cue | null; lost: string } & Partial<Place>

export type ReadReport = {
  isStrict: boolean
  /** The format does not allow this. */
  fault: (fault: Fault) => void
  /** The format allows this, but a cue cannot store it. */
  lose: (cue: Cue | null, lost: string, place?: Place) => void
  hasFaults: () => boolean
  finish: (cues: Cue[]) => ReadResult
}

/** A user fixes these and tries again. */
export const MAX_ERRORS = 100
/** People read these before they accept them. */
const MAX_WARNINGS = 500

export function createReport({ strict = false }: { strict?: boolean | undefined }): ReadReport {
  const errors: FileError[] = []
  const losses: Loss[] = []
  let more = 0
  const add = (loss: Loss) => {
    if (losses.length < MAX_WARNINGS) losses.push(loss)
    else more++
  }
  return {
    isStrict: strict,
    fault({ line, column, message, repair, cue }) {
      if (errors.length < MAX_ERRORS) errors.push({ line, column, message })
      if (!strict) add({ cue: cue ?? null, lost: `${message}; ${repair}`, line, column })
    },
    lose: (cue, lost, place) =>
      add(place ? { cue, lost, line: place.line, column: place.column } : { cue, lost }),
    hasFaults: () => errors.length > 0,
    finish(cues) {
      // A file of which nothing can be read is no subtitle file.
      if (errors.length > 0 && (strict || cues.length === 0))
        return { ok: false, errors: errors.toSorted(byPlace) }
      if (cues.length > MAX_CUES) return TOO_MANY_CUES
      closeCues(cues)
      return { ok: true, cues, warnings: toWarnings(cues, losses, more) }
    },
  }
}

const MAX_OPEN_MS = 4_000
/** A cue without an end lasts until the next one, but not longer than it is read. */
function closeCues(cues: readonly Cue[]) {
  for (let index = 0; index < cues.length; index++) {
    const cue = cues[index]!
    if (!Number.isNaN(cue.stop)) continue
    const next = cues[index + 1]?.start ?? Infinity
    const latest = Math.min(cue.start + MAX_OPEN_MS, Math.max(MAX_TIME, cue.start + 1))
    cue.stop = next > cue.start ? Math.min(next, latest) : latest
  }
}

const byPlace = (a: Place, b: Place) => a.line - b.line || a.column - b.column

function toWarnings(cues: readonly Cue[], losses: readonly Loss[], more: number): FileWarning[] {
  if (losses.length === 0) return []
  const indexes = new Map(cues.map((cue, index) => [cue, index]))
  const warnings = losses.map(({ cue, ...loss }): FileWarning => ({
    cue: (cue && indexes.get(cue)) ?? null,
    ...loss,
  }))
  warnings.sort(
    (a, b) =>
      (a.cue ?? -1) - (b.cue ?? -1) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0),
  )
  return more > 0 ? [...warnings, moreWarnings(more)] : warnings
}

export function limitWarnings(all: readonly FileWarning[]): FileWarning[] {
  const warnings = all.slice(0, MAX_WARNINGS)
  const more = all.length - warnings.length
  return more > 0 ? [...warnings, moreWarnings(more)] : warnings
}

const moreWarnings = (count: number): FileWarning => ({
  cue: null,
  lost: `There are ${count} more warnings`,
})

export const refuse = (message: string, place: Place = { line: 1, column: 1 }): ReadResult => ({
  ok: false,
  errors: [{ ...place, message }],
})
export const TOO_MANY_CUES: ReadResult = refuse(`The file has more than ${MAX_CUES} cues`)

const MAX_EXCERPT = 500
/** Names a text in a message. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > MAX_EXCERPT
    ? `${line.slice(0, MAX_EXCERPT)}… (${line.length} characters)`
    : line
}
/** What happened to a cue that cannot be read. */
export const leftOut = (text: string): string =>
  text.trim() ? `the cue is left out: ${excerpt(text)}` : 'the cue is left out'
