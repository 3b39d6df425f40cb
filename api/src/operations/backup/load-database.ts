import pg from 'pg'
import { copyIn } from '../../kernel/db/copy.ts'
import { applyMigrations, readMigrations } from '../../kernel/db/migrate.ts'
import { BackupError, type Manifest, type BackupRepository } from './repository.ts'
import { readText } from './text.ts'

/**
 * Rows fit the schema they were taken from: that one is made here, step by step, and the service
 * takes it further when it starts.
 */
export async function requireKnownSchema({ migrations }: Manifest): Promise<void> {
  const known = new Map((await readMigrations()).map(({ name, digest }) => [name, digest]))
  const strange = migrations.find(({ name, digest }) => known.get(name) !== digest)
  if (strange)
    throw new BackupError(
      `The backup was made by another version of Reelay: its migration ${strange.name} is ${known.has(strange.name) ? 'another here' : 'not known here'}. Restore it with that version, or a later one`,
    )
}

export const requireEmptyDatabase = (url: string): Promise<void> =>
  connected(url, async (client) => {
    const { rows } = await client.query(`
    select from pg_class c where c.relkind in ('r', 'p', 'v', 'S') and c.relnamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`)
    if (rows.length)
      throw new BackupError(
        'The database of DATABASE_URL is not empty. A backup is restored into an empty database',
      )
  })

/** One transaction: all of it or nothing. */
export const loadDatabase = (
  url: string,
  shelf: BackupRepository,
  manifest: Manifest,
): Promise<void> =>
  connected(url, async (client) => {
    await client.query('begin')
    await applyMigrations(
      client,
      manifest.migrations.map(({ name }) => name),
    )
    await client.query(`set local maintenance_work_mem = '256MB'`)
    const aside = await dropConstraints(client)
    for (const { name, columns, ...promised } of manifest.tables) {
      const { pieces, fault } = readText(shelf.textPath(manifest.name, name), promised)
      const rows = await copyIn(client, `copy ${name} (${columns.join(', ')}) from stdin`, pieces)
      const found =
        fault() ??
        (rows === promised.rows ? undefined : `${rows} of ${promised.rows} rows were taken`)
      if (found)
        throw new BackupError(
          `${shelf.textPath(manifest.name, name)} is damaged: ${found}. Nothing was restored`,
        )
    }
    for (const { name, value, called } of manifest.sequences)
      await client.query('select setval($1, $2, $3)', [name, value, called])
    await recreateConstraints(client, aside)
    await client.query('commit')
    await client.query('analyze')
  })

/** How it is taken away, and how it comes back. */
type DroppedObject = { drop: string; make: string }

const TABLES = `select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`
const FOREIGN_KEYS = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop, format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
  from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`
/**
 * Those that are no constraint: made over all rows at once, two million of the audit were back in
 * 60 s instead of 104.
 */
const INDEXES = `
  select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as make
  from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = current_schema()::regnamespace and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`

/**
 * Rows come table by table, and a trigger would do a second time what it has done. To set foreign
 * keys aside and back is a right of every owner of a schema,
 * where to silence them (session_replication_role) is one of superusers, whom a rented PostgreSQL
 * does not give. And put back, each is held against all rows.
 */
async function dropConstraints(client: pg.Client): Promise<DroppedObject[]> {
  const aside = [
    ...(await client.query<DroppedObject>(INDEXES)).rows,
    ...(await client.query<DroppedObject>(FOREIGN_KEYS)).rows,
  ]
  for (const { drop } of aside.toReversed()) await client.query(drop)
  const { rows: tables } = await client.query<{ name: string }>(TABLES)
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
  // What migrations put in is in the backup too, as it has become since.
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  return aside
}

async function recreateConstraints(client: pg.Client, aside: DroppedObject[]) {
  for (const { make } of aside) await client.query(make)
  const { rows: tables } = await client.query<{ name: string }>(TABLES)
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'reelay restore',
    options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
  })
  client.on('error', () => {
    /* Whoever waits for an answer is told. */
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
