/** Why a gate refuses: too many wait already, or this one has waited too long. */
export type RefusalReason = 'full' | 'timeout'
export type FairGate = {
  /**
   * Resolves to a function that gives the slot back; calling it again does nothing. `getSignal` is
   * called if the client has to wait. When its signal aborts, the promise rejects with its reason.
   */
  enter: (client: string, getSignal?: () => AbortSignal) => Promise<() => void>
  /** The same without waiting. Undefined if no slot is free. */
  enterNow: () => (() => void) | undefined
  state: () => { running: number; waiting: number }
}
export type GateLimits = {
  concurrency: number
  maxWaiting: number
  /** By default without limit. */
  maxWaitMs?: number
}
type Waiter = { start: () => void; reject: (error: unknown) => void }

/**
 * Lets up to `concurrency` holders in at a time. Clients take turns, so a client with many requests
 * does not delay the others. When `maxWaiting` wait, the client with the most of them loses its
 * newest one.
 */
export function createFairGate({
  concurrency,
  maxWaiting,
  maxWaitMs,
  rejection,
}: GateLimits & { rejection: (reason: RefusalReason) => Error }): FairGate {
  /** The first client of the map has the next turn. */
  const waiting = new Map<string, Waiter[]>()
  let running = 0
  let count = 0

  function waitForTurn(client: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (count >= maxWaiting) makeRoom(client)
    const turn = Promise.withResolvers<void>()
    const waiter: Waiter = { start: turn.resolve, reject: turn.reject }
    waiting.set(client, [...(waiting.get(client) ?? []), waiter])
    count++
    const leave = (error: unknown) => {
      if (remove(client, waiter)) waiter.reject(error)
    }
    const timer = maxWaitMs && setTimeout(() => leave(rejection('timeout')), maxWaitMs)
    const abort = () => leave(signal!.reason)
    signal?.addEventListener('abort', abort)
    return turn.promise.finally(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    })
  }

  function makeRoom(client: string) {
    const own = waiting.get(client)?.length ?? 0
    const [busiest, queue] = [...waiting].reduce(
      (longest, entry) => (entry[1].length > longest[1].length ? entry : longest),
      ['', []] as [string, Waiter[]],
    )
    if (queue.length <= own + 1) throw rejection('full')
    const newest = queue.at(-1)!
    remove(busiest, newest)
    newest.reject(rejection('full'))
  }

  /** False if it does not wait any more. */
  function remove(client: string, waiter: Waiter): boolean {
    const queue = waiting.get(client)
    if (!queue?.includes(waiter)) return false
    count--
    if (queue.length === 1) waiting.delete(client)
    // In the same place of the map: the others of this client keep their turn.
    else
      waiting.set(
        client,
        queue.filter((queued) => queued !== waiter),
      )
    return true
  }

  function startNext() {
    const next = waiting.entries().next().value
    if (!next) {
      running--
      return
    }
    const [client, [first, ...rest]] = next as [string, [Waiter, ...Waiter[]]]
    count--
    waiting.delete(client)
    if (rest.length) waiting.set(client, rest)
    // The holder that leaves passes its slot on, so no newcomer can take it in between.
    first.start()
  }

  function createLeave() {
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      startNext()
    }
  }

  function enterNow() {
    if (running >= concurrency) return undefined
    running++
    return createLeave()
  }

  return {
    enterNow,
    async enter(client, getSignal) {
      const leave = enterNow()
      if (leave) return leave
      await waitForTurn(client, getSignal?.())
      return createLeave()
    },
    state: () => ({ running, waiting: count }),
  }
}
