import { sql, type RawBuilder } from 'kysely'
import { malformed } from '../http/contract/problem.ts'

const SIDE = String.raw`\d{1,11}|\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})?)?`
const SHAPE = new RegExp(`^(${SIDE})?-(${SIDE})?$`)

/** `<from>-<to>`, either side open, seconds or ISO dates; a day at the end counts whole. */
export function between(column: RawBuilder<unknown>, asked: string): RawBuilder<unknown> {
  const found = SHAPE.exec(asked)
  if (!found || (!found[1] && !found[2]))
    throw malformed(
      'created.malformed',
      'A span must look like 1700000000-1800000000 or 2026-01-01-2026-02-01; either side may be left out.',
    )
  const [from, to] = [found[1] && moment(found[1], 'start'), found[2] && moment(found[2], 'end')]
  return sql`(${from ? sql`${column} >= to_timestamp(${from})` : sql`true`} and ${to ? sql`${column} < to_timestamp(${to})` : sql`true`})`
}

/** In seconds. The end of a span is the first second after it. */
function moment(side: string, edge: 'start' | 'end'): number {
  const after = edge === 'end' ? 1 : 0
  if (/^\d+$/.test(side)) return Number(side) + after
  const wholeDay = side.length === 10
  const at =
    Date.parse(wholeDay || /Z|[+-]\d{2}:\d{2}$/.test(side.slice(10)) ? side : `${side}Z`) / 1000
  if (Number.isNaN(at)) throw malformed('created.malformed', `${side} is not a date.`)
  return at + after * (wholeDay ? 86_400 : 1)
}
