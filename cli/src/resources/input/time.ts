import { zones } from '@reelay/api/contract'
import { Stop } from '../../output/exit-codes.ts'

/** The zone of this machine. */
const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Seconds since 1970 of what a person typed: a day, a time of the clock on the wall of a zone, the
 * same with an offset of its own, or the seconds themselves.
 */
export function secondsFrom(typed: string, zone = here()): number {
  if (!zones.isZone(zone))
    throw new Stop('misused', `"${zone}" is not a time zone. Give one such as Europe/Berlin.`)
  if (/^\d{5,11}$/.test(typed)) return Number(typed)
  const found = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(Z|[+-]\d{2}:\d{2})?)?$/.exec(
    typed,
  )
  const at = found ? Date.parse(`${found[1]}T${found[2] ?? '00:00'}${found[3] ?? 'Z'}`) / 1000 : NaN
  if (!found || Number.isNaN(at))
    throw new Stop(
      'misused',
      `"${typed}" is not a time. Give one such as 2026-12-01 or 2026-12-01T18:00.`,
    )
  return found[3] ? at : zones.momentOf(zone, at)
}

export const zonedFrom = (typed: string, zone = here()): { date: number; tz: string } => ({
  date: secondsFrom(typed, zone),
  tz: zone,
})
