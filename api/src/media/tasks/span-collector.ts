import type { TimeSpan } from '../types.ts'

/**
 * Spans told by a filter on the frames where they begin and end. One still open when the film ends,
 * ends with it.
 */
export function createSpanCollector(startKey: string, endKey: string) {
  const done: TimeSpan[] = []
  let open: number | undefined
  return {
    take(said: Record<string, string>) {
      if (said[endKey] !== undefined && open !== undefined) {
        done.push({ start: open, end: Number(said[endKey]) })
        open = undefined
      }
      if (said[startKey] !== undefined) open = Math.max(0, Number(said[startKey]))
    },
    list(end: number): TimeSpan[] {
      return (open === undefined ? done : [...done, { start: open, end }])
        .map((span) => ({ start: millis(span.start), end: millis(span.end) }))
        .filter(({ start, end: last }) => last > start)
    },
  }
}

function millis(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
