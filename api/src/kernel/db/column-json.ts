// Many rows as one JSON value with an array for each column. PostgreSQL looks up the types of a JSON
// object again for each row, but those of an array once, so objects take three times as long.
import { sql, type Sql } from './sql.ts'

/** Null without rows. */
export type ColumnArrays<T> = { [K in keyof T]: T[K][] | null }

/** An aggregate over rows. */
export const columnArraysJson = <T extends object>(columns: { [C in keyof T]: Sql }) =>
  sql<ColumnArrays<T>>`json_build_object(${sql.join(
    Object.entries<Sql>(columns).map(([name, value]) => sql`${sql.lit(name)}, array_agg(${value})`),
  )})`

export function rowsFromColumns<T extends object>(columns: ColumnArrays<T>): T[] {
  const names = Object.keys(columns) as (keyof T)[]
  const rows = (columns[names[0]!] ?? []).map(() => ({}) as T)
  for (const name of names) {
    const values = columns[name]
    for (let index = 0; index < rows.length; index++) rows[index]![name] = values![index]!
  }
  return rows
}
