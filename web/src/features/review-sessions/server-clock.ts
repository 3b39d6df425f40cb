/** One request: when it was sent and answered on the own clock, and the clock of the service. */
type ClockSample = { sent: number; received: number; now: number }

const KEPT_SAMPLES = 8

/**
 * The clock of the service, in milliseconds. The fastest request of the last ones says most about
 * it: the reply cannot be older than the request took.
 */
export function createServerClock(own: () => number = () => performance.now()) {
  let samples: ClockSample[] = []
  const roundTrip = ({ sent, received }: ClockSample) => received - sent
  return {
    add(sample: ClockSample) {
      samples = [...samples, sample].slice(-KEPT_SAMPLES)
    },
    now(): number {
      const best = samples.reduce<ClockSample | undefined>(
        (found, one) => (found && roundTrip(found) <= roundTrip(one) ? found : one),
        undefined,
      )
      return best ? own() + best.now - (best.sent + best.received) / 2 : Date.now()
    },
  }
}
