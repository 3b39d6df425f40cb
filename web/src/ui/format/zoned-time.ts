// Converts between `datetime-local` fields, which have no time zone, and seconds since 1970.
import { zones } from '@reelay/api/contract'

/** 2026-11-28T10:00 */
export const toDateTimeLocal = (zone: string, seconds: number): string =>
  new Date(zones.wallClockAt(zone, seconds) * 1000).toISOString().slice(0, 16)

/** Undefined if the text is not a complete date. */
export function fromDateTimeLocal(zone: string, text: string): number | undefined {
  const wall = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text)
    ? Date.parse(`${text.slice(0, 16)}Z`) / 1000
    : NaN
  return Number.isNaN(wall) ? undefined : zones.instantOf(zone, wall)
}

/** At the given hour of the zone's clock. */
export function daysFromNow(zone: string, days: number, hour: number, now: number): number {
  const day = toDateTimeLocal(zone, now + days * 86_400).slice(0, 10)
  return fromDateTimeLocal(zone, `${day}T${String(hour).padStart(2, '0')}:00`)!
}

/** The first time on the zone's clock at this hour, not before `from`. */
export function firstAtHour(zone: string, from: number, hour: number): number {
  const today = daysFromNow(zone, 0, hour, from)
  return today >= from ? today : daysFromNow(zone, 1, hour, from)
}

/** Includes the selected zone even if the browser lists it under another name. */
export const timeZoneNames = (selected?: string): string[] =>
  [
    ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(selected ? [selected] : [])]),
  ].toSorted()
