// The sealed values of all secret columns: prepared at each start and encrypted again by a rotation.
import { ConfigError, type KeySource } from '../../../config/config.ts'
import type { Db, Tx } from '../connect.ts'
import { connectOwner } from '../connect-owner.ts'
import { LOCKS, lockForTransaction } from '../locks.ts'
import { sql } from '../sql.ts'
import { inTransaction } from '../transaction.ts'
import { createKeyFile } from './key-file.ts'
import { readMasterKeys } from './master-keys.ts'
import type { MasterKeys } from './parse-keys.ts'
import { keyOf, openSecret, sealSecret, sealedWith, type SecretColumn } from './seal-secret.ts'

/** `unreadable` names the values that could not be opened. They stay as they are. */
export type Reencryption = { changed: number; unreadable: string[] }

const BATCH = 200

/**
 * Runs at each start, after the migrations: opens the keys, creates a key file on the first start,
 * and seals values that are still plain. Uses the account that owns the tables, like a migration.
 */
export async function prepareSecrets(
  url: string,
  source: KeySource,
  columns: readonly SecretColumn[],
): Promise<MasterKeys> {
  const db = connectOwner(url, { size: 1 })
  try {
    await sql`set statement_timeout = 0`.execute(db)
    await sql`set lock_timeout = '60s'`.execute(db)
    const keys = await inTransaction(db, (tx) => openKeys(tx, source))
    const { changed } = await encryptAgain(db, keys, columns, 'sealed.')
    if (changed) await eraseOldRows(db, columns)
    return keys
  } finally {
    await db.close()
  }
}

/** An update leaves the plain value in the file of the table until it is rewritten. */
async function eraseOldRows(db: Db, columns: readonly SecretColumn[]) {
  for (const table of new Set(columns.map((column) => column.table)))
    await sql`vacuum full ${sql.ref(table)}`.execute(db)
}

/** A key is created only for a database without one: a second key could not open its secrets. */
async function openKeys(tx: Tx, source: KeySource): Promise<MasterKeys> {
  await lockForTransaction(tx, LOCKS.encryptionKey)
  const needed = await listNeededKeys(tx)
  const existing = await readMasterKeys(source)
  const isFirstStart = !existing && needed.length === 0 && source.kind === 'file'
  const keys = existing ?? (isFirstStart ? await createKeyFile(source.path) : undefined)
  const missing = needed.filter((id) => !keys?.find(id))
  if (!keys || missing.length) throw missingKeys(missing, source)
  await registerKey(tx, keys.current().id)
  return keys
}

const missingKeys = (missing: string[], source: KeySource): ConfigError => {
  const place = {
    file: 'path' in source && source.path,
    value: 'ENCRYPTION_KEY',
    command: 'ENCRYPTION_KEY_COMMAND',
  }[source.kind]
  return new ConfigError(
    `The secrets in the database need the encryption key ${missing.join(' and ')}, which is not in ${place}. Copy the key from the other nodes, or from where you keep it (docs/run/encryption.md)`,
  )
}

export async function listNeededKeys(db: Db | Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from encryption_key order by created_at`.execute(db)
  return rows.map(({ id }) => id)
}

async function registerKey(db: Db | Tx, id: string) {
  await sql`insert into encryption_key (id) values (${id}) on conflict do nothing`.execute(db)
}

/**
 * Encrypts every secret with a new key while the service runs. A rotation that was interrupted, or
 * prepared by hand in the key file, is finished instead of started anew. Without a key file the
 * operator has put a new key first, and the secrets follow.
 */
export async function rotateMasterKey(
  db: Db,
  keys: MasterKeys,
  columns: readonly SecretColumn[],
): Promise<Reencryption & { key: string }> {
  const used = await listUsedKeys(db, columns)
  const isFinished = [...used.keys()].every((id) => id === keys.current().id)
  const { id: key } = isFinished && keys.add ? await keys.add() : keys.current()
  await registerKey(db, key)
  const result: Reencryption = { changed: 0, unreadable: [] }
  // Once more while a service that has not seen the new key yet still writes with the old one.
  for (let changed = -1; changed !== 0;) {
    const round = await encryptAgain(db, keys, columns, sealedWith(key))
    changed = round.changed
    result.changed += round.changed
    result.unreadable = round.unreadable
  }
  const stillUsed = [...(await listUsedKeys(db, columns)).keys(), key]
  await sql`delete from encryption_key where id <> all (${stillUsed})`.execute(db)
  return { ...result, key }
}

/** How many secrets each key protects. The id of plain values is empty. */
export async function listUsedKeys(
  db: Db,
  columns: readonly SecretColumn[],
): Promise<Map<string, number>> {
  const used = new Map<string, number>()
  for (const { table, column } of columns) {
    const { rows } = await sql<{ key: string; count: number }>`
      select case when starts_with(value, 'sealed.1.') then split_part(value, '.', 3) else '' end as key,
        count(*)::int as count
      from (select ${sql.ref(column)} as value from ${sql.ref(table)}) secret
      where value is not null
      group by 1`.execute(db)
    for (const { key, count } of rows) used.set(key, (used.get(key) ?? 0) + count)
  }
  return used
}

type Row = { row: string; value: string }

/** Seals every value that does not start with `prefix` with the current key. */
async function encryptAgain(
  db: Db,
  keys: MasterKeys,
  columns: readonly SecretColumn[],
  prefix: string,
): Promise<Reencryption> {
  const result: Reencryption = { changed: 0, unreadable: [] }
  for (const secretColumn of columns)
    for (let rows = await nextRows(db, secretColumn, prefix, ''); rows.length;) {
      for (const { row, value } of rows) {
        const sealed = sealAgain(keys, secretColumn, { row, value })
        if (sealed) result.changed += await replaceValue(db, secretColumn, { row, value }, sealed)
        else result.unreadable.push(`${secretColumn.table} ${row}`)
      }
      rows = await nextRows(db, secretColumn, prefix, rows.at(-1)!.row)
    }
  return result
}

function sealAgain(
  keys: MasterKeys,
  secretColumn: SecretColumn,
  { row, value }: Row,
): string | undefined {
  try {
    const secret = keyOf(value) === undefined ? value : openSecret(keys, secretColumn, row, value)
    return sealSecret(keys, secretColumn, row, secret)
  } catch {
    return undefined
  }
}

async function nextRows(
  db: Db,
  { table, column, id }: SecretColumn,
  prefix: string,
  after: string,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${sql.ref(id)} as row, ${sql.ref(column)} as value from ${sql.ref(table)}
    where not starts_with(${sql.ref(column)}, ${prefix}) and ${sql.ref(id)} > ${after}
    order by ${sql.ref(id)} limit ${BATCH}`.execute(db)
  return rows
}

/** Changes nothing if the value was replaced in the meantime. */
async function replaceValue(
  db: Db,
  { table, column, id }: SecretColumn,
  { row, value }: Row,
  sealed: string,
): Promise<number> {
  const { rowCount } = await sql`
    update ${sql.ref(table)} set ${sql.ref(column)} = ${sealed}
    where ${sql.ref(id)} = ${row} and ${sql.ref(column)} = ${value}`.execute(db)
  return rowCount ?? 0
}
