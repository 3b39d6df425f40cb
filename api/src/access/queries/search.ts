// Searches by name with the trigram indexes, which policies bar (docs/decisions/0079).
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { matches, patternOf } from '../../kernel/db/page.ts'

type Sql = RawBuilder<unknown>
/** Over a table with this alias. */
type NameCondition = (alias: Sql) => Sql

/** The index needs three characters in a row. */
const INDEXABLE = /[\p{L}\p{N}]{3}/u
/**
 * Like `matches`, for a column with a trigram index and without a policy. A shorter text is compared
 * with an expression that has no index: reading the whole index takes twice the time.
 */
export const matchesIndexed = (column: Sql, search: string): Sql =>
  matches(INDEXABLE.test(search) ? column : sql`(${column} || '')`, search)
/** For more hits, comparing all names of the studios takes less time. */
const MAX_HITS = 1_000

/** Returns the condition that the name of a row contains the search text. */
export async function findByName(
  db: Db,
  table: 'asset' | 'project' | 'file',
  search: string,
): Promise<NameCondition> {
  const byComparison: NameCondition = (alias) => matches(sql`${alias}.name_folded`, search)
  if (!INDEXABLE.test(search)) return byComparison
  const { rows } = await sql<{ id: string }>`
    select ${sql.raw(`search_${table}s`)}(${patternOf(search)}) as id
    limit ${MAX_HITS + 1}`.execute(db)
  if (rows.length > MAX_HITS) return byComparison
  return (alias) => sql`${alias}.id = any (${rows.map(({ id }) => id)}::text[])`
}
