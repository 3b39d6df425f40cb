type Timed = { id: string; startMs: number; stopMs: number }

/**
 * The lines of another translation that are shown during each line, as other translations are split
 * differently. Both lists are sorted by start.
 */
export function matchByTime<T extends Timed>(
  lines: readonly Timed[],
  others: readonly T[],
): Map<string, T[]> {
  const matches = new Map<string, T[]>()
  let first = 0
  for (const line of lines) {
    while (first < others.length && others[first]!.stopMs <= line.startMs) first++
    const found: T[] = []
    for (let index = first; index < others.length; index++) {
      const other = others[index]!
      if (other.startMs >= line.stopMs) break
      if (isMostlyWithin(line, other)) found.push(other)
    }
    matches.set(line.id, found)
  }
  return matches
}

/** Lines that only touch at a cut belong to their neighbours. */
function isMostlyWithin(line: Timed, other: Timed): boolean {
  const shared = Math.min(line.stopMs, other.stopMs) - Math.max(line.startMs, other.startMs)
  const shorter = Math.min(line.stopMs - line.startMs, other.stopMs - other.startMs)
  return shared * 2 >= shorter
}
