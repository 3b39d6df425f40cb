import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SigningKeys } from './signed-link.ts'
import type { Db, Tx } from '../../db/connect.ts'

const LOOK_EVERY_MS = 30_000
/**
 * Twice as long as it takes until every process has looked: nobody signs with a key that another
 * does not know yet.
 */
const UNTIL_KNOWN = '1 minute'
/** The one that signs, and the one before. */
const LIVE = 2

/**
 * Made at random on the first start and kept in the database, so that every node signs alike. A
 * site may bring its own.
 */
export async function loadSigningKeys(db: Db, configured?: string): Promise<SigningKeys> {
  const { rows: stored } = await sql<{ id: string; secret: string }>`
    select id, secret from signing_key where retired_at is null order by created_at > now() - ${UNTIL_KNOWN}::interval, created_at desc`.execute(
    db,
  )
  const own = configured ? [{ id: 'configured', secret: configured }] : []
  const all = [...own, ...stored]
  if (all.length === 0) {
    await db
      .insertInto('signing_key')
      .values({ id: 'first', secret: newKey() })
      .onConflict((clash) => clash.doNothing())
      .execute()
    return loadSigningKeys(db)
  }
  return { current: all[0]!.id, secrets: new Map(all.map((key) => [key.id, key.secret])) }
}

/**
 * Keeps the keys of a process what they are in the database. While that is away they stay as they
 * were.
 */
export function refreshSigningKeys(
  db: Db,
  keys: SigningKeys,
  configured?: string,
  every = LOOK_EVERY_MS,
): { stop: () => void } {
  const timer = setInterval(
    () =>
      void loadSigningKeys(db, configured).then(
        (now) => Object.assign(keys, now),
        () => {},
      ),
    every,
  )
  return { stop: () => clearInterval(timer) }
}

/**
 * A new key, which signs as soon as every process knows it. The one before is believed until the
 * next time; one that somebody else has got hold of is not, nor is any other.
 */
export async function rotateSigningKeys(
  tx: Tx,
  { leaked }: { leaked: boolean },
): Promise<{ key: string; retired: number }> {
  const { id } = await tx
    .insertInto('signing_key')
    .values({ secret: newKey() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { numAffectedRows } = await sql`
    update signing_key set retired_at = now() where retired_at is null and id not in (select id from signing_key where retired_at is null order by created_at desc limit ${leaked ? 1 : LIVE})`.execute(
    tx,
  )
  return { key: id, retired: Number(numAffectedRows) }
}

const newKey = () => randomBytes(32).toString('base64url')
