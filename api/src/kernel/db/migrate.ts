import { hash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import pg from 'pg'
import { LOCKS, LOCK_SESSION } from './locks.ts'
import { connectionOptions } from './primary.ts'

const FOLDER = new URL('../../../migrations/', import.meta.url)

/** The database and this version of the service do not belong together. */
export class MigrationError extends Error {}

const CREATE_TABLE = `
  create table if not exists migration (
    name text primary key,
    digest text not null,
    applied_at timestamptz not null default now()
  )`

/**
 * Applies all pending migrations, each in its own transaction. If several processes start together,
 * one migrates and the others wait.
 */
export async function migrate(
  url: string,
  log: (message: string) => void = () => {},
): Promise<void> {
  const client = new pg.Client(connectionOptions(url))
  await client.connect()
  try {
    await client.query(LOCK_SESSION, [LOCKS.migration])
    await client.query(CREATE_TABLE)
    const { rows } = await client.query<{ name: string; digest: string }>(
      'select name, digest from migration',
    )
    const applied = new Map(rows.map((row) => [row.name, row.digest]))
    const migrations = await readMigrations()
    const later = [...applied.keys()].filter(
      (name) => !migrations.some((migration) => migration.name === name),
    )
    if (later.length)
      throw new MigrationError(
        `The database belongs to a later version of Reelay: it has ${later.join(', ')}. Start that version, or restore an older backup`,
      )
    for (const migration of migrations) {
      const digest = applied.get(migration.name)
      if (digest === migration.digest) continue
      if (digest)
        throw new MigrationError(
          `Migration ${migration.name} was changed after it was applied. Install this version again`,
        )
      log(`migration ${migration.name}`)
      await apply(client, migration)
    }
  } finally {
    await client.end()
  }
}

type Migration = { name: string; text: string; digest: string }

/** Brings an empty schema to the state after these migrations, in the transaction of the caller. */
export async function applyMigrations(client: pg.Client, names: readonly string[]): Promise<void> {
  await client.query(CREATE_TABLE)
  for (const migration of await readMigrations())
    if (names.includes(migration.name)) await run(client, migration)
}

export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, FOLDER), 'utf8')
      return { name, text, digest: hash('sha256', text) }
    }),
  )
}

async function apply(client: pg.Client, migration: Migration) {
  await client.query('begin')
  try {
    await run(client, migration)
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`Migration ${migration.name} failed: ${(cause as Error).message}`, { cause })
  }
}

async function run(client: pg.Client, { name, text, digest }: Migration) {
  await client.query(text)
  await client.query('insert into migration (name, digest) values ($1, $2)', [name, digest])
}
