import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

const MAX_BLOCKED_MS = 10

/** Await the result between steps of a long loop: it lets other requests run every 10 ms. */
export function createPause(): () => Promise<void> | undefined {
  let resumed = performance.now()
  return () => {
    if (performance.now() - resumed < MAX_BLOCKED_MS) return undefined
    return yieldToEventLoop().then(() => void (resumed = performance.now()))
  }
}
