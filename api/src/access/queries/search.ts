// Searches by name with the trigram indexes, which policies bar (docs/decisions/0079).
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { matches, patternOf } from '../../kernel/db/page.ts'

type Sql = RawBuilder<unknown>
/** Over a table with this alias. */
type NameCondition = (alias: Sql) => Sql

/** The index needs three characters in a row. */
const INDEXABLE = /[\p{L}\p{N}]{3}/u
export const isIndexable = (search: string): boolean => INDEXABLE.test(search)
/**
 * Like `matches`, for a column with a trigram index and without a policy. A shorter text is compared
 * with an expression that has no index: reading the whole index takes twice the time.
 */
export const matchesIndexed = (column: Sql, search: string): Sql =>
  matches(INDEXABLE.test(search) ? column : sql`(${column} || '')`, search)
/** For more hits, comparing all names of the studios takes less time. */
const MAX_HITS = 1_000

/**
 * Returns the condition that the name of a row contains the search text. An audit entry has three:
 * those of the record, of the person and of the action.
 */
export async function findByName(
  db: Db,
  table: 'asset' | 'project' | 'file' | 'audit',
  search: string,
): Promise<NameCondition> {
  const found = INDEXABLE.test(search) ? await findIds(db, [table], search) : undefined
  const column = table === 'audit' ? sql`search` : sql`name_folded`
  return found
    ? (alias) => sql`${alias}.id = any (${found[table]}::text[])`
    : (alias) => matches(sql`${alias}.${column}`, search)
}

type Searched = 'asset' | 'project' | 'file' | 'work_request' | 'audit'

/**
 * The ids of rows of each table whose name, or instructions for a work request, contain the search
 * text. Undefined if an index cannot find them, or if a table has too many.
 */
export async function findIdsByText<Table extends Searched>(
  db: Db,
  tables: readonly Table[],
  search: string,
): Promise<Record<Table, string[]> | undefined> {
  return INDEXABLE.test(search) ? findIds(db, tables, search) : undefined
}

async function findIds<Table extends Searched>(
  db: Db,
  tables: readonly Table[],
  search: string,
): Promise<Record<Table, string[]> | undefined> {
  const columns = tables.map(
    (table) => sql`array(
      select ${sql.raw(`search_${table}s`)}(${patternOf(search)})
      limit ${MAX_HITS + 1}) as ${sql.ref(table)}`,
  )
  const { rows } = await sql<Record<Table, string[]>>`select ${sql.join(columns)}`.execute(db)
  return tables.some((table) => rows[0]![table].length > MAX_HITS) ? undefined : rows[0]
}
