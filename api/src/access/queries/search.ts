// Searches by name with the trigram indexes, which policies bar (docs/decisions/0008).
import type { Db } from '../../kernel/db/connect.ts'
import { matches, patternOf } from '../../kernel/db/page.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'

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

/** Whether the name of a row contains the search text. `isCommon`: many names do. */
export type FoundNames = { condition: NameCondition; isCommon: boolean }

export async function findByName(
  db: Db,
  table: 'asset' | 'project' | 'file',
  search: string,
): Promise<FoundNames> {
  const ids = INDEXABLE.test(search) ? await findIds(db, [table], search) : undefined
  return ids
    ? {
        condition: (alias) => sql`${alias}.id = any (${ids[table]}::text[])`,
        isCommon: false,
      }
    : { condition: (alias) => matches(sql`${alias}.name_folded`, search), isCommon: true }
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

/** The searched column of tables that can have many rows. */
const COLUMNS = {
  asset: sql`name_folded`,
  file: sql`name_folded`,
  work_request: sql`instructions_folded`,
}
const SAMPLED: Partial<Record<Searched, Sql>> = COLUMNS
const SAMPLE = 200
const MANY_IN_SAMPLE = 20

/**
 * Whether a few rows of a table already contain the text so often that there are probably too many:
 * the index would read all of them before it returns the first.
 */
function isInSample(tables: readonly Searched[], search: string): Sql {
  const counts = tables.flatMap((table) => {
    const column = SAMPLED[table]
    return column
      ? sql`(select count(*) from (
          select ${column} as text from ${sql.ref(table)} limit ${sql.lit(SAMPLE)}) sample
        where ${matches(sql`sample.text`, search)}) > ${sql.lit(MANY_IN_SAMPLE)}`
      : []
  })
  return counts.length > 0 ? sql`(${sql.join(counts, sql` or `)})` : sql`false`
}

/** For a common text: so many rows are compared, of which many match. */
const NEWEST = 2_000
/** The indexes by time begin with the studio and have only these rows. */
const LISTED = {
  asset: sql`archived_at is null`,
  file: sql`removed_at is null`,
  work_request: sql`true`,
}

/**
 * The ids of some rows of a table that contain the text. For a common one, some of the newest: an index
 * would find all that match before it returns the first.
 */
export const someIdsByText = (table: keyof typeof COLUMNS, search: string, limit: number): Sql => {
  const isCommon = isInSample([table], search)
  return sql`
    (select ${sql.raw(`search_${table}s`)}(${patternOf(search)}) where not ${isCommon}
      limit ${sql.lit(limit)})
    union all
    select newest.id
    from studio cross join lateral (
      select id, ${COLUMNS[table]} as text from ${sql.ref(table)}
      where studio_id = studio.id and ${isCommon} and ${LISTED[table]}
      order by created_at desc limit ${sql.lit(NEWEST)}) newest
    where ${matches(sql`newest.text`, search)}`
}

async function findIds<Table extends Searched>(
  db: Db,
  tables: readonly Table[],
  search: string,
): Promise<Record<Table, string[]> | undefined> {
  const columns = tables.map(
    (table) => sql`case when not sample.common then array(
      select ${sql.raw(`search_${table}s`)}(${patternOf(search)})
      limit ${MAX_HITS + 1}) end as ${sql.ref(table)}`,
  )
  const { rows } = await sql<Record<Table, string[] | null>>`
    with sample as materialized (select ${isInSample(tables, search)} as common)
    select ${sql.join(columns)} from sample`.execute(db)
  const ids = rows[0]!
  return tables.some((table) => (ids[table]?.length ?? Infinity) > MAX_HITS)
    ? undefined
    : (ids as Record<Table, string[]>)
}
