// What a reader drops and repairs, with the place and the reason. In strict mode, a fault is an error.
import type { Cue } from '../cue.ts'
import type { FileError, FileWarning, ReadResult, ReadWarning } from './format.ts'
import { MAX_CUES, MAX_TIME } from './limits.ts'
import type { ReadCode } from './read-codes.ts'

export type Place = { line: number; column: number }
/** `repair` says what the reader did instead. */
export type Fault = Place & { code: ReadCode; message: string; repair: string; cue?: Cue }
/** What a cue, or with null the file, loses when it is read. */
type Loss = { code: ReadCode; cue: Cue | null; lost: string } & Partial<Place>

export type ReadReport = {
  isStrict: boolean
  /** The format does not allow this. */
  fault: (fault: Fault) => void
  /** The format allows this, but a cue cannot store it. */
  lose: (code: ReadCode, cue: Cue | null, lost: string, place?: Place) => void
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
  const more = new Map<ReadCode, number>()
  const add = (loss: Loss) => {
    if (losses.length < MAX_WARNINGS) losses.push(loss)
    else more.set(loss.code, (more.get(loss.code) ?? 0) + 1)
  }
  return {
    isStrict: strict,
    fault({ code, line, column, message, repair, cue }) {
      if (errors.length < MAX_ERRORS) errors.push({ line, column, message, code })
      if (!strict) add({ code, cue: cue ?? null, lost: `${message}; ${repair}`, line, column })
    },
    lose: (code, cue, lost, place) =>
      add(
        place ? { code, cue, lost, line: place.line, column: place.column } : { code, cue, lost },
      ),
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

function toWarnings(
  cues: readonly Cue[],
  losses: readonly Loss[],
  more: ReadonlyMap<ReadCode, number>,
): ReadWarning[] {
  if (losses.length === 0) return []
  const indexes = new Map(cues.map((cue, index) => [cue, index]))
  const warnings = losses.map(({ cue, ...loss }): ReadWarning => ({
    cue: (cue && indexes.get(cue)) ?? null,
    ...loss,
  }))
  warnings.sort(
    (a, b) =>
      (a.cue ?? -1) - (b.cue ?? -1) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0),
  )
  for (const [code, count] of more)
    warnings.push({ cue: null, code, lost: `${moreWarnings(count)} of this kind` })
  return warnings
}

export function limitWarnings(all: readonly FileWarning[]): FileWarning[] {
  const more = all.length - MAX_WARNINGS
  return more > 0
    ? [...all.slice(0, MAX_WARNINGS), { cue: null, lost: moreWarnings(more) }]
    : [...all]
}

const moreWarnings = (count: number) => `There are ${count} more warnings`

const START: Place = { line: 1, column: 1 }
export const refuse = (
  message: string,
  { line, column }: Place = START,
  code: ReadCode = 'not-subtitles',
): { ok: false; errors: FileError[] } => ({ ok: false, errors: [{ line, column, message, code }] })
export const tooLarge = (message: string, place: Place = START) =>
  refuse(message, place, 'too-large')
export const TOO_MANY_CUES = tooLarge(`The file has more than ${MAX_CUES} cues`)

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
