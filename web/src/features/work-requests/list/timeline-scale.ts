// The scale of the timeline: from two weeks ago to the last due date, at most half a year.
const DAY_MS = 86_400_000
const [BEFORE_MS, LEAST_MS, MOST_MS] = [14 * DAY_MS, 28 * DAY_MS, 182 * DAY_MS]
const MAX_TICKS = 13

export type TimelineScale = {
  now: number
  /** Mondays, in milliseconds. */
  weeks: number[]
  /** The place of a time, in percent of the width. */
  at: (time: number) => number
}

export function timelineScale(dueDates: readonly number[], now: number): TimelineScale {
  const start = now - BEFORE_MS
  const end = Math.min(now + MOST_MS, Math.max(now + LEAST_MS, ...dueDates) + 3 * DAY_MS)
  const monday = new Date(start)
  monday.setHours(0, 0, 0, 0)
  monday.setDate(monday.getDate() + ((8 - monday.getDay()) % 7))
  const step = Math.ceil((end - start) / (7 * DAY_MS) / MAX_TICKS)
  const weeks: number[] = []
  for (const day = monday; day.getTime() < end; day.setDate(day.getDate() + 7 * step))
    weeks.push(day.getTime())
  const at = (time: number) => Math.min(100, Math.max(0, ((time - start) / (end - start)) * 100))
  return { now, weeks, at }
}
