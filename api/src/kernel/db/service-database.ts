// The connections of the running service. They log in as `reelay_system`, which sees all rows and owns
// nothing. The transactions of a caller take the role `reelay_service`, which sees only the rows of
// that caller (docs/decisions/0008).
import type pg from 'pg'
import { openPool, type Db, type PoolOptions, type PurposeOptions } from './connect.ts'
import { poolDb } from './pool-db.ts'
import {
  onlyStudioOf,
  setLocal,
  settingsOfCaller,
  stateSettings,
  type StatedCaller,
} from './stated-caller.ts'

/** For one caller, or for all rows. Rows that a caller does not see do not exist for them. */
type Connections = (identity: StatedCaller | undefined) => Db
export type ServiceDatabase = {
  /** For work that is not of one caller: sign-in, jobs, admins, the first start. */
  system: Db
  /** For the reads of one caller. */
  as: (identity: StatedCaller) => Db
  /** For reports, searches and exports. A statement ends when `disconnected` aborts. */
  heavy: (identity: StatedCaller | undefined, disconnected: AbortSignal) => Db
  /** For changes. They are short, but they would wait behind slow reads. */
  saves: Connections
  /** An upload has time to wait, and each needs a connection only now and then. */
  uploads: Connections
  pools: () => PoolState[]
  close: () => Promise<void>
}

export type PoolState = { pool: string; idle: number; busy: number; waiting: number }

const UPLOADS = 'uploads'

/** How many requests of uploads wait for a connection. None while the demo loads, which has one. */
export const countWaitingUploads = ({ pools }: Pick<ServiceDatabase, 'pools'>): number =>
  pools().find(({ pool }) => pool === UPLOADS)?.waiting ?? 0

/** How many connections of `size` are for reports, and for uploads. */
export const separateShare = (size: number) => Math.max(1, Math.floor(size / 2))

/**
 * A report of a large studio may take twice as long as other requests, as nobody waits behind it.
 * PostgreSQL checks whether somebody still waits for the result. Statements are planned for their
 * values, because the best plan depends on the period; they sort in memory.
 */
const HEAVY_MS = { statementMs: 10_000, waitMs: 10_000, responseMs: 13_000 }
const heavySettings = ({ statementMs = HEAVY_MS.statementMs }: PoolOptions) => ({
  statement_timeout: String(statementMs),
  client_connection_check_interval: '500',
  plan_cache_mode: 'auto',
  work_mem: '32MB',
})
const UPLOAD_WAIT_MS = 8_000

/**
 * A pool for each purpose: however long reports take, and however many uploads run, sign-in, saving
 * and reading find their own connections free.
 */
export function connectService(url: string, options: PoolOptions): ServiceDatabase {
  const few = separateShare(options.size)
  const pools: { name: string; pool: pg.Pool }[] = []
  const open = (purpose: PurposeOptions & { size?: number }): pg.Pool => {
    const pool = openPool(url, { ...options, ...purpose })
    pools.push({ name: purpose.name, pool })
    return pool
  }
  const { responseMs, prepares = true, isDistributed } = options
  const state = isDistributed ? setLocal : stateSettings
  const dbOf = (pool: pg.Pool, identity?: StatedCaller): Db =>
    poolDb(pool, {
      responseMs,
      settings: identity && state(settingsOfCaller(identity)),
      studio: identity && onlyStudioOf(identity),
      isDistributed,
      names: prepares ? (identity ? 'c' : 's') : undefined,
    })
  const reads = open({ name: 'reads' })
  const saves = open({ name: 'saves' })
  const heavy = open({ name: 'heavy', size: few, waitMs: HEAVY_MS.waitMs, isLowPriority: true })
  const uploads = open({ name: UPLOADS, size: few, waitMs: UPLOAD_WAIT_MS })
  return {
    system: dbOf(reads),
    as: (identity) => dbOf(reads, identity),
    heavy: (identity, disconnected) =>
      poolDb(heavy, {
        responseMs: responseMs ?? HEAVY_MS.responseMs,
        settings: state({
          ...heavySettings(options),
          ...(identity && settingsOfCaller(identity)),
        }),
        studio: identity && onlyStudioOf(identity),
        isDistributed,
        disconnected,
      }),
    saves: (identity) => dbOf(saves, identity),
    uploads: (identity) => dbOf(uploads, identity),
    pools: () =>
      pools.map(({ name, pool }) => ({
        pool: name,
        idle: pool.idleCount,
        busy: pool.totalCount - pool.idleCount,
        waiting: pool.waitingCount,
      })),
    close: async () => void (await Promise.all(pools.map(({ pool }) => pool.end()))),
  }
}
