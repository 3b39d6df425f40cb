import { sql, type RawBuilder } from 'kysely'
import { malformed } from '../http/contract/problem.ts'

/** Turns `order=-created` into SQL. Sorting by id last keeps pages stable. */
export function orderBy(
  order: string | undefined,
  allowed: Record<string, RawBuilder<unknown>>,
  fallback: string,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const chosen = order ?? fallback
  const name = chosen.replace(/^-/, '')
  const column = Object.hasOwn(allowed, name) ? allowed[name] : undefined
  if (!column)
    throw malformed(
      'order.unknown',
      `order must be one of ${Object.keys(allowed).join(', ')}, with a leading minus to reverse it.`,
    )
  return chosen.startsWith('-') ? sql`${column} desc, ${id} desc` : sql`${column}, ${id}`
}
