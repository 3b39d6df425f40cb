/**
 * What somebody types for a time, in milliseconds: 1:02.5, 00:01:02,500, 62.5. Undefined where it
 * is none.
 */
export function parseTime(typed: string): number | undefined {
  const found = /^\s*(?:(?:(\d{1,2}):)?(\d{1,2}):)?(\d{1,4})(?:[.,](\d{1,3}))?\s*$/.exec(typed)
  if (!found) return undefined
  const [hours = 0, minutes = 0, seconds = 0] = found.slice(1, 4).map((part) => Number(part ?? 0))
  if (minutes > 59 || (found[2] !== undefined && seconds > 59)) return undefined
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + Number((found[4] ?? '').padEnd(3, '0'))
}

/** The same with a sign before it: how far to move something. */
export function parseOffset(typed: string): number | undefined {
  const [, sign, rest] = /^\s*([+\-−]?)\s*(.*)$/.exec(typed)!
  const amount = parseTime(rest!)
  return amount === undefined ? undefined : sign === '-' || sign === '−' ? -amount : amount
}
