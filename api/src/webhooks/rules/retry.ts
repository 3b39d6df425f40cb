/** How long a delivery is tried, counted from when it began to wait. */
export const RETRY_HOURS = 24

const FIRST_DELAY_SECONDS = 5
const MAX_DELAY_SECONDS = 3600

/**
 * Seconds until a target is tried again, after so many failures in a row: twice as long each time,
 * up to an hour.
 * It belongs to the target and not to a delivery, because nothing overtakes the delivery that
 * failed; the next one waits as long, until one arrives.
 * `chance`, from 0 to 1, takes up to a fifth off, so that targets that fell together do not come
 * back together.
 */
export const retryDelaySeconds = (failures: number, chance: number): number =>
  Math.min(FIRST_DELAY_SECONDS * 2 ** Math.min(failures - 1, 20), MAX_DELAY_SECONDS) *
  (1 - chance / 5)
