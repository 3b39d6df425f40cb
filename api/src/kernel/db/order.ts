import { sql, type RawBuilder } from 'kysely'
import { malformed } from '../http/contract/problem.ts'

/**
 * Turns `order=-created` into SQL. Ties are broken by id, so that pages never repeat or skip a
 * record.
 */
export function orderBy(
  asked: string | undefined,
  allowed: Record<string, RawBuilder<unknown>>,
  otherwise: string,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const wanted = asked ?? otherwise
  const column = Object.hasOwn(allowed, wanted.replace(/^-/, ''))
    ? allowed[wanted.replace(/^-/, '')]
    : undefined
  if (!column)
    throw malformed(
      'order.unknown',
      `order must be one of ${Object.keys(allowed).join(', ')}, with a minus before it for the other direction.`,
    )
  return wanted.startsWith('-') ? sql`${column} desc, ${id} desc` : sql`${column}, ${id}`
}
