type Waiter = { start: () => void; reject: (error: Error) => void }

/**
 * Runs up to `concurrency` tasks at a time. Clients take turns, so a client with many tasks does
 * not delay the others. When `maxWaiting` tasks wait, the client with the most of them loses its
 * newest one.
 */
export function createFairQueue({
  concurrency,
  maxWaiting,
  rejection,
}: {
  concurrency: number
  maxWaiting: number
  rejection: () => Error
}): <T>(client: string, work: () => Promise<T>) => Promise<T> {
  /** The first client of the map has the next turn. */
  const waiting = new Map<string, Waiter[]>()
  let running = 0
  let count = 0

  function waitForTurn(client: string): Promise<void> {
    if (count >= maxWaiting) makeRoom(client)
    return new Promise((start, reject) => {
      const queue = waiting.get(client) ?? []
      queue.push({ start, reject })
      waiting.set(client, queue)
      count++
    })
  }

  function makeRoom(client: string) {
    const own = waiting.get(client)?.length ?? 0
    const longest = [...waiting.values()].reduce((one, other) =>
      other.length > one.length ? other : one,
    )
    if (longest.length <= own + 1) throw rejection()
    longest.pop()!.reject(rejection())
    count--
  }

  function startNext() {
    const next = waiting.entries().next().value
    if (!next) {
      running--
      return
    }
    const [client, queue] = next
    const { start } = queue.shift()!
    count--
    waiting.delete(client)
    if (queue.length) waiting.set(client, queue)
    // The task that ends passes its slot on, so no newcomer can take it in between.
    start()
  }

  return async (client, work) => {
    if (running >= concurrency) await waitForTurn(client)
    else running++
    try {
      return await work()
    } finally {
      startNext()
    }
  }
}
