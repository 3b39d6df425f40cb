// Edit decisions: which part of which source is where in a cut.
import { groupBy } from '../group-by.ts'
import type { ConformMapping, ConformSegment, TimeRange } from './mapping.ts'

/**
 * An event of a cut. `from` is the time in the source, `to` the time in the cut, both in
 * milliseconds. Without `from`, the event cannot be followed: it is frozen or plays backwards.
 */
export type CutEvent = { source: string; from: TimeRange; to: TimeRange; isLinear: boolean }
export type CutError = { line: number; message: string }
export type CutResult<T> = { ok: true; value: T } | { ok: false; errors: CutError[] }

/** An EDL of a feature has a few thousand events. */
export const MAX_EVENTS = 10_000
const MAX_SEGMENTS = 20_000
export const MAX_ERRORS = 100

export const cutError = (message: string, line = 0): { ok: false; errors: CutError[] } => ({
  ok: false,
  errors: [{ line, message }],
})

/** A cut that uses the old film as its only source. */
export function mappingFromCut(events: readonly CutEvent[]): CutResult<ConformMapping> {
  const sources = new Set(events.map(({ source }) => source))
  if (events.length === 0) return cutError('The cut has no video events.')
  if (sources.size > 1)
    return cutError(
      `The cut has ${sources.size} sources, and only one of them can be the old film. ` +
        'Give the list of the old cut too.',
    )
  return { ok: true, value: mappingOf(events) }
}

/** Two cuts of the same sources: what the old one shows, and where the new one shows it. */
export function mappingBetweenCuts(
  oldEvents: readonly CutEvent[],
  newEvents: readonly CutEvent[],
): CutResult<ConformMapping> {
  if (oldEvents.length === 0 || newEvents.length === 0)
    return cutError('The cut has no video events.')
  const bySource = groupBy(newEvents, ({ source }) => source)
  const steps: CutEvent[] = []
  for (const [source, olds] of groupBy(oldEvents, (event) => event.source))
    for (const step of overlaps(olds, bySource.get(source) ?? [])) {
      if (steps.length === MAX_SEGMENTS)
        return cutError(`The two cuts overlap in more than ${MAX_SEGMENTS} places.`)
      steps.push(step)
    }
  return { ok: true, value: mappingOf(steps) }
}

function mappingOf(events: readonly CutEvent[]): ConformMapping {
  const isUsable = ({ from, to, isLinear }: CutEvent) =>
    isLinear && from.stop > from.start && to.stop > to.start
  return {
    segments: events
      .filter(isUsable)
      .map(({ from, to }): ConformSegment => ({ from, to, doubt: null }))
      .toSorted((one, other) => one.from.start - other.from.start),
    unclear: events.filter((event) => !isUsable(event)).map(({ from }) => from),
  }
}

/** Old and new events of one source that show the same part of it, as old time and new time. */
function* overlaps(olds: readonly CutEvent[], news: readonly CutEvent[]): Generator<CutEvent> {
  const sorted = news.toSorted((one, other) => one.from.start - other.from.start)
  let active: CutEvent[] = []
  let next = 0
  for (const old of olds.toSorted((one, other) => one.from.start - other.from.start)) {
    while (next < sorted.length && sorted[next]!.from.start < old.from.stop)
      active.push(sorted[next++]!)
    active = active.filter(({ from }) => from.stop > old.from.start)
    for (const found of active) {
      const start = Math.max(old.from.start, found.from.start)
      const stop = Math.min(old.from.stop, found.from.stop)
      if (stop <= start) continue
      yield {
        source: old.source,
        from: { start: timeIn(old, start), stop: timeIn(old, stop) },
        to: { start: timeIn(found, start), stop: timeIn(found, stop) },
        isLinear: old.isLinear && found.isLinear,
      }
    }
  }
}

/** The time in the cut at which an event shows a time of its source. */
function timeIn({ from, to }: CutEvent, time: number): number {
  const length = from.stop - from.start
  return to.start + (length > 0 ? ((time - from.start) * (to.stop - to.start)) / length : 0)
}
