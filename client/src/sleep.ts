/** Resolves after `ms`, or as soon as the signal aborts. */
export const sleep = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((done) => {
    if (signal?.aborted) return done()
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end, { once: true })
    function end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      done()
    }
  })
