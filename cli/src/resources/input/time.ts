import { zones } from '@reelay/api/contract'
import { CliError } from '../../output/exit-codes.ts'

const localZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Seconds since 1970. Accepts a date, a local time in the zone, a time with its own offset, or the
 * seconds themselves.
 */
export function parseTime(text: string, zone = localZone()): number {
  if (!zones.isTimeZone(zone))
    throw new CliError('usage', `"${zone}" is not a time zone. Use one such as Europe/Berlin.`)
  if (/^\d{5,11}$/.test(text)) return Number(text)
  const [match, date, time = '00:00', offset] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(Z|[+-]\d{2}:\d{2})?)?$/.exec(text) ?? []
  const seconds = match ? Date.parse(`${date}T${time}${offset ?? 'Z'}`) / 1000 : NaN
  if (Number.isNaN(seconds))
    throw new CliError(
      'usage',
      `"${text}" is not a time. Use one such as 2026-12-01 or 2026-12-01T18:00.`,
    )
  return offset ? seconds : zones.instantOf(zone, seconds)
}

export const parseZonedTime = (text: string, zone = localZone()): { date: number; tz: string } => ({
  date: parseTime(text, zone),
  tz: zone,
})
