import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import pg from 'pg'
import { LOCKS, LOCK_SESSION } from './locks.ts'
import { connectionOptions } from './primary.ts'

const SCHEMA = new URL('../../../schema/', import.meta.url)
const MIGRATIONS = new URL('../../../migrations/', import.meta.url)
/** The row of the table `migration` with the digest of the schema that the database has. */
const SCHEMA_ROW = 'schema'

/** The database and this version of the service do not belong together. */
export class MigrationError extends Error {}

const CREATE_TABLE = `
  create table migration (
    name text primary key,
    digest text not null,
    applied_at timestamptz not null default now()
  )`

type Migration = { name: string; text: string; digest: string }

/**
 * Creates the schema in an empty database, or applies pending migrations to an older one, each in
 * its own transaction. If several processes start together, one works and the others wait.
 */
export async function migrate(
  url: string,
  log: (message: string) => void = () => {},
): Promise<void> {
  const client = new pg.Client(connectionOptions(url))
  await client.connect()
  try {
    requireVersion(await readVersion(client))
    await client.query(LOCK_SESSION, [LOCKS.migration])
    const schema = await readSchema()
    const migrations = await readMigrations()
    const applied = await readApplied(client)
    if (applied.length === 0) {
      log('schema')
      return await inTransaction(client, 'The schema was not created', () =>
        createSchema(client, schema.text, [schema, ...migrations]),
      )
    }
    const { pending, changed, unknown, isCurrent } = compareSchema(applied, schema, migrations)
    if (unknown.length)
      throw new MigrationError(
        `The database belongs to another version of Reelay: it has ${unknown.join(', ')}. Start that version, or restore a backup of this one`,
      )
    if (changed.length)
      throw new MigrationError(
        `Migration ${changed[0]} was changed after it was applied. Install this version again`,
      )
    for (const migration of pending) {
      log(`migration ${migration.name}`)
      await inTransaction(client, `Migration ${migration.name} failed`, async () => {
        await client.query(migration.text)
        await record(client, migration)
      })
    }
    if (isCurrent) return
    if (pending.length === 0)
      throw new MigrationError(
        'The database has another schema than this version of Reelay, and no migration leads to it. Install the published files again',
      )
    await client.query('update migration set digest = $1 where name = $2', [
      schema.digest,
      SCHEMA_ROW,
    ])
  } finally {
    await client.end()
  }
}

export const POSTGRES_VERSIONS = { oldest: 16, newest: 18 }

type ServerVersion = { number: number; name: string }

async function readVersion(client: pg.Client): Promise<ServerVersion> {
  const { rows } = await client.query<ServerVersion>(
    `select current_setting('server_version_num')::int as number,
      current_setting('server_version') as name`,
  )
  return rows[0]!
}

export function requireVersion({ number, name }: ServerVersion): void {
  const { oldest, newest } = POSTGRES_VERSIONS
  const major = Math.floor(number / 10_000)
  if (major < oldest || major > newest)
    throw new MigrationError(
      `The database is a PostgreSQL ${name}. Reelay needs a version from ${oldest} to ${newest}`,
    )
}

/** Works in the transaction of the caller. Records what the schema contains. */
export async function createSchema(
  client: pg.Client,
  schema: string,
  contained: readonly AppliedMigration[],
): Promise<void> {
  await client.query(CREATE_TABLE)
  await client.query(schema)
  for (const migration of contained) await record(client, migration)
}

/** The files by module, in the order of their names. */
export async function readSchema(): Promise<Migration> {
  const texts = (await readFiles(SCHEMA)).map(({ text }) => text)
  const text = texts.join('\n')
  return { name: SCHEMA_ROW, text, digest: hash('sha256', text) }
}

/** Changes of the schema since the first release. */
export const readMigrations = (): Promise<Migration[]> => readFiles(MIGRATIONS)

async function readFiles(folder: URL): Promise<Migration[]> {
  if (!existsSync(folder)) return []
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, digest: hash('sha256', text) }
    }),
  )
}

async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `select to_regclass('migration') is not null as exists`,
  )
  if (!tables[0]!.exists) return []
  return (await client.query<AppliedMigration>('select name, digest from migration')).rows
}

export type AppliedMigration = Pick<Migration, 'name' | 'digest'>

/** What the rows of the table `migration` say about a database. */
export function compareSchema(
  applied: readonly AppliedMigration[],
  schema: Migration,
  migrations: readonly Migration[],
): { pending: Migration[]; changed: string[]; unknown: string[]; isCurrent: boolean } {
  const digests = new Map(applied.map(({ name, digest }) => [name, digest]))
  const names = new Set([SCHEMA_ROW, ...migrations.map(({ name }) => name)])
  return {
    pending: migrations.filter(({ name }) => !digests.has(name)),
    changed: migrations
      .filter(({ name, digest }) => digests.has(name) && digests.get(name) !== digest)
      .map(({ name }) => name),
    unknown: [...digests.keys()].filter((name) => !names.has(name)),
    isCurrent: digests.get(SCHEMA_ROW) === schema.digest,
  }
}

async function inTransaction(client: pg.Client, failure: string, work: () => Promise<void>) {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`${failure}: ${(cause as Error).message}`, { cause })
  }
}

const record = (client: pg.Client, { name, digest }: AppliedMigration) =>
  client.query('insert into migration (name, digest) values ($1, $2)', [name, digest])
