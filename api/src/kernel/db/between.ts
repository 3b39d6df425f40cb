import { sql, type RawBuilder } from 'kysely'
import { malformed } from '../http/contract/problem.ts'

const EDGE = String.raw`\d{1,11}|\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})?)?`
const SPAN = new RegExp(`^(${EDGE})?-(${EDGE})?$`)

/**
 * Filters a column by `<from>-<to>`, in seconds or ISO dates. Either side may be left out. A day at
 * the end is included.
 */
export function between(column: RawBuilder<unknown>, span: string): RawBuilder<unknown> {
  const match = SPAN.exec(span)
  if (!match || (!match[1] && !match[2]))
    throw malformed(
      'created.malformed',
      'A span must look like 1700000000-1800000000 or 2026-01-01-2026-02-01; either side may be left out.',
    )
  const from = match[1] && parseEdge(match[1], 'start')
  const to = match[2] && parseEdge(match[2], 'end')
  const isAfter = from ? sql`${column} >= to_timestamp(${from})` : sql`true`
  const isBefore = to ? sql`${column} < to_timestamp(${to})` : sql`true`
  return sql`(${isAfter} and ${isBefore})`
}

/** In seconds. The end of a span is the first second after it. */
function parseEdge(text: string, edge: 'start' | 'end'): number {
  const after = edge === 'end' ? 1 : 0
  if (/^\d+$/.test(text)) return Number(text) + after
  const isDay = text.length === 10
  const at =
    Date.parse(isDay || /Z|[+-]\d{2}:\d{2}$/.test(text.slice(10)) ? text : `${text}Z`) / 1000
  if (Number.isNaN(at)) throw malformed('created.malformed', `${text} is not a date.`)
  return at + after * (isDay ? 86_400 : 1)
}
