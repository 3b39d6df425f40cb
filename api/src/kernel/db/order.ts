// The order of a list, and the rows that follow a row in it.
import { malformed } from '../http/contract/problem.ts'
import { sql, type Sql } from './sql.ts'

/** A column is never null, because a cursor compares with it. The last key of an order is unique. */
export type SortKey = { column: Sql; descending: boolean }
export type Order = readonly SortKey[]

export const asc = (...columns: Sql[]): Order =>
  columns.map((column) => ({ column, descending: false }))
export const desc = (...columns: Sql[]): Order =>
  columns.map((column) => ({ column, descending: true }))

const MAX_KEYS = 3

/**
 * Turns `order=-created` or `order=status,due` into an order. Sorting by id last, in the direction of
 * the last key, keeps pages stable.
 */
export function orderBy(
  order: string | undefined,
  allowed: Record<string, Sql>,
  fallback: string,
  id: Sql,
): Order {
  const chosen = (order ?? fallback).split(',')
  const columns = chosen.map((key) => {
    const name = key.replace(/^-/, '')
    return Object.hasOwn(allowed, name) ? allowed[name] : undefined
  })
  if (chosen.length > MAX_KEYS || columns.includes(undefined))
    throw malformed(
      'order.unknown-field',
      `order must be one of ${Object.keys(allowed).join(', ')}, or up to ${MAX_KEYS} of them separated by commas, with a leading minus to reverse it.`,
    )
  return [...columns.map((column) => column!), id].map((column, index) => ({
    column,
    descending: (chosen[index] ?? chosen.at(-1)!).startsWith('-'),
  }))
}

/** For `order by`. */
export const sqlOrder = (order: Order): Sql =>
  sql.join(
    order.map(({ column, descending }) => sql`${column} ${sql.raw(descending ? 'desc' : 'asc')}`),
  )

/** Whether a row follows the one whose columns have these values. An index of the order finds it. */
export function follows(order: Order, values: readonly string[]): Sql {
  const [first, ...others] = order
  if (order.every(({ descending }) => descending === first!.descending)) {
    const columns = sql.join(order.map(({ column }) => column))
    const place = sql.join(values)
    return sql`(${columns}) ${sql.raw(first!.descending ? '<' : '>')} (${place})`
  }
  const { column, descending } = first!
  const [value = null, ...rest] = values
  const than = sql.raw(descending ? '<' : '>')
  return sql`(${column} ${than}= ${value} and (${column} ${than} ${value} or ${follows(others, rest)}))`
}
