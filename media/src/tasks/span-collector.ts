import type { TimeSpan } from '../types.ts'

/**
 * Collects the spans that a filter marks in frame metadata where they begin and end. A span that is
 * open at the end of the film ends there.
 */
export function createSpanCollector(startKey: string, endKey: string) {
  const closed: TimeSpan[] = []
  let open: number | undefined
  return {
    add(metadata: Record<string, string>) {
      if (metadata[endKey] !== undefined && open !== undefined) {
        closed.push({ start: open, end: Number(metadata[endKey]) })
        open = undefined
      }
      if (metadata[startKey] !== undefined) open = Math.max(0, Number(metadata[startKey]))
    },
    list(end: number): TimeSpan[] {
      return (open === undefined ? closed : [...closed, { start: open, end }])
        .map((span) => ({ start: roundToMillis(span.start), end: roundToMillis(span.end) }))
        .filter(({ start, end: stop }) => stop > start)
    },
  }
}

function roundToMillis(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
