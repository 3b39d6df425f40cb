import { zones } from '@reelay/api/contract'

/** 2026-03-14T18:00, as the field of a browser writes what a clock on the wall shows. */
export const wallText = (zone: string, seconds: number): string => new Date(zones.wallAt(zone, seconds) * 1000).toISOString().slice(0, 16)

/** Undefined while the field is not filled. */
export function momentFrom(zone: string, text: string): number | undefined {
  const wall = Date.parse(`${text}Z`)
  return Number.isNaN(wall) ? undefined : zones.momentOf(zone, wall / 1000)
}

/** Every zone, with the one that is chosen although browsers call it otherwise. */
export const zoneNames = (chosen: string): string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), chosen])].toSorted()
