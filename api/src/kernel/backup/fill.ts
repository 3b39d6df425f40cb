import pg from 'pg'
import { copyIn } from '../db/copy.ts'
import { applyWithin, readSteps } from '../db/migrate.ts'
import { BackupFault, type Manifest, type Shelf } from './shelf.ts'
import { readText } from './text.ts'

/** Rows fit the schema they were taken from: that one is made here, step by step, and the service takes it further when it starts. */
export async function refuseOtherSchema({ migrations }: Manifest): Promise<void> {
  const known = new Map((await readSteps()).map(({ name, digest }) => [name, digest]))
  const strange = migrations.find(({ name, digest }) => known.get(name) !== digest)
  if (strange) throw new BackupFault(`The backup was made by another version of Reelay: its migration ${strange.name} is ${known.has(strange.name) ? 'another here' : 'not known here'}. Restore it with that version, or a later one`)
}

export const refuseFilled = (url: string): Promise<void> => connected(url, async (client) => {
  const { rows } = await client.query(`
    select from pg_class c where c.relkind in ('r', 'p', 'v', 'S') and c.relnamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`)
  if (rows.length) throw new BackupFault('The database of DATABASE_URL is not empty. A backup is restored into an empty database')
})

/** One transaction: all of it or nothing. */
export const fillDatabase = (url: string, shelf: Shelf, manifest: Manifest): Promise<void> => connected(url, async (client) => {
  await client.query('begin')
  await applyWithin(client, manifest.migrations.map(({ name }) => name))
  await client.query(`set local maintenance_work_mem = '256MB'`)
  const foreignKeys = await setRulesAside(client)
  for (const { name, columns, ...promised } of manifest.tables) {
    const { pieces, fault } = readText(shelf.textOf(manifest.name, name), promised)
    const rows = await copyIn(client, `copy ${name} (${columns.join(', ')}) from stdin`, pieces)
    const found = fault() ?? (rows === promised.rows ? undefined : `${rows} of ${promised.rows} rows were taken`)
    if (found) throw new BackupFault(`${shelf.textOf(manifest.name, name)} is damaged: ${found}. Nothing was restored`)
  }
  for (const { name, value, called } of manifest.sequences) await client.query('select setval($1, $2, $3)', [name, value, called])
  await putRulesBack(client, foreignKeys)
  await client.query('commit')
  await client.query('analyze')
})

type ForeignKey = { table: string; name: string; rule: string }
const TABLES = `select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`

/**
 * Rows come table by table, and a trigger would do a second time what it has done. To set foreign keys aside and back is a right of every owner of a schema,
 * where to silence them (session_replication_role) is one of superusers, whom a rented PostgreSQL does not give. And put back, each is held against all rows.
 */
async function setRulesAside(client: pg.Client): Promise<ForeignKey[]> {
  const { rows: foreignKeys } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as rule from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`)
  for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`)
  const { rows: tables } = await client.query<{ name: string }>(TABLES)
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
  // What migrations put in is in the backup too, as it has become since.
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  return foreignKeys
}

async function putRulesBack(client: pg.Client, foreignKeys: ForeignKey[]) {
  for (const { table, name, rule } of foreignKeys) await client.query(`alter table ${table} add constraint ${name} ${rule}`)
  const { rows: tables } = await client.query<{ name: string }>(TABLES)
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'reelay restore', options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0' })
  client.on('error', () => { /* Whoever waits for an answer is told. */ })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
