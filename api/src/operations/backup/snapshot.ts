import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { OBJECT_LIST, SCHEMA, type ExportedStudio, type Manifest } from './repository.ts'
import { writeText } from './text.ts'
import { readSchema } from '../../kernel/db/migrate.ts'

/** SQL of `contents.ts`. It contains no user input. */
export type SnapshotPlan = {
  /** Selects `key` and `length` of every referenced object. */
  objects: string
  /** Conditions for tables of which only some rows are backed up. */
  only: Record<string, string>
  /** An export contains one studio, and only the tables of `only`. */
  studio?: ExportedStudio
  /** Expressions that are written instead of columns. */
  replaced?: Record<string, Record<string, string>>
}

type Snapshot = Pick<
  Manifest,
  'postgres' | 'migrations' | 'schema' | 'keys' | 'tables' | 'sequences' | 'objects'
>
type Table = { name: string; columns: string[] }

/** Copies all tables as of one moment. It blocks schema changes only. */
export async function takeSnapshot(
  client: pg.Client,
  folder: string,
  { objects, only, studio, replaced = {} }: SnapshotPlan,
): Promise<Snapshot> {
  await client.query('begin isolation level repeatable read, read only')
  // Makes the text independent of server settings, and the row order of concurrent readers.
  await client.query(`
    set local datestyle = 'ISO, YMD';
    set local timezone = 'UTC';
    set local extra_float_digits = 3;
    set local bytea_output = 'hex';
    set local synchronize_seqscans = off`)
  const selected = (await listTables(client)).filter(({ name }) => !studio || name in only)
  await client.query(
    `lock table ${selected.map(({ name }) => name).join(', ')} in access share mode`,
  )
  const tables: Manifest['tables'] = []
  for (const { name, columns } of selected) {
    const where = only[name] ? ` where ${only[name]}` : ''
    const values = columns.map((column) => replaced[name]?.[column] ?? column).join(', ')
    tables.push({
      name,
      columns,
      ...(await writeText(
        client.query(copyTo(`copy (select ${values} from ${name}${where}) to stdout`)),
        join(folder, `${name}.zst`),
      )),
    })
  }
  const list = await writeText(
    client.query(
      copyTo(`copy (select key, length from (${objects}) named order by key) to stdout`),
    ),
    join(folder, `${OBJECT_LIST}.zst`),
  )
  const schema = await writeText(
    Readable.from([Buffer.from((await readSchema()).text)]),
    join(folder, `${SCHEMA}.zst`),
  )
  const {
    rows: [contents],
  } = await client.query<{
    size: number
    postgres: string
    migrations: Manifest['migrations']
    keys: string[]
  }>(`
    select (select coalesce(sum(length), 0) from (${objects}) named)::float8 as size,
      current_setting('server_version') as postgres,
      (
        select json_agg(json_build_object('name', name, 'digest', digest) order by name)
        from migration
      ) as migrations,
      array(select id from encryption_key order by id) as keys`)
  const { size, ...about } = contents!
  const sequences = await readSequences(client)
  await client.query('commit')
  return { ...about, schema, tables, sequences, objects: { ...list, size } }
}

/** Unlogged tables are left out: presence, failed sign-ins and cached documents. */
async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select quote_ident(c.relname) as name, (
      select array_agg(quote_ident(a.attname) order by a.attnum)
      from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    ) as columns
    from pg_class c
    where c.relkind = 'r' and c.relpersistence = 'p'
      and c.relnamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname`)
  return rows
}

/** Sequences ignore snapshots, so they may be ahead of the rows. That only leaves a gap. */
async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
    where relkind = 'S' and relnamespace = current_schema()::regnamespace order by relname`,
  )
  const sequences: Manifest['sequences'] = []
  for (const { name } of rows) {
    const {
      rows: [position],
    } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${name}`,
    )
    sequences.push({ name, ...position! })
  }
  return sequences
}
