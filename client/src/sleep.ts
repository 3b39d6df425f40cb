/** Until the time is over, or somebody calls it off. */
export const rest = (ms: number, signal?: AbortSignal) =>
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
