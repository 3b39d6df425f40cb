// Checks that need no order: silence, clipping, black and frozen picture.
import type { TimeSpan } from '../types.ts'
import type { AnalyzedFile, LintResult } from './lint-types.ts'
import { formatSeconds } from './lint-values.ts'
import { MAX_CLIPPED_SAMPLES, MAX_STILL_SECONDS } from './targets.ts'

export function silence({ probe, sound }: Pick<AnalyzedFile, 'probe' | 'sound'>): LintResult {
  if (!sound || !probe?.audio.length || !probe.duration) return undefined
  // The track may be shorter than the film. Then only the missing loudness shows the silence.
  const isSilent =
    probe.duration - total(sound.silent) < 0.5 || (sound.loudness === null && probe.duration >= 1)
  return isSilent
    ? {
        message: 'The sound track is silent throughout.',
        value: formatSeconds(probe.duration),
      }
    : undefined
}

export function clipping({ sound }: AnalyzedFile): LintResult {
  return sound && sound.clipped > MAX_CLIPPED_SAMPLES
    ? {
        message: `The sound is clipped: ${sound.clipped} samples in runs at full scale.`,
        value: `${sound.clipped} samples`,
        limit: `${MAX_CLIPPED_SAMPLES} samples`,
      }
    : undefined
}

export function blackHead({ picture }: AnalyzedFile): LintResult {
  const head = mergeAdjacent(picture?.black ?? []).find(({ start }) => start < EDGE_SECONDS)
  return head && isTooLong(head)
    ? {
        message: `The first ${formatSeconds(lengthOf(head))} are black.`,
        value: formatSeconds(lengthOf(head)),
        limit: formatSeconds(MAX_STILL_SECONDS),
      }
    : undefined
}

export function blackTail({ picture, probe }: AnalyzedFile): LintResult {
  const tail = probe?.duration
    ? mergeAdjacent(picture?.black ?? []).find(
        ({ start, end }) => end > probe.duration! - EDGE_SECONDS && start >= EDGE_SECONDS,
      )
    : undefined
  return tail && isTooLong(tail)
    ? {
        message: `The last ${formatSeconds(lengthOf(tail))} are black.`,
        value: formatSeconds(lengthOf(tail)),
        limit: formatSeconds(MAX_STILL_SECONDS),
      }
    : undefined
}

/** Black is also frozen, but reported only as black. */
export function freeze({ picture }: AnalyzedFile): LintResult {
  const visible = (span: TimeSpan) =>
    lengthOf(span) - total(picture!.black.map((black) => overlap(span, black)))
  const [first, ...others] = mergeAdjacent(picture?.frozen ?? []).filter(
    (span) => visible(span) > MAX_STILL_SECONDS,
  )
  if (!first) return undefined
  const [from, to] = [formatSeconds(first.start), formatSeconds(first.end)]
  const more = others.length === 1 ? 'once' : `${others.length} times`
  return {
    message: `The picture is frozen from ${from} to ${to}${others.length ? `, and ${more} more` : ''}.`,
    value: formatSeconds(visible(first)),
    limit: formatSeconds(MAX_STILL_SECONDS),
  }
}

/** A span this close to an end of the file counts as at that end. */
const EDGE_SECONDS = 0.1

const lengthOf = ({ start, end }: TimeSpan) => end - start
const isTooLong = (span: TimeSpan) => lengthOf(span) > MAX_STILL_SECONDS
const total = (spans: readonly TimeSpan[]) =>
  spans.reduce((sum, span) => sum + Math.max(0, lengthOf(span)), 0)
const overlap = (a: TimeSpan, b: TimeSpan): TimeSpan => ({
  start: Math.max(a.start, b.start),
  end: Math.min(a.end, b.end),
})

/** The detectors end and restart a span at a key frame. */
function mergeAdjacent(spans: readonly TimeSpan[]): TimeSpan[] {
  const merged: TimeSpan[] = []
  for (const { start, end } of spans) {
    const last = merged.at(-1)
    if (last && start - last.end < EDGE_SECONDS) last.end = end
    else merged.push({ start, end })
  }
  return merged
}
