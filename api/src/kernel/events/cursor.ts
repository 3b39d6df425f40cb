/**
 * Waits until numbers grow that other processes write too. One query serves everybody who waits in
 * this process.
 */
export type Cursor = {
  /**
   * Resolves to the number of the key when it is above this one, or to undefined when the key is
   * gone, the signal aborts, or after about `maxMs`.
   */
  waitFor: (
    key: string,
    above: number,
    signal: AbortSignal,
    maxMs: number,
  ) => Promise<number | undefined>
  /** Checks now: this process may have written. Other processes are found by polling. */
  wake: () => void
}

type Waiter = {
  key: string
  above: number
  deadline: number
  resolve: (latest: number | undefined) => void
}

/** `read` returns the numbers of these keys; a key that is missing is gone. */
export function createCursor(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, number>>,
  pollMs: number,
): Cursor {
  const waiting = new Set<Waiter>()
  let checking = false
  let checkAgain = false
  let timer: NodeJS.Timeout | undefined

  async function check(): Promise<void> {
    checkAgain = checking
    if (checking) return
    checking = true
    clearTimeout(timer)
    const waiters = [...waiting]
    // If the database is unreachable, the next poll tries again.
    const numbers = await read([...new Set(waiters.map(({ key }) => key))]).catch(() => undefined)
    const now = performance.now()
    for (const waiter of waiters) {
      const latest = numbers?.get(waiter.key)
      if (latest !== undefined && latest > waiter.above) waiter.resolve(latest)
      else if (now >= waiter.deadline || (numbers && latest === undefined))
        waiter.resolve(undefined)
    }
    checking = false
    if (checkAgain) return check()
    if (waiting.size) timer = setTimeout(() => void check(), pollMs).unref()
  }

  return {
    wake: () => {
      if (waiting.size) void check()
    },
    waitFor: (key, above, signal, maxMs) =>
      new Promise((resolve) => {
        const waiter: Waiter = {
          key,
          above,
          deadline: performance.now() + maxMs,
          resolve: (latest) => {
            waiting.delete(waiter)
            if (waiting.size === 0) clearTimeout(timer)
            signal.removeEventListener('abort', stop)
            resolve(latest)
          },
        }
        const stop = () => waiter.resolve(undefined)
        if (signal.aborted) return stop()
        signal.addEventListener('abort', stop)
        waiting.add(waiter)
        void check()
      }),
  }
}
