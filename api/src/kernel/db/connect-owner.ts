import { openPool, type Db, type PoolOptions } from './connect.ts'
import { poolDb } from './pool-db.ts'

export type OwnedDb = Db & { close: () => Promise<void> }

/** As the account that owns the tables, for what prepares or repairs an installation. */
export function connectOwner(url: string, options: PoolOptions): OwnedDb {
  const { responseMs = Infinity, prepares = true, isDistributed } = options
  const pool = openPool(url, { ...options, name: 'owner' })
  return {
    ...poolDb(pool, { responseMs, isDistributed, names: prepares ? 's' : undefined }),
    close: () => pool.end(),
  }
}
