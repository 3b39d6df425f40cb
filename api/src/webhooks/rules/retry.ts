/** How long a delivery is retried after it was queued. */
export const RETRY_HOURS = 24

const FIRST_DELAY_SECONDS = 5
const MAX_DELAY_SECONDS = 3600

/**
 * Seconds until the next attempt after this many consecutive failures: doubled each time, up to an
 * hour. The delay belongs to the target, because later deliveries wait behind the failed one.
 * `random`, from 0 to 1, takes up to a fifth off, so that targets that failed together do not all
 * retry together.
 */
export const retryDelaySeconds = (failures: number, random: number): number =>
  Math.min(FIRST_DELAY_SECONDS * 2 ** Math.min(failures - 1, 20), MAX_DELAY_SECONDS) *
  (1 - random / 5)
