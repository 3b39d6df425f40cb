import type { Event } from '../../events/contract.ts'
import type { Preferences } from '../../users/contract.ts'
import { EVENT_TEXTS } from './event-types.ts'

type Mail = Preferences['mail']
/** Seconds between mails, as in the preferences: -1 is never, 0 at once. */
export type MailFrequency = Mail['others']

export const frequencyFor = (type: Event['type'], mail: Mail): MailFrequency =>
  mail.enabled ? mail[EVENT_TEXTS[type].mail] : -1

const HOUR = 3600
const DIGEST_TIME = { hour: 8 }
const MONDAY = 1

/** The next digest: at the full hour, at 8:00 in the reader's time zone, or on Monday at 8:00. */
export function nextDigest(
  frequency: Exclude<MailFrequency, -1 | 0>,
  after: number,
  zone: string,
): number {
  if (frequency === HOUR) return (Math.floor(after / HOUR) + 1) * HOUR
  const today = Temporal.Instant.fromEpochMilliseconds(after * 1000)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
  const eightAfter = (days: number) =>
    today.add({ days }).toZonedDateTime({ timeZone: zone, plainTime: DIGEST_TIME })
      .epochMilliseconds / 1000
  const [first, step] = frequency === 86_400 ? [0, 1] : [(MONDAY + 7 - today.dayOfWeek) % 7, 7]
  return eightAfter(first) > after ? eightAfter(first) : eightAfter(first + step)
}
