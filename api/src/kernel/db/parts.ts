// A record and the rows of other tables that belong to it, for many records in one statement: each
// table is read once, by the ids of all records. A sub-select for each field of each record would cost
// ten times as much, most of it before the first row is read.
import { columnArraysJson, rowsFromColumns, type ColumnArrays } from './column-json.ts'
import { sql, type Sql } from './sql.ts'

type Parts = Record<string, object[]>
type PartColumns<P extends Parts> = {
  [N in keyof P]: Sql<ColumnArrays<P[N][number]>>
}
/** The columns and the tables, with a condition, of each part. */
export type PartSources<P extends Parts> = {
  [N in keyof P]: { columns: PartColumns<P>[N]; from: Sql }
}
export type PartRow<P extends Parts> = { [N in keyof P]: ColumnArrays<P[N][number]> }

/** Once for a module: composing them each time would take longer than the rest of the statement. */
export const partColumns = <P extends Parts>(columns: {
  [N in keyof P]: { [C in keyof P[N][number]]: Sql }
}): PartColumns<P> =>
  Object.fromEntries(
    Object.entries<Record<string, Sql>>(columns).map(([name, part]) => [
      name,
      columnArraysJson(part),
    ]),
  ) as PartColumns<P>

export const selectParts = <P extends Parts>(sources: PartSources<P>) => sql<PartRow<P>>`select
  ${sql.join(
    Object.entries(sources).map(
      ([name, { columns, from }]) => sql`(select ${columns} from ${from}) as ${sql.ref(name)}`,
    ),
  )}`

export const partsOf = <P extends Parts>(row: PartRow<P>): P =>
  Object.fromEntries(
    Object.entries(row).map(([name, columns]) => [
      name,
      rowsFromColumns(columns as ColumnArrays<object>),
    ]),
  ) as P

/** Rows by a value of theirs. */
export function groupRows<T>(rows: readonly T[], key: (row: T) => string): (value: string) => T[] {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(key(row))
    if (group) group.push(row)
    else groups.set(key(row), [row])
  }
  return (value) => groups.get(value) ?? []
}
