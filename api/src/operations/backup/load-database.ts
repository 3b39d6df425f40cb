import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { createSchema, readMigrations, readSchema } from '../../kernel/db/migrate.ts'
import { BackupError, type Manifest, type BackupRepository } from './repository.ts'
import { readText } from './text.ts'
import { SCHEMA } from './repository.ts'
import { connectionOptions } from '../../kernel/db/primary.ts'

/**
 * Rows only fit the schema they come from, which the backup contains. The service applies newer
 * migrations when it starts.
 */
export async function requireKnownSchema({ migrations, studio }: Manifest): Promise<void> {
  if (studio)
    throw new BackupError(
      `This is an export of the studio ${studio.slug}, not a backup. Use import-studio`,
    )
  const { name: schema } = await readSchema()
  const digests = new Map((await readMigrations()).map(({ name, digest }) => [name, digest]))
  const unknown = migrations.find(
    ({ name, digest }) => name !== schema && digests.get(name) !== digest,
  )
  if (unknown)
    throw new BackupError(
      `The backup is from another version of Reelay: its migration ${unknown.name} is ${digests.has(unknown.name) ? 'different' : 'unknown'} here. Restore it with that version or a later one`,
    )
}

export const requireEmptyDatabase = (url: string): Promise<void> =>
  connected(url, async (client) => {
    const { rows } = await client.query(`
      select from pg_class c
      where c.relkind in ('r', 'p', 'v', 'S') and c.relnamespace = current_schema()::regnamespace
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      limit 1`)
    if (rows.length)
      throw new BackupError(
        'The database of DATABASE_URL is not empty. Restore into an empty database',
      )
  })

/** Loads everything in one transaction. */
export const loadDatabase = (
  url: string,
  repository: BackupRepository,
  manifest: Manifest,
): Promise<void> =>
  connected(url, async (client) => {
    await client.query('begin')
    await createSchema(client, await readSchemaOf(repository, manifest), [])
    await client.query(`set local maintenance_work_mem = '256MB'`)
    const dropped = await dropConstraints(client)
    for (const { name, columns, ...expected } of manifest.tables) {
      const { chunks, findError } = readText(repository.textPath(manifest.name, name), expected)
      const copy = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))
      await pipeline(chunks, copy)
      const rows = copy.rowCount
      const error =
        findError() ??
        (rows === expected.rows ? undefined : `${rows} of ${expected.rows} rows were loaded`)
      if (error)
        throw new BackupError(
          `${repository.textPath(manifest.name, name)} is damaged: ${error}. Nothing was restored`,
        )
    }
    for (const { name, value, called } of manifest.sequences)
      await client.query('select setval($1, $2, $3)', [name, value, called])
    await recreateConstraints(client, dropped)
    await client.query('commit')
    await client.query('analyze')
  })

async function readSchemaOf(repository: BackupRepository, manifest: Manifest): Promise<string> {
  const path = repository.textPath(manifest.name, SCHEMA)
  const { chunks, findError } = readText(path, manifest.schema)
  const text = Buffer.concat(await Array.fromAsync(chunks)).toString()
  const error = findError()
  if (error) throw new BackupError(`${path} is damaged: ${error}. Nothing was restored`)
  return text
}

/** SQL to drop and to recreate an index or a constraint. */
type DroppedObject = { drop: string; create: string }

const TABLES = `
  select quote_ident(relname) as name from pg_class
  where relkind = 'r' and relnamespace = current_schema()::regnamespace`
const FOREIGN_KEYS = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format(
      'alter table %s add constraint %I %s',
      conrelid::regclass, conname, pg_get_constraintdef(oid)
    ) as create
  from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`
/** Indexes without a constraint. Created last, two million audit rows load in 60 s, not 104. */
const INDEXES = `
  select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as create
  from pg_index i join pg_class c on c.oid = i.indrelid
  where c.relnamespace = current_schema()::regnamespace
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`

/**
 * Tables are loaded one by one, so foreign keys must not be checked yet, and triggers must not run a
 * second time. Dropping foreign keys only needs the owner of the schema, while
 * session_replication_role needs a superuser, which managed PostgreSQL does not offer. Recreating a
 * foreign key checks all rows.
 */
async function dropConstraints(client: pg.Client): Promise<DroppedObject[]> {
  const dropped = [
    ...(await client.query<DroppedObject>(INDEXES)).rows,
    ...(await client.query<DroppedObject>(FOREIGN_KEYS)).rows,
  ]
  for (const { drop } of dropped.toReversed()) await client.query(drop)
  const { rows: tables } = await client.query<{ name: string }>(TABLES)
  for (const { name } of tables) {
    await client.query(`alter table ${name} disable trigger user`)
    // COPY cannot load a table whose owner is subject to row-level security.
    await client.query(`alter table ${name} no force row level security`)
  }
  // The backup contains the rows that the schema inserts, in their current state.
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  return dropped
}

async function recreateConstraints(client: pg.Client, dropped: DroppedObject[]) {
  for (const { create } of dropped) await client.query(create)
  const { rows: tables } = await client.query<{ name: string }>(TABLES)
  for (const { name } of tables) {
    await client.query(`alter table ${name} enable trigger user`)
    await client.query(`alter table ${name} force row level security`)
  }
}

export async function connected<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...connectionOptions(url),
    application_name: 'reelay restore',
    options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
  })
  client.on('error', () => {
    // The pending query rejects with the same error.
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
