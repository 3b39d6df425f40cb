// Formats times. Every function takes a time zone, because a date without one is ambiguous.
import { formatAmount, keep, locale } from '../../i18n/locale.ts'

const ZONE_MS = 60_000
let known = { zone: '', until: 0 }

/** Asks the browser once a minute, because that takes 0.5 ms, and a list asks for each row. */
export function localTimeZone(): string {
  const now = Date.now()
  if (now > known.until)
    known = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, until: now + ZONE_MS }
  return known.zone
}

/** `America/Los_Angeles` becomes `Los Angeles`. */
export function cityOf(zone: string): string {
  const city = zone.split('/').at(-1)!.replaceAll('_', ' ')
  return RENAMED[city] ?? city
}

/** Time zones use former names of some cities, and have no letters with accents. */
const RENAMED: Record<string, string> = {
  Asuncion: 'Asunción',
  Bogota: 'Bogotá',
  Calcutta: 'Kolkata',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Rangoon: 'Yangon',
  Reykjavik: 'Reykjavík',
  Saigon: 'Ho Chi Minh City',
  'Sao Paulo': 'São Paulo',
}

/** Fri 28 Nov, 10:00; with the year unless it is the current one. */
export function formatDateTime(zone: string, seconds: number, now = Date.now()): string {
  const date = new Date(seconds * 1000)
  return formatter(
    zone,
    date.getFullYear() === new Date(now).getFullYear() ? 'moment' : 'momentAndYear',
  )
    .format(date)
    .replace(DAY_PERIOD, '\u00a0')
}

/** The space before the Arabic letter for a.m. or p.m., which must not start a row alone. */
const DAY_PERIOD = / (?=[صم]$)/

export const formatTime = (zone: string, seconds: number): string =>
  formatter(zone, 'clock').format(seconds * 1000)
export const formatDate = (zone: string, seconds: number): string =>
  formatter(zone, 'day').format(seconds * 1000)

/** In 9 days, 3 hours ago: uses the largest unit with an amount of at least two. */
export function formatRelativeTime(seconds: number, now = Date.now()): string {
  const [amount, unit] = inLargestUnit(seconds, now)
  const language = locale()
  return keep(
    `relative ${language}`,
    () => new Intl.RelativeTimeFormat(language, { numeric: 'always' }),
  ).format(amount, unit)
}

/** 9 days, 3 hours: the distance without a direction. */
export function formatTimeDistance(seconds: number, now = Date.now()): string {
  const [amount, unit] = inLargestUnit(seconds, now)
  return formatAmount(Math.abs(amount), { style: 'unit', unit, unitDisplay: 'long' })
}

function inLargestUnit(seconds: number, now: number): [amount: number, unit: Unit] {
  const minutes = Math.round((seconds * 1000 - now) / 60_000)
  const [size, unit] = STEPS.find(([step]) => Math.abs(minutes) >= step * 2) ?? [
    1,
    'minute' as const,
  ]
  return [Math.round(minutes / size), unit]
}

type Unit = 'year' | 'month' | 'day' | 'hour' | 'minute'
const STEPS: [minutes: number, Unit][] = [
  [525_600, 'year'],
  [43_800, 'month'],
  [1440, 'day'],
  [60, 'hour'],
]

const FORMATS = {
  moment: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  momentAndYear: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  },
  clock: { hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

function formatter(zone: string, shape: keyof typeof FORMATS): Intl.DateTimeFormat {
  const language = locale()
  return keep(
    `${shape} ${language} ${zone}`,
    () => new Intl.DateTimeFormat(language, { ...FORMATS[shape], timeZone: zone }),
  )
}
