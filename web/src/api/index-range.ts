/** Indexes of the visible items, both ends included. */
export type IndexRange = { first: number; last: number }

export const WINDOW_PAGE_SIZE = 48

/** Numbers of the pages that contain the range. */
export function pagesCovering({ first, last }: IndexRange, total: number): number[] {
  const end = Math.min(last, total - 1)
  if (end < first) return []
  const from = Math.floor(Math.max(0, first) / WINDOW_PAGE_SIZE)
  const to = Math.floor(end / WINDOW_PAGE_SIZE)
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** All items of the pages that contain the range. */
export const wholePages = ({ first, last }: IndexRange): IndexRange => ({
  first: Math.floor(first / WINDOW_PAGE_SIZE) * WINDOW_PAGE_SIZE,
  last: (Math.floor(last / WINDOW_PAGE_SIZE) + 1) * WINDOW_PAGE_SIZE - 1,
})

/** Adjacent ranges are reached by scrolling, others by a jump. */
export const areAdjacent = (one: IndexRange, other: IndexRange): boolean =>
  one.first <= other.last + 1 && other.first <= one.last + 1
