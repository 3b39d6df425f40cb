// Runs in worker threads.
import type { FrameRate } from '@reelay/subtitles'
import { conformCues, type ConformedCue } from '@reelay/subtitles/conform'
import { mappingOf } from '../../../translations/commands/tasks/cut-mapping.ts'
import type { VersionConformSource } from '../../../translations/contract.ts'
import type { MatchedCuts } from '@reelay/subtitles/conform'

export type FrameSpan = { first: number; last: number }
type ConformInput = {
  spans: readonly FrameSpan[]
  /** The mapping that the comparison of two films has found. */
  films: MatchedCuts | null
  by: VersionConformSource
  oldRate: FrameRate
  newRate: FrameRate
}
export type ConformedSpan = Pick<ConformedCue, 'outcome' | 'reason'> & { to: FrameSpan[] }

export function conformSpans({
  spans,
  films,
  by,
  oldRate,
  newRate,
}: ConformInput): ConformedSpan[] {
  const msPerFrame = (1000 * newRate.den) / newRate.num
  const toMs = (frame: number) => (frame * 1000 * oldRate.den) / oldRate.num
  const cues = spans.map(({ first, last }) => ({ start: toMs(first), stop: toMs(last + 1) }))
  return conformCues(cues, films ?? mappingOf(by, newRate), { frame: msPerFrame }).map(
    ({ outcome, reason, to }) => ({
      outcome,
      reason,
      to: to.map(({ start, stop }) => {
        const first = Math.round(start / msPerFrame)
        return { first, last: Math.max(first, Math.round(stop / msPerFrame) - 1) }
      }),
    }),
  )
}
