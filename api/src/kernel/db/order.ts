import { sql, type RawBuilder } from 'kysely'
import { malformed } from '../http/contract/problem.ts'

/** Whether the list is complete and has its default order, the newest record first. */
export const isWholeList = (filter: object, order = '-created'): boolean =>
  order === '-created' && Object.keys(filter).every((name) => name === 'order')

const MAX_KEYS = 3

/**
 * Turns `order=-created` or `order=status,due` into SQL. Sorting by id last, in the direction of
 * the last key, keeps pages stable.
 */
export function orderBy(
  order: string | undefined,
  allowed: Record<string, RawBuilder<unknown>>,
  fallback: string,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const chosen = (order ?? fallback).split(',')
  const columns = chosen.map((key) => {
    const name = key.replace(/^-/, '')
    return Object.hasOwn(allowed, name) ? allowed[name] : undefined
  })
  if (chosen.length > MAX_KEYS || columns.includes(undefined))
    throw malformed(
      'order.unknown',
      `order must be one of ${Object.keys(allowed).join(', ')}, or up to ${MAX_KEYS} of them separated by commas, with a leading minus to reverse it.`,
    )
  const direction = (key: string) => (key.startsWith('-') ? sql`desc` : sql`asc`)
  const keys = [...columns.map((column) => column!), id]
  return sql.join(
    keys.map((column, index) => sql`${column} ${direction(chosen[index] ?? chosen.at(-1)!)}`),
  )
}
