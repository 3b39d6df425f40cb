// What it costs to state the caller in the transaction of each statement.
import type { Db } from '../../api/src/kernel/db/connect.ts'
import { connectService } from '../../api/src/kernel/db/service-database.ts'
import { sql } from '../../api/src/kernel/db/sql.ts'
import { median } from '../tools/figures.ts'
import { sendAll, type LoadCall } from '../tools/load.ts'
import { startMeter } from '../tools/usage.ts'
import type { BenchContext } from './context.ts'

const STATEMENTS = 4_000
const ROUNDS = 5
const CALLS = 20

/** Microseconds of CPU of Node and PostgreSQL that one statement takes longer with a caller. */
export async function measureStating({ databaseUrl, postmaster }: BenchContext): Promise<number> {
  const database = connectService(databaseUrl, { size: 1 })
  const caller = { person: 'a'.repeat(24), studios: ['b'.repeat(24)] }
  const [stated, plain] = [database.as(caller), database.system]
  const statement = sql`select 1`
  const measure = async (db: Db) => {
    const readMeter = startMeter(process.pid, postmaster)
    for (let count = 0; count < STATEMENTS; count++) await statement.execute(db)
    const cpu = readMeter()
    return ((cpu.service + cpu.database) * 1000) / STATEMENTS
  }
  const differences: number[] = []
  for (let round = 0; round < ROUNDS; round++)
    differences.push((await measure(stated)) - (await measure(plain)))
  await database.close()
  return median(differences)
}

/** How many statements of one call state its caller: all but the one that signs them in. */
export async function countStated(calls: readonly LoadCall[], address: string): Promise<number> {
  const before = await countUses(address)
  const sent = calls.slice(0, CALLS)
  await sendAll(sent, 1)
  return Math.max(0, Math.round(((await countUses(address)) - before) / sent.length) - 1)
}

/** Each statement that is not in a transaction takes a connection. */
async function countUses(address: string): Promise<number> {
  const metrics = await (await fetch(`${address}/metrics`)).text()
  return Number(/^reelay_pool_wait_seconds_count\{pool="reads"\} (\d+)/m.exec(metrics)?.[1])
}
