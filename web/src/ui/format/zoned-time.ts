// The field of a date speaks of a wall clock and knows no zone; a moment has one.
import { zones } from '@reelay/api/contract'

/** 2026-11-28T10:00, as `datetime-local` writes it. */
export const toDateTimeLocal = (zone: string, seconds: number): string =>
  new Date(zones.wallClockAt(zone, seconds) * 1000).toISOString().slice(0, 16)

/** Undefined until a whole date stands there. */
export function fromDateTimeLocal(zone: string, text: string): number | undefined {
  const wall = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text)
    ? Date.parse(`${text.slice(0, 16)}Z`) / 1000
    : NaN
  return Number.isNaN(wall) ? undefined : zones.instantOf(zone, wall)
}

/** Some days from now, at an hour of that zone's clock. */
export function daysFromNow(zone: string, days: number, hour: number, now: number): number {
  const day = toDateTimeLocal(zone, now + days * 86_400).slice(0, 10)
  return fromDateTimeLocal(zone, `${day}T${String(hour).padStart(2, '0')}:00`)!
}

/** Every zone, with the one that is chosen although browsers call it otherwise. */
export const timeZoneNames = (chosen?: string): string[] =>
  [
    ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(chosen ? [chosen] : [])]),
  ].toSorted()
