import { hash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import pg from 'pg'
import { LOCKS, LOCK_SESSION } from './locks.ts'

const FOLDER = new URL('../../../migrations/', import.meta.url)

const KEPT =
  'create table if not exists migration (name text primary key, digest text not null, applied_at timestamptz not null default now())'

/**
 * Brings a database up to date. Each file is one transaction; of several nodes that start together
 * one works and the others wait.
 */
export async function migrate(
  url: string,
  log: (message: string) => void = () => {},
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(LOCK_SESSION, [LOCKS.migration])
    await client.query(KEPT)
    const { rows } = await client.query<{ name: string; digest: string }>(
      'select name, digest from migration',
    )
    const applied = new Map(rows.map((row) => [row.name, row.digest]))
    const steps = await readMigrations()
    const later = [...applied.keys()].filter((name) => !steps.some((step) => step.name === name))
    if (later.length)
      throw new Error(
        `The database was made by a later version of Reelay: it has ${later.join(', ')}. Start that version, or restore a backup that was made before it`,
      )
    for (const step of steps) {
      const known = applied.get(step.name)
      if (known === step.digest) continue
      if (known) throw new Error(`Migration ${step.name} was changed after it had been applied`)
      log(`migration ${step.name}`)
      await apply(client, step)
    }
  } finally {
    await client.end()
  }
}

type Step = { name: string; text: string; digest: string }

/**
 * Makes an empty schema what it was after these steps, within the transaction of whoever has a use
 * for it.
 */
export async function applyMigrations(client: pg.Client, names: readonly string[]): Promise<void> {
  await client.query(KEPT)
  for (const step of await readMigrations()) if (names.includes(step.name)) await run(client, step)
}

export async function readMigrations(): Promise<Step[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, FOLDER), 'utf8')
      return { name, text, digest: hash('sha256', text) }
    }),
  )
}

async function apply(client: pg.Client, step: Step) {
  await client.query('begin')
  try {
    await run(client, step)
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`Migration ${step.name} failed: ${(cause as Error).message}`, { cause })
  }
}

async function run(client: pg.Client, { name, text, digest }: Step) {
  await client.query(text)
  await client.query('insert into migration (name, digest) values ($1, $2)', [name, digest])
}
