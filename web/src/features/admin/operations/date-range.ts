import { zones } from '@reelay/api/contract'

const DAY = 86_400

/**
 * Whole days in the browser's time zone as a range for the API: `<from>-<to>` in seconds, either
 * side optional.
 */
export function createdBetween(
  zone: string,
  from: string | undefined,
  to: string | undefined,
): string | undefined {
  const [first, last] = [startOf(zone, from, 0), startOf(zone, to, 1)]
  if (first === undefined && last === undefined) return undefined
  return `${first ?? ''}-${last === undefined ? '' : last - 1}`
}

function startOf(zone: string, day: string | undefined, later: number): number | undefined {
  const number = day === undefined ? undefined : zones.dayNumber(day)
  return number === undefined ? undefined : zones.instantOf(zone, (number + later) * DAY)
}
