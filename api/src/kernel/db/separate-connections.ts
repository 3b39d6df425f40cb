// Connections for one kind of requests: however long reports take, and however many uploads run,
// sign-in, saving and reading find their own connections free.
import type pg from 'pg'
import { callerConnections } from './caller-connections.ts'
import {
  breakConnection,
  openPool,
  poolDb,
  usePool,
  type Db,
  type PoolOptions,
  type RoleOptions,
} from './connect.ts'
import { stateCaller, type StatedCaller } from './stated-caller.ts'

type SeparatePools = { pools: { name: string; pool: pg.Pool }[]; close: () => Promise<void> }
export type SeparateConnections = SeparatePools & {
  /** For one caller, or for all rows. */
  as: (identity: StatedCaller | undefined) => Db
}
export type HeavyConnections = SeparatePools & {
  /** The same. A statement ends when `disconnected` aborts. */
  as: (identity: StatedCaller | undefined, disconnected: AbortSignal) => Db
}

/**
 * Reports, searches and exports. A report of a large studio may take twice as long as other requests,
 * as nobody waits behind it. PostgreSQL checks whether somebody still waits for the result. Statements
 * are planned for their values, because the best plan depends on the period; they sort in memory.
 */
const HEAVY: Purpose = {
  name: 'heavy',
  statementMs: 10_000,
  waitMs: 10_000,
  responseMs: 13_000,
  setup: `set client_connection_check_interval = 500; set plan_cache_mode = auto;
    set work_mem = '32MB'`,
  isLowPriority: true,
  plansEach: true,
}
/** Every other change. Changes are short, but they would wait behind slow reads. */
export const SAVES: Purpose = { name: 'save' }
/** An upload has time to wait, and each needs a connection only now and then. */
export const UPLOADS: Purpose = { name: 'upload', waitMs: 8_000 }

type Purpose = Pick<PoolOptions, 'responseMs' | 'statementMs'> &
  Pick<RoleOptions, 'waitMs' | 'setup' | 'isLowPriority' | 'plansEach'> & { name: string }

/**
 * At most `size` connections for callers, and half as many for admins, who are few. They are opened
 * when they are needed.
 */
function openPools(url: string, { name, ...purpose }: Purpose, options: PoolOptions) {
  const open = (role: string, size: number) => ({
    name: `${role}_${name}`,
    pool: openPool(url, { ...purpose, ...options, size, role, name: `${role}_${name}` }),
  })
  return [
    open('reelay_system', separateShare(options.size)),
    open('reelay_service', options.size),
  ] as const
}

/** How many connections of `size` are for a purpose of its own. */
export const separateShare = (size: number) => Math.max(1, Math.floor(size / 2))

export function openSeparateConnections(
  url: string,
  purpose: Purpose,
  options: PoolOptions,
): SeparateConnections {
  const pools = openPools(url, purpose, options)
  const [system, service] = pools
  const all = poolDb(system.pool)
  const callers = callerConnections(service.pool)
  return {
    as: (identity) => (identity ? callers.as(identity) : all),
    pools: [...pools],
    close: async () => void (await Promise.all([all.close(), callers.close()])),
  }
}

export function openHeavyConnections(url: string, options: PoolOptions): HeavyConnections {
  const pools = openPools(url, HEAVY, options)
  const [system, service] = pools
  return {
    as(identity, disconnected) {
      const { pool } = identity ? service : system
      return {
        async useConnection(work) {
          disconnected.throwIfAborted()
          return await usePool(pool, (client) =>
            endingWith(disconnected, client, async () => {
              if (identity) await stateCaller(client, identity)
              return await work(client)
            }),
          )
        },
      }
    },
    pools: [...pools],
    close: async () => void (await Promise.all(pools.map(({ pool }) => pool.end()))),
  }
}

async function endingWith<T>(
  disconnected: AbortSignal,
  client: pg.ClientBase,
  work: () => Promise<T>,
): Promise<T> {
  const end = () => breakConnection(client, 'the client has disconnected')
  disconnected.addEventListener('abort', end)
  try {
    return await work()
  } finally {
    disconnected.removeEventListener('abort', end)
  }
}
