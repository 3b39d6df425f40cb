// The connections of the running service. They use two roles that own nothing: `reelay_system` sees
// all rows, `reelay_service` only the rows of the caller that its connection has stated
// (docs/decisions/0008).
import { callerConnections } from './caller-connections.ts'
import { openPool, poolDb, type Db, type PoolOptions } from './connect.ts'
import {
  SAVES,
  UPLOADS,
  openHeavyConnections,
  openSeparateConnections,
  separateShare,
  type HeavyConnections,
  type SeparateConnections,
} from './separate-connections.ts'
import type { StatedCaller } from './stated-caller.ts'

export type ServiceDatabase = {
  /** For work that is not of one caller: sign-in, jobs, admins, the first start. */
  system: Db
  /** For one caller. Rows of other studios do not exist here. */
  as: (identity: StatedCaller) => Db
  /** For one caller, or for all rows, on connections for reports, searches and exports. */
  heavy: HeavyConnections['as']
  /** The same for changes. */
  saves: SeparateConnections['as']
  /** The same for uploads. */
  uploads: SeparateConnections['as']
  pools: () => PoolState[]
  close: () => Promise<void>
}

export type PoolState = { pool: string; idle: number; busy: number; waiting: number }

/** How many requests of uploads wait for a connection. */
export const countWaitingUploads = ({ pools }: Pick<ServiceDatabase, 'pools'>): number =>
  pools()
    .filter(({ pool }) => pool.endsWith(`_${UPLOADS.name}`))
    .reduce((sum, { waiting }) => sum + waiting, 0)

export function connectService(url: string, options: PoolOptions): ServiceDatabase {
  const open = (name: string) => ({ name, pool: openPool(url, { ...options, role: name }) })
  const pools = [open('reelay_system'), open('reelay_service')] as const
  const system = poolDb(pools[0].pool)
  const callers = callerConnections(pools[1].pool)
  const few = { ...options, size: separateShare(options.size) }
  const heavy = openHeavyConnections(url, few)
  const uploads = openSeparateConnections(url, UPLOADS, few)
  const saves = openSeparateConnections(url, SAVES, options)
  return {
    system,
    as: callers.as,
    heavy: heavy.as,
    saves: saves.as,
    uploads: uploads.as,
    pools: () =>
      [...pools, ...heavy.pools, ...saves.pools, ...uploads.pools].map(({ name, pool }) => ({
        pool: name,
        idle: pool.idleCount,
        busy: pool.totalCount - pool.idleCount,
        waiting: pool.waitingCount,
      })),
    async close() {
      await Promise.all([
        heavy.close(),
        saves.close(),
        uploads.close(),
        system.close(),
        callers.close(),
      ])
    },
  }
}
