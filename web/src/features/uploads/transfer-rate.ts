const WINDOW_MS = 5_000

/**
 * Bytes a second over the last few seconds; null until there is something to go by. After a break
 * one begins anew, or it would count as slowness.
 */
export function createRateMeter() {
  let seen: { at: number; sent: number }[] = []
  return (at: number, sent: number): number | null => {
    const last = seen.at(-1)
    if (last && (sent < last.sent || at - last.at > WINDOW_MS)) seen = []
    seen = [...seen.filter((past) => at - past.at <= WINDOW_MS), { at, sent }]
    const first = seen[0]!
    return at - first.at < 500 ? null : ((sent - first.sent) * 1000) / (at - first.at)
  }
}
