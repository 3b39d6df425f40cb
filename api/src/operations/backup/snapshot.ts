import { join } from 'node:path'
import pg from 'pg'
import { copyOut } from '../../kernel/db/copy.ts'
import { OBJECT_LIST, type Manifest } from './repository.ts'
import { writeText } from './text.ts'

/**
 * What the slices say of their rows: the kernel knows none of them. All of it is SQL that nobody
 * from outside has a part in.
 */
export type SnapshotPlan = {
  /** `key` and `length` of every object that a row names. */
  objects: string
  /** Of some tables not all rows: the condition for those that go in. */
  only: Record<string, string>
}

type Snapshot = Pick<Manifest, 'postgres' | 'migrations' | 'tables' | 'sequences' | 'objects'>
type Table = { name: string; columns: string[] }

/**
 * All tables as they were at one moment, whatever is written meanwhile; nobody waits for it but who
 * changes the schema.
 */
export async function takeSnapshot(
  client: pg.Client,
  folder: string,
  { objects, only }: SnapshotPlan,
): Promise<Snapshot> {
  await client.query('begin isolation level repeatable read, read only')
  // The text must not depend on who asks, nor the order of rows on who else reads the table.
  await client.query(
    `set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local extra_float_digits = 3; set local bytea_output = 'hex'; set local synchronize_seqscans = off`,
  )
  const found = await listTables(client)
  await client.query(`lock table ${found.map(({ name }) => name).join(', ')} in access share mode`)
  const tables: Manifest['tables'] = []
  for (const { name, columns } of found) {
    const where = only[name] ? ` where ${only[name]}` : ''
    tables.push({
      name,
      columns,
      ...(await writeText(
        copyOut(client, `copy (select ${columns.join(', ')} from ${name}${where}) to stdout`),
        join(folder, `${name}.zst`),
      )),
    })
  }
  const list = await writeText(
    copyOut(client, `copy (select key, length from (${objects}) named order by key) to stdout`),
    join(folder, `${OBJECT_LIST}.zst`),
  )
  const {
    rows: [facts],
  } = await client.query<{ size: number; postgres: string; migrations: Manifest['migrations'] }>(`
    select (select coalesce(sum(length), 0) from (${objects}) named)::float8 as size, current_setting('server_version') as postgres, (select json_agg(json_build_object('name', name, 'digest', digest) order by name) from migration) as migrations`)
  const { size, ...about } = facts!
  const sequences = await readSequences(client)
  await client.query('commit')
  return { ...about, tables, sequences, objects: { ...list, size } }
}

/**
 * What a crash may empty (unlogged) is not worth a place: presence, refused sign-ins, documents
 * that are put together anew.
 */
async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select quote_ident(c.relname) as name, (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c where c.relkind = 'r' and c.relpersistence = 'p' and c.relnamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by c.relname`)
  return rows
}

/**
 * They know no snapshot: what is read now may be ahead of the rows, which costs a gap in the
 * numbers and nothing else.
 */
async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relkind = 'S' and relnamespace = current_schema()::regnamespace order by relname`,
  )
  const sequences: Manifest['sequences'] = []
  for (const { name } of rows) {
    const {
      rows: [at],
    } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${name}`,
    )
    sequences.push({ name, ...at! })
  }
  return sequences
}
