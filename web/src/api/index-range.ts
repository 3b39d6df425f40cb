/** From the first to the last that is looked at, both included. */
export type IndexRange = { first: number; last: number }

export const WINDOW_PAGE_SIZE = 48

/** The pages that hold a stretch of a list. */
export function pagesCovering({ first, last }: IndexRange, total: number): number[] {
  const end = Math.min(last, total - 1)
  if (end < first) return []
  const from = Math.floor(Math.max(0, first) / WINDOW_PAGE_SIZE)
  return Array.from(
    { length: Math.floor(end / WINDOW_PAGE_SIZE) - from + 1 },
    (_none, index) => from + index,
  )
}

/** Whether one is reached from the other by scrolling, not by a jump. */
export const areAdjacent = (one: IndexRange, other: IndexRange): boolean =>
  one.first <= other.last + 1 && other.first <= one.last + 1
