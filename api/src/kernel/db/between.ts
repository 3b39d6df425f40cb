import { malformed } from '../http/contract/problem.ts'
import { dayNumber, instantOf } from '../http/contract/time-zone.ts'
import { sql, type Sql } from './sql.ts'

const EDGE = String.raw`\d{1,11}|\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})?)?`
const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_SECONDS = 86_400
const SPAN = new RegExp(`^(${EDGE})?-(${EDGE})?$`)

/** In seconds. `to` is the first second after the span. */
export type Span = { from?: number; to?: number }

/**
 * One day, or `<from>-<to>` in seconds or ISO dates. Either side may be left out. A day at the end is
 * included. Days are days in `zone`; a time without an offset is UTC.
 */
export function parseSpan(span: string, zone: string): Span {
  const match = DAY.test(span) ? [span, span, span] : SPAN.exec(span)
  if (!match || (!match[1] && !match[2]))
    throw malformed(
      'created.malformed',
      'Write a day such as 2026-01-31, or a span such as 1700000000-1800000000 or 2026-01-01-2026-02-01; either side may be left out.',
    )
  return {
    ...(match[1] && { from: parseEdge(match[1], 'start', zone) }),
    ...(match[2] && { to: parseEdge(match[2], 'end', zone) }),
  }
}

/** Filters a column by a span. */
export function between(column: Sql, span: string, zone: string): Sql {
  const { from, to } = parseSpan(span, zone)
  const isAfter = from === undefined ? sql`true` : sql`${column} >= to_timestamp(${from})`
  const isBefore = to === undefined ? sql`true` : sql`${column} < to_timestamp(${to})`
  return sql`(${isAfter} and ${isBefore})`
}

/** In seconds. The end of a span is the first second after it. */
function parseEdge(text: string, edge: 'start' | 'end', zone: string): number {
  const after = edge === 'end' ? 1 : 0
  if (/^\d+$/.test(text)) return Number(text) + after
  if (DAY.test(text)) {
    const day = dayNumber(text)
    if (day === undefined) throw malformed('created.malformed', `${text} is not a date.`)
    return instantOf(zone, (day + after) * DAY_SECONDS)
  }
  const time = Date.parse(/Z|[+-]\d{2}:\d{2}$/.test(text.slice(10)) ? text : `${text}Z`) / 1000
  if (Number.isNaN(time)) throw malformed('created.malformed', `${text} is not a date.`)
  return time + after
}
