// Frequent reads are built and compiled once for each shape of their statement. Later only the
// values change, which saves 200 µs of reading a work request.
import { CompiledQuery, sql, type RawBuilder } from 'kysely'
import type { Db } from './connect.ts'

/** Callers with the same `key` share the text of a statement and fill in their own `values`. */
export type StatementShape<T> = { key: string; open: T; values: Record<string, unknown> }

/** For a statement that has only one shape. */
export const SINGLE_SHAPE: StatementShape<undefined> = { key: '', open: undefined, values: {} }

class Param {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A parameter that is filled in when the statement runs. */
export const param = (name: string): RawBuilder<unknown> => sql`${new Param(name)}`

const MAX_SHAPES = 200

export type CompiledText = { text: string; values: unknown[] }
type Compile<T> = (db: Db, shape: StatementShape<T>, more: Record<string, unknown>) => CompiledText

/** The text of a statement with the values of its parameters. */
export function compileOnce<T>(build: (open: T) => RawBuilder<unknown>): Compile<T> {
  const compiled = new Map<string, CompiledQuery>()
  return (db, shape, more) => {
    const statement = compiled.get(shape.key) ?? build(shape.open).compile(db)
    if (compiled.size < MAX_SHAPES) compiled.set(shape.key, statement)
    const all = { ...shape.values, ...more }
    return {
      text: statement.sql,
      values: statement.parameters.map((value) =>
        value instanceof Param ? all[value.name] : value,
      ),
    }
  }
}

export function prepared<T, Row>(build: (open: T) => RawBuilder<Row>) {
  const compile = compileOnce(build)
  return async (
    db: Db,
    shape: StatementShape<T>,
    more: Record<string, unknown>,
  ): Promise<Row[]> => {
    const { text, values } = compile(db, shape, more)
    return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
  }
}
