// A read that happens all the time is built and compiled once for each shape its statement can
// take. Afterwards only its
// values change: for a work request that is 200 µs less of a request.
import { CompiledQuery, sql, type RawBuilder } from 'kysely'
import type { Db } from './connect.ts'

/**
 * What a statement is built for: readers with the same key get the same text, with `values` in its
 * places.
 */
export type StatementShape<T> = { key: string; open: T; values: Record<string, unknown> }

/** For a statement that has but one shape. */
export const SINGLE_SHAPE: StatementShape<undefined> = { key: '', open: undefined, values: {} }

class Param {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A place in a statement that is filled when it runs. */
export const param = (name: string): RawBuilder<unknown> => sql`${new Param(name)}`

const MOST_SHAPES = 200

export function prepared<T, Row>(build: (open: T) => RawBuilder<Row>) {
  const known = new Map<string, CompiledQuery<Row>>()
  return async (
    db: Db,
    { key, open, values }: StatementShape<T>,
    more: Record<string, unknown>,
  ): Promise<Row[]> => {
    const statement = known.get(key) ?? build(open).compile(db)
    if (known.size < MOST_SHAPES) known.set(key, statement)
    const given = { ...values, ...more }
    const filled = statement.parameters.map((value) =>
      value instanceof Param ? given[value.name] : value,
    )
    return (await db.executeQuery<Row>(CompiledQuery.raw(statement.sql, filled))).rows
  }
}
