import { randomBytes } from 'node:crypto'
import type { Db, Tx } from '../../db/connect.ts'
import type { MasterKeys } from '../../db/encryption/parse-keys.ts'
import { openSecret, sealSecret, type SecretColumn } from '../../db/encryption/seal-secret.ts'
import { newId } from '../../db/ids.ts'
import { LOCKS, lockForTransaction } from '../../db/locks.ts'
import { sql } from '../../db/sql.ts'
import { inTransaction } from '../../db/transaction.ts'

export type ObjectKey = { id: string; bytes: Buffer }
export type ObjectKeys = {
  /** The key for new objects. */
  current: () => Promise<ObjectKey>
  find: (id: string) => Promise<ObjectKey | undefined>
}

export const OBJECT_SECRET: SecretColumn = { table: 'object_key', column: 'secret', id: 'id' }

/** Another process may have rotated the key. */
const REFRESH_MS = 30_000

/** Returns undefined if no object was ever encrypted. `create` makes the first key. */
export async function openObjectKeys(
  db: Db,
  masterKeys: MasterKeys,
  { create }: { create: boolean },
): Promise<ObjectKeys | undefined> {
  let keys = await loadKeys(db, masterKeys)
  if (keys.length === 0 && create) {
    await createFirstKey(db, masterKeys)
    keys = await loadKeys(db, masterKeys)
  }
  if (keys.length === 0) return undefined
  let loadedAt = Date.now()
  const reload = async () => {
    keys = await loadKeys(db, masterKeys)
    loadedAt = Date.now()
  }
  const findKey = (id: string) => keys.find((key) => key.id === id)
  return {
    async current() {
      // While the database is down, the known keys stay.
      if (Date.now() - loadedAt > REFRESH_MS) await reload().catch(() => {})
      return keys[0]!
    },
    async find(id) {
      if (!findKey(id)) await reload()
      return findKey(id)
    },
  }
}

async function loadKeys(db: Db, masterKeys: MasterKeys): Promise<ObjectKey[]> {
  const { rows } = await sql<{ id: string; secret: string }>`
    select id, secret from object_key order by created_at desc, id`.execute(db)
  return rows.map((row) => openObjectKey(masterKeys, row))
}

export const openObjectKey = (
  masterKeys: MasterKeys,
  { id, secret }: { id: string; secret: string },
): ObjectKey => ({
  id,
  bytes: Buffer.from(openSecret(masterKeys, OBJECT_SECRET, id, secret), 'base64'),
})

async function createFirstKey(db: Db, masterKeys: MasterKeys) {
  await inTransaction(db, async (tx) => {
    await lockForTransaction(tx, LOCKS.encryptionKey)
    if (!(await hasObjectKey(tx))) await addKey(tx, masterKeys)
  })
}

/** New objects get a new key, if objects are encrypted at all. Old objects keep theirs. */
export async function rotateObjectKey(tx: Tx, masterKeys: MasterKeys): Promise<void> {
  if (await hasObjectKey(tx)) await addKey(tx, masterKeys)
}

async function hasObjectKey(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from object_key limit 1`.execute(tx)
  return rows.length > 0
}

async function addKey(tx: Tx, masterKeys: MasterKeys) {
  const id = await newId(tx)
  const secret = sealSecret(masterKeys, OBJECT_SECRET, id, randomBytes(32).toString('base64'))
  await sql`insert into object_key (id, secret) values (${id}, ${secret})`.execute(tx)
}
