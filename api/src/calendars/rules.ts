// Deadlines as iCalendar (RFC 5545).
import { languageName } from '../notifications/rules/group-events.ts'

export type CalendarDeadline = {
  request: string
  kind: 'due' | 'delivery'
  /** Seconds since 1970. */
  time: number
  project: string
  asset: string
  language: string
  territory: string
  status: string
}
type CalendarOptions = { name: string; now: number; host: string; appUrl: string }

/** Every line ends with CRLF (3.1). Times are in UTC, so no time zone has to be described. */
export function renderCalendar(
  deadlines: readonly CalendarDeadline[],
  { name, now, host, appUrl }: CalendarOptions,
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Reelay//Deadlines//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...deadlines.flatMap((deadline) => eventLines(deadline, { now, host, appUrl })),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** An event without an end takes no time (3.6.1), and it does not block the day. */
function eventLines(
  deadline: CalendarDeadline,
  { now, host, appUrl }: Omit<CalendarOptions, 'name'>,
): string[] {
  const { request, kind, time, project, asset, language, territory, status } = deadline
  const about = [project, asset, languageName(language), territory].filter(Boolean).join(' · ')
  return [
    'BEGIN:VEVENT',
    `UID:${request}-${kind}@${host}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(time)}`,
    `SUMMARY:${escapeText(`${kind === 'due' ? 'Due' : 'Delivery'}: ${about}`)}`,
    `DESCRIPTION:${escapeText(`Status: ${status.replaceAll('-', ' ')}`)}`,
    `URL:${appUrl}/workrequests/${request}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

const utc = (seconds: number) => new Date(seconds * 1000).toISOString().replace(/[-:]|\.\d+/g, '')

/** 3.3.11. Other control characters are not allowed in a text. */
const escapeText = (text: string) =>
  text
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\r\n|[\r\n\u2028\u2029]/g, '\\n')
    .replace(/(?!\t)\p{Cc}/gu, '')

const MAX_OCTETS = 75

/** Lines have at most 75 octets; the next one begins with a space (3.1). */
function fold(line: string): string {
  const parts: string[] = ['']
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MAX_OCTETS) {
      parts.push(' ')
      octets = 1
    }
    parts[parts.length - 1] += character
    octets += size
  }
  return parts.join('\r\n')
}
