// The days of a month and the requests that are due on them, in the time zone of the browser.
export type Month = { year: number; month: number }

/** `2026-11`, or the month of `now`. */
export function parseMonth(text: string | undefined, now: Date): Month {
  const found = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text ?? '')
  return found
    ? { year: Number(found[1]), month: Number(found[2]) }
    : { year: now.getFullYear(), month: now.getMonth() + 1 }
}

export function shiftMonth({ year, month }: Month, by: number): string {
  const date = new Date(year, month - 1 + by, 1)
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`
}

/** Whole weeks from Monday on: 28 to 42 days. */
export function daysOf({ year, month }: Month): Date[] {
  const first = new Date(year, month - 1, 1)
  const lead = (first.getDay() + 6) % 7
  const last = new Date(year, month, 0)
  const count = Math.ceil((lead + last.getDate()) / 7) * 7
  return Array.from(
    { length: count },
    (_none, index) => new Date(year, month - 1, 1 - lead + index),
  )
}

/** The filter by due date, in seconds. */
export function dueRange(days: readonly Date[]): string {
  const first = days[0]!
  const last = days.at(-1)!
  const end = new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1)
  return `${first.getTime() / 1000}-${end.getTime() / 1000 - 1}`
}

export const dayKey = (date: Date): string =>
  `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
