import type { Preferences } from '../../users/contract.ts'

type Mail = Preferences['mail']
/** Seconds between mails, as in the preferences: -1 is never, 0 at once. */
export type MailFrequency = Mail['others']

/** The preference for each event type. Others use `others`. */
const PREFERENCES: Record<string, Exclude<keyof Mail, 'enabled'>> = {
  wsu: 'work_requests',
  wam: 'work_requests',
  wip: 'work_requests',
  wrv: 'work_requests',
  wap: 'work_requests',
  wrj: 'work_requests',
  wco: 'work_requests',
  wcx: 'work_requests',
  wch: 'work_requests',
  was: 'work_requests',
  wac: 'work_requests',
  wde: 'work_requests',
  wnr: 'work_requests',
  wdu: 'work_requests',
  tsu: 'work_requests',
  tap: 'work_requests',
  trj: 'work_requests',
  wra: 'work_requests',
  tas: 'work_requests',
  tro: 'work_requests',
  ofl: 'work_requests',
  ofd: 'work_requests',
  ofc: 'offline_comments',
  wcm: 'work_request_comments',
  tcm: 'work_request_comments',
  pcr: 'projects',
  pch: 'projects',
  par: 'projects',
  acr: 'assets',
  ach: 'assets',
  arm: 'assets',
  aph: 'workflow',
  fin: 'files',
  emb: 'files',
  emc: 'files',
  prv: 'ingest',
  shr: 'shares',
  sho: 'shares',
  shd: 'shares',
}

export const preferenceFor = (type: string) => PREFERENCES[type] ?? 'others'

export const frequencyFor = (type: string, mail: Mail): MailFrequency =>
  mail.enabled ? mail[preferenceFor(type)] : -1

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
