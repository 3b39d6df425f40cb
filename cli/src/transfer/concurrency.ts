/**
 * Runs `work` for each item, with at most `capacity` in total weight at a time. Starts nothing more
 * once the signal is aborted.
 */
export async function runConcurrently<T>(
  items: Iterable<T>,
  {
    capacity,
    weightOf,
    signal,
  }: { capacity: number; weightOf: (item: T) => number; signal: AbortSignal },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>()
  let free = capacity
  for (const item of items) {
    const weight = Math.min(weightOf(item), capacity)
    while (free < weight) await Promise.race(running)
    if (signal.aborted) break
    free -= weight
    const run = work(item).finally(() => {
      free += weight
      running.delete(run)
    })
    running.add(run)
  }
  await Promise.all(running)
}
