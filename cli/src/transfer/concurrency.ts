/**
 * Does the work of each, as much at once as there is room for: what is small takes less of it.
 * Begins nothing more once somebody called it off.
 */
export async function inLanes<T>(
  items: Iterable<T>,
  { room, weightOf, signal }: { room: number; weightOf: (item: T) => number; signal: AbortSignal },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>()
  let free = room
  for (const item of items) {
    const weight = Math.min(weightOf(item), room)
    while (free < weight) await Promise.race(running)
    if (signal.aborted) break
    free -= weight
    const one = work(item).finally(() => {
      free += weight
      running.delete(one)
    })
    running.add(one)
  }
  await Promise.all(running)
}
