const WINDOW_MS = 5_000

/**
 * Measures bytes per second over the last few seconds; null until there is enough data. Starts over
 * after a pause, which would otherwise count as a slow transfer.
 */
export function createRateMeter() {
  let samples: { at: number; sent: number }[] = []
  return (at: number, sent: number): number | null => {
    const last = samples.at(-1)
    if (last && (sent < last.sent || at - last.at > WINDOW_MS)) samples = []
    samples = [...samples.filter((sample) => at - sample.at <= WINDOW_MS), { at, sent }]
    const first = samples[0]!
    return at - first.at < 500 ? null : ((sent - first.sent) * 1000) / (at - first.at)
  }
}
