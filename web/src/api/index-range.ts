/** From the first to the last that is looked at, both included. */
export type Stretch = { first: number; last: number }

export const PAGE = 48

/** The pages that hold a stretch of a list. */
export function pagesOf({ first, last }: Stretch, total: number): number[] {
  const end = Math.min(last, total - 1)
  if (end < first) return []
  const from = Math.floor(Math.max(0, first) / PAGE)
  return Array.from({ length: Math.floor(end / PAGE) - from + 1 }, (_none, index) => from + index)
}

/** Whether one is reached from the other by scrolling, not by a jump. */
export const touch = (one: Stretch, other: Stretch): boolean =>
  one.first <= other.last + 1 && other.first <= one.last + 1
