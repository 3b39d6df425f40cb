import { randomBytes } from 'node:crypto'
import type { Keys } from '../signing.ts'
import type { Db } from './connect.ts'

/** Made at random on the first start and kept in the database, so that every node signs alike. A site may bring its own. */
export async function signingKeys(db: Db, configured?: string): Promise<Keys> {
  const stored = await db.selectFrom('signing_key').select(['id', 'secret']).where('retired_at', 'is', null).orderBy('created_at', 'desc').execute()
  const own = configured ? [{ id: 'configured', secret: configured }] : []
  const all = [...own, ...stored]
  if (all.length === 0) {
    await db.insertInto('signing_key').values({ id: 'first', secret: randomBytes(32).toString('base64url') }).onConflict((clash) => clash.doNothing()).execute()
    return signingKeys(db)
  }
  return { current: all[0]!.id, secrets: new Map(all.map((key) => [key.id, key.secret])) }
}
