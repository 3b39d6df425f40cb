import { hash } from 'node:crypto'
import type { Db } from '../db/connect.ts'
import { sql } from '../db/sql.ts'
import type { MasterKeys } from '../db/encryption/parse-keys.ts'
import type { LongJob } from '../jobs/worker.ts'
import { openDestination } from './destination.ts'
import { listHeads, signHeads, type ChainHead } from './heads.ts'
import { loadAuditKey } from './keys.ts'
import { sealAudit } from './seal.ts'

/** A statement with this many heads fits into one syslog message of 8 kB. */
const HEADS_PER_STATEMENT = 40
/** Without new entries an empty statement shows that the shipping works. */
const HEARTBEAT_SECONDS = 55

/**
 * Seals new entries and ships the heads. A failed delivery does not fail the job: the next run,
 * within a minute, ships everything that has not arrived.
 */
export const sealAndShip = (destination: string | undefined, masterKeys: MasterKeys): LongJob => ({
  async work(_payload, { db, signal }) {
    await sealAudit(db, signal)
    if (destination !== undefined) await shipHeads(db, masterKeys, destination)
    return async () => {}
  },
  onExhausted: async () => {},
  maxAttempts: 8,
})

export type ShippingState = {
  positions: Record<string, number>
  failures: number
  error: string | null
  /** Seconds since the last delivery, and since the first failure after it. */
  sinceDelivery: number | null
  sinceFailure: number | null
}

export async function shipHeads(
  db: Db,
  masterKeys: MasterKeys,
  destination: string,
): Promise<void> {
  const target = targetOf(destination)
  const state = await findShippingState(db, destination)
  const { at, heads } = await listHeads(db)
  const changed = heads.filter(({ chain, position }) => state?.positions[chain] !== position)
  const isQuiet = (state?.sinceDelivery ?? Infinity) < HEARTBEAT_SECONDS
  if (changed.length === 0 && isQuiet && state?.failures === 0) return
  const key = await loadAuditKey(db, masterKeys)
  const statements = inParts(changed).map((part) => signHeads(key, { at, heads: part }))
  try {
    await openDestination(destination).deliver(
      statements.map((statement) => JSON.stringify(statement)),
    )
  } catch (error) {
    return saveFailure(db, target, describeError(error))
  }
  await saveDelivery(db, target, heads)
}

/** At least one part, which may be empty. */
function inParts(heads: ChainHead[]): ChainHead[][] {
  const count = Math.max(1, Math.ceil(heads.length / HEADS_PER_STATEMENT))
  return Array.from({ length: count }, (_, index) =>
    heads.slice(index * HEADS_PER_STATEMENT, (index + 1) * HEADS_PER_STATEMENT),
  )
}

/** Another destination has received nothing yet. Its URL may contain a password. */
const targetOf = (destination: string) => hash('sha256', destination)

/** `fetch` hides the reason in the cause. */
function describeError(error: unknown): string {
  const { message, cause } = error as Error
  return (cause instanceof Error ? `${message}: ${cause.message}` : message).slice(0, 500)
}

export async function findShippingState(
  db: Db,
  destination: string,
): Promise<ShippingState | undefined> {
  const { rows } = await sql<ShippingState>`
    select positions, failures, error,
      extract(epoch from now() - delivered_at)::float8 as "sinceDelivery",
      extract(epoch from now() - failing_since)::float8 as "sinceFailure"
    from audit_shipping where target = ${targetOf(destination)}`.execute(db)
  return rows[0]
}

async function saveDelivery(db: Db, target: string, heads: ChainHead[]): Promise<void> {
  const positions = Object.fromEntries(heads.map(({ chain, position }) => [chain, position]))
  await sql`
    insert into audit_shipping (target, positions, delivered_at)
    values (${target}, ${JSON.stringify(positions)}::jsonb, now())
    on conflict (id) do update set target = excluded.target, positions = excluded.positions,
      delivered_at = now(), failures = 0, failing_since = null, error = null`.execute(db)
}

async function saveFailure(db: Db, target: string, error: string): Promise<void> {
  await sql`
    insert into audit_shipping as s (target, failures, failing_since, error)
    values (${target}, 1, now(), ${error})
    on conflict (id) do update set target = excluded.target, error = excluded.error,
      failures = case when s.target = excluded.target then s.failures else 0 end + 1,
      failing_since = case when s.target = excluded.target then
        coalesce(s.failing_since, now()) else now() end,
      positions = case when s.target = excluded.target then s.positions else '{}' end,
      delivered_at = case when s.target = excluded.target then s.delivered_at end`.execute(db)
}
