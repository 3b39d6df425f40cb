import type pg from 'pg'
import {
  HISTORY_ROWS,
  OWN_NUMBERS,
  REPLACED_COLUMNS,
  SHARED_ROWS,
  STUDIO_OBJECTS,
  STUDIO_ROWS,
  forStudio,
} from './contents.ts'
import type { LoadedTable } from './load-tables.ts'
import { inOrder, sharedConditions } from './references.ts'

/** Leaves only the rows of the studio in the temporary tables, and lists its objects. */
export async function keepRowsOf(client: pg.Client, studio: string): Promise<void> {
  const own = Object.entries({ ...STUDIO_ROWS, ...HISTORY_ROWS }).map(
    ([table, where]): [string, string] => [table, forStudio(where, studio)],
  )
  // A condition may read other tables, of which only foreign rows are deleted.
  await findFirst(client, 'temporary')
  for (const [table, where] of [...own, ...(await sharedConditions(client, studio))])
    await client.query(`delete from pg_temp.${table} where (${where}) is not true`)
  await client.query(`
    create temp table studio_object as
    select key, length from (${forStudio(STUDIO_OBJECTS, studio)}) named`)
  await findFirst(client, 'stored')
}

/** Which of two tables a name means: those of the database, or those of the import. */
export const findFirst = (client: pg.Client, tables: 'stored' | 'temporary') =>
  client.query(
    `select set_config('search_path', concat_ws(', ', ${
      tables === 'stored' ? `quote_ident(schema), 'pg_temp'` : `'pg_temp', quote_ident(schema)`
    }), false)
    from unnest(current_schemas(false)) schema where schema not like 'pg_temp%'`,
  )

/** `hadHistory`: the log has entries of the studio already, so none were inserted. */
export type InsertedRows = { rows: number; people: number; hadHistory: boolean }

export async function insertRows(
  client: pg.Client,
  studio: string,
  tables: readonly LoadedTable[],
): Promise<InsertedRows> {
  const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns]))
  await client.query(`
    insert into object (key, length) select key, length from pg_temp.studio_object
    on conflict (key) do nothing`)
  let [rows, people] = [0, 0]
  for (const table of await inOrder(client)) {
    const count = await insertTable(client, table, columnsOf.get(table)!, studio)
    rows += count
    if (table === 'person') people = count
  }
  const history = await insertHistory(client, studio, columnsOf.get('audit')!)
  return { rows: rows + (history ?? 0), people, hadHistory: history === undefined }
}

async function insertTable(
  client: pg.Client,
  table: string,
  columns: readonly string[],
  studio: string,
): Promise<number> {
  const own = OWN_NUMBERS[table] ?? []
  const inserted = columns.filter((column) => !own.includes(column))
  const isShared = table in SHARED_ROWS
  const { rowCount } = await client.query(`
    insert into ${table} (${inserted.join(', ')})
    select ${valuesOf(table, inserted, studio)} from pg_temp.${table} imported
    ${isShared ? `where not exists (select from ${table} existing where existing.id = imported.id)` : ''}
    ${own.includes('id') ? 'order by imported.id' : ''}`)
  return rowCount ?? 0
}

const valuesOf = (table: string, columns: readonly string[], studio: string): string =>
  columns.map((column) => forStudio(REPLACED_COLUMNS[table]?.[column] ?? column, studio)).join(', ')

/**
 * The entries get numbers before all others: the sealing would take later numbers for a sign that
 * earlier entries are sealed. Their chain goes on with the next entry of the studio.
 */
async function insertHistory(
  client: pg.Client,
  studio: string,
  columns: readonly string[],
): Promise<number | undefined> {
  const { rows } = await client.query('select from audit_link where chain = $1 limit 1', [studio])
  if (rows.length) return undefined
  await client.query(`
    create temp table audit_number on commit drop as
    select a.number as old, least((select min(number) from audit), 1)
      - count(*) over () + row_number() over (order by a.number) - 1 as number
    from pg_temp.audit a
    where exists (select from pg_temp.audit_link l where l.number = a.number)`)
  const others = columns.filter((column) => column !== 'number')
  const { rowCount } = await client.query(`
    insert into audit (number, ${others.join(', ')}) overriding system value
    select numbered.number, ${valuesOf('audit', others, studio)}
    from pg_temp.audit entry
    join pg_temp.audit_number numbered on numbered.old = entry.number`)
  await client.query(`
    insert into audit_checkpoint select * from pg_temp.audit_checkpoint`)
  await client.query(`
    insert into audit_link (chain, position, number, sealed_at, hash)
    select l.chain, l.position, numbered.number, l.sealed_at, l.hash
    from pg_temp.audit_link l
    join pg_temp.audit_number numbered on numbered.old = l.number`)
  return rowCount ?? 0
}
