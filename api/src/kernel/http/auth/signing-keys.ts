import { randomBytes } from 'node:crypto'
import type { SigningKeys } from './signed-link.ts'
import type { Db, Tx } from '../../db/connect.ts'
import { newId } from '../../db/ids.ts'
import { sql } from '../../db/sql.ts'
import type { MasterKeys } from '../../db/encryption/parse-keys.ts'
import { openSecret, sealSecret, type SecretColumn } from '../../db/encryption/seal-secret.ts'

export const SIGNING_SECRET: SecretColumn = { table: 'signing_key', column: 'secret', id: 'id' }

const REFRESH_MS = 30_000
/** Twice the refresh interval, so that no process signs with a key that another does not know. */
const MIN_AGE = '1 minute'
/** The key that signs, and the one before it. */
const ACTIVE_KEYS = 2

/** The first start generates a key and stores it, so that all processes share it. */
export async function loadSigningKeys(
  db: Db,
  masterKeys: MasterKeys,
  configured?: string,
): Promise<SigningKeys> {
  const { rows } = await sql<{ id: string; secret: string }>`
    select id, secret from signing_key
    where retired_at is null
    order by created_at > now() - ${MIN_AGE}::interval, created_at desc`.execute(db)
  const own = configured ? [{ id: 'configured', secret: configured }] : []
  const opened = rows.map(({ id, secret }) => ({
    id,
    secret: openSecret(masterKeys, SIGNING_SECRET, id, secret),
  }))
  const all = [...own, ...opened]
  if (all.length === 0) {
    await sql`
      insert into signing_key (id, secret) values ('first', ${newKey(masterKeys, 'first')})
      on conflict do nothing`.execute(db)
    return loadSigningKeys(db, masterKeys)
  }
  return { current: all[0]!.id, secrets: new Map(all.map((key) => [key.id, key.secret])) }
}

/** Reloads the keys regularly. While the database is down, the keys stay as they are. */
export function refreshSigningKeys(
  db: Db,
  keys: SigningKeys,
  masterKeys: MasterKeys,
  { configured, intervalMs = REFRESH_MS }: { configured?: string | undefined; intervalMs?: number },
): { stop: () => void } {
  const timer = setInterval(
    () =>
      void loadSigningKeys(db, masterKeys, configured).then(
        (loaded) => Object.assign(keys, loaded),
        () => {},
      ),
    intervalMs,
  )
  return { stop: () => clearInterval(timer) }
}

/**
 * Adds a key, which signs as soon as every process knows it. The previous key is accepted until the
 * next rotation. With `revokeOld`, all previous keys are retired at once.
 */
export async function rotateSigningKeys(
  tx: Tx,
  masterKeys: MasterKeys,
  { revokeOld }: { revokeOld: boolean },
): Promise<{ key: string; retired: number }> {
  const id = await newId(tx)
  await sql`insert into signing_key (id, secret) values (${id}, ${newKey(masterKeys, id)})`.execute(
    tx,
  )
  const { rowCount } = await sql`
    update signing_key set retired_at = now()
    where retired_at is null
      and id not in (
        select id from signing_key
        where retired_at is null
        order by created_at desc
        limit ${revokeOld ? 1 : ACTIVE_KEYS})`.execute(tx)
  return { key: id, retired: rowCount ?? 0 }
}

const newKey = (masterKeys: MasterKeys, id: string) =>
  sealSecret(masterKeys, SIGNING_SECRET, id, randomBytes(32).toString('base64url'))
