// A streaming standby that reads reports. It is used only while its data is young enough; otherwise
// the primary reads them. The age is that of the newest position of the primary that the standby is
// known to have reached, so it is right without writes, and also if replication has stopped.
import type { Db, PoolOptions } from './connect.ts'
import { connectService, type ServiceDatabase } from './service-database.ts'
import { sql } from './sql.ts'

export type Replica = {
  /** Undefined while the replica is out of reach or too old. Never waits. */
  find: () => { database: ServiceDatabase; ageSeconds: number } | undefined
  /** A read failed. The replica is not used until the next check succeeds. */
  suspend: () => void
  close: () => Promise<void>
}
type ReplicaOptions = PoolOptions & { maxAgeSeconds: number }
/** A position in the write-ahead log in bytes, and when the primary had it at the earliest. */
type Position = { bytes: number; time: number }

const CHECK_MS = 1_000

export function openReplica(
  url: string,
  primary: Db,
  { maxAgeSeconds, ...options }: ReplicaOptions,
): Replica {
  const database = connectService(url, options)
  const positions: Position[] = []
  /** The replica contains everything that the primary had at this time. */
  let reachedAt = -Infinity
  const ageOf = (time: number) => (performance.now() - time) / 1000

  async function check() {
    const time = performance.now()
    const { bytes, server } = await readPrimary(primary)
    positions.push({ bytes, time })
    while (ageOf(positions[0]!.time) > maxAgeSeconds) positions.shift()
    const standby = await readStandby(database.system)
    // Another server, or one that was promoted, has other rows.
    if (!standby.isStandby || standby.server !== server) return suspend()
    const reached = positions.findLast((position) => position.bytes <= standby.bytes)
    if (reached) reachedAt = reached.time
  }
  const suspend = () => void (reachedAt = -Infinity)
  const loop = repeat(() => check().catch(suspend))

  return {
    find() {
      const age = ageOf(reachedAt)
      return age <= maxAgeSeconds ? { database, ageSeconds: Math.ceil(age) } : undefined
    },
    suspend,
    async close() {
      await loop.stop()
      await database.close()
    },
  }
}

/** One run at a time. */
function repeat(work: () => Promise<void>): { stop: () => Promise<void> } {
  let [isStopped, timer]: [boolean, NodeJS.Timeout | undefined] = [false, undefined]
  const run = async () => {
    await work()
    if (!isStopped) timer = setTimeout(runAgain, CHECK_MS).unref()
  }
  let running = run()
  const runAgain = () => {
    running = run()
  }
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** The cluster and the database: a standby has the same ones. */
const SERVER = sql`concat((select system_identifier from pg_control_system()), '/',
  (select oid from pg_database where datname = current_database()))`

async function readPrimary(db: Db): Promise<{ bytes: number; server: string }> {
  const { rows } = await sql<{ bytes: number; server: string }>`
    select (pg_current_wal_lsn() - '0/0')::int8 as bytes, ${SERVER} as server`.execute(db)
  return rows[0]!
}

async function readStandby(db: Db): Promise<{ bytes: number; server: string; isStandby: boolean }> {
  const { rows } = await sql<{ bytes: number; server: string; isStandby: boolean }>`
    select coalesce((pg_last_wal_replay_lsn() - '0/0')::int8, 0) as bytes, ${SERVER} as server,
      pg_is_in_recovery() as "isStandby"`.execute(db)
  return rows[0]!
}
