/** Runs `action` at most once per interval, and returns whether it ran. */
export function throttle(action: () => void, intervalMs: number): () => boolean {
  let last = -Infinity
  return () => {
    if (performance.now() - last < intervalMs) return false
    last = performance.now()
    action()
    return true
  }
}
