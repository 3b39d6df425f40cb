// Time zones and the calendar, by what a browser has too.
const CANONICAL = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])
const SHAPE = /^[A-Z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/

/**
 * Whether a name is one of the IANA time zones. The list of Intl holds one name for each zone and
 * often the older one
 * (Asia/Calcutta, Europe/Kiev), so for Asia/Kolkata and its like we ask; the shape keeps out
 * offsets such as +01:00.
 */
export const isTimeZone = (name: string): boolean =>
  CANONICAL.has(name) || (SHAPE.test(name) && isKnown(name))

function isKnown(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

const DAY = 86_400
/**
 * Offsets are looked up for so many seconds at once, and compared so often: no zone changes its
 * mind twice within twelve days.
 */
const [STRETCH, STEP] = [2 ** 24, 2 ** 20]
const MOST_STRETCHES = 5_000

type Stretch = { from: number; offset: number }[]
const stretches = new Map<string, Stretch>()

/**
 * By how many seconds the clocks of a zone are ahead of UTC at a moment. To ask Intl each time
 * costs 5 µs, which a report of a hundred thousand moments feels.
 */
export function offsetAt(zone: string, at: number): number {
  const start = Math.floor(at / STRETCH) * STRETCH
  const key = `${zone} ${start}`
  const known = stretches.get(key) ?? stretchFrom(zone, start)
  if (stretches.size >= MOST_STRETCHES) stretches.clear()
  stretches.set(key, known)
  return known.findLast(({ from }) => from <= at)!.offset
}

function stretchFrom(zone: string, start: number): Stretch {
  const offset = asker(zone)
  const found: Stretch = [{ from: start, offset: offset(start) }]
  for (let at = start; at < start + STRETCH; at += STEP) {
    const next = offset(at + STEP)
    if (next !== found.at(-1)!.offset)
      found.push({ from: change(offset, at, at + STEP), offset: next })
  }
  return found
}

/** The first second of the offset that `after` has. */
function change(offset: (at: number) => number, before: number, after: number): number {
  if (after - before === 1) return after
  const middle = Math.floor((before + after) / 2)
  return offset(middle) === offset(after)
    ? change(offset, before, middle)
    : change(offset, middle, after)
}

function asker(zone: string): (at: number) => number {
  const clock = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (at) => {
    const said = Object.fromEntries(
      clock.formatToParts(at * 1000).map(({ type, value }) => [type, Number(value)]),
    ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>
    return (
      Date.UTC(said.year, said.month - 1, said.day, said.hour, said.minute, said.second) / 1000 - at
    )
  }
}

/**
 * What the clock on the wall shows, written as the seconds since 1970 at which it would show that
 * in UTC.
 */
export const wallClockAt = (zone: string, at: number): number => at + offsetAt(zone, at)

/**
 * When the clock on the wall shows this: the first time (from a moment on) where it does so twice,
 * and where it jumps over it the moment after the jump.
 */
export function instantOf(zone: string, wall: number, onward = -Infinity): number {
  const candidates = [offsetAt(zone, wall - DAY), offsetAt(zone, wall + DAY)].map(
    (offset) => wall - offset,
  )
  const right = candidates.filter((at) => at >= onward && wallClockAt(zone, at) === wall)
  return right.length
    ? Math.min(...right)
    : change(
        (at) => offsetAt(zone, at),
        Math.min(...candidates) - DAY,
        Math.max(...candidates) + DAY,
      )
}

/** A day of the calendar as days since 1970-01-01; undefined when there is none such. */
export function dayNumber(text: string): number | undefined {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN
  return Number.isNaN(at) || dayText(at / 1000 / DAY) !== text ? undefined : at / 1000 / DAY
}

export const dayText = (day: number): string =>
  new Date(day * DAY * 1000).toISOString().slice(0, 10)
