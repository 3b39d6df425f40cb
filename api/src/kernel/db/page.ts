import { sql, type RawBuilder } from 'kysely'
import { limitOf, type Page, type Range } from '../http/range.ts'
import type { Db } from './connect.ts'

type Sql = RawBuilder<unknown>
export type Source = { columns: Sql; from: Sql; where: Sql }

/** One record, or none, in one statement. */
export async function one<T>(db: Db, { columns, from, where }: Source): Promise<T | undefined> {
  const { rows } = await sql<T>`select ${columns} from ${from} where ${where} limit 1`.execute(db)
  return rows[0]
}

/** A page and its total in one statement. Keys are found first, so that the columns are worked out for the page alone. */
export async function page<T>(db: Db, range: Range, { columns, from, where, order, key }: Source & { order: Sql; key: Sql }): Promise<Page<T>> {
  const { rows } = await sql<Page<T>>`
    select
      (select count(*) from ${from} where ${where}) as total,
      coalesce((
        select json_agg(item order by chosen.place)
        from (select ${key} as key, row_number() over (order by ${order}) as place from ${from} where ${where} order by ${order} offset ${range.first} limit ${limitOf(range)}) chosen
        cross join lateral (select ${columns} from ${from} where ${key} = chosen.key) item
      ), '[]') as items`.execute(db)
  return rows[0]!
}

export const all = (...conditions: Sql[]): Sql => sql.join(conditions.map((condition) => sql`(${condition})`), sql` and `)

/** A part of the folded name; `%`, `_` and `\` in what was typed mean themselves. */
export const matches = (column: Sql, typed: string): Sql => sql`${column} like '%' || regexp_replace(fold(${typed}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`
