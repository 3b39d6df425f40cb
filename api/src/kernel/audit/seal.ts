import type { Db, Tx } from '../db/connect.ts'
import { LOCKS, lockForTransaction } from '../db/locks.ts'
import { sql } from '../db/sql.ts'
import { inTransaction } from '../db/transaction.ts'
import {
  chainsOfEntry,
  entryColumns,
  entryInChain,
  hashRecord,
  sealedUpTo,
  type ChainRecord,
  type EntryRow,
} from './chain.ts'

/** Small, because hashing happens on the event loop. */
const BATCH_SIZE = 250

/**
 * Adds all new entries to their chains. This is a job and not part of each write: a chain over every
 * entry would make all writers wait for each other.
 */
export async function sealAudit(db: Db, signal?: AbortSignal): Promise<void> {
  let after: number | undefined
  do {
    signal?.throwIfAborted()
    after = await inTransaction(db, (tx) => sealBatch(tx, after))
  } while (after !== undefined)
}

type UnsealedEntry = EntryRow & { number: number; chains: string[] }
type Head = { position: number; hash: string }
type NewLink = ChainRecord & { number: number; hash: string }

/** Returns the number to continue after, or undefined if nothing is left. */
async function sealBatch(tx: Tx, after: number | undefined): Promise<number | undefined> {
  await lockForTransaction(tx, LOCKS.auditSeal)
  const entries = await listUnsealed(tx, after)
  if (entries.length === 0) return undefined
  const heads = await loadHeads(tx, [...new Set(entries.flatMap(({ chains }) => chains))])
  await insertLinks(tx, createLinks(entries, heads, await currentTime(tx)))
  return entries.length < BATCH_SIZE ? undefined : entries.at(-1)!.number
}

async function listUnsealed(tx: Tx, after: number | undefined): Promise<UnsealedEntry[]> {
  const floor = after === undefined ? sql`${sealedUpTo}` : sql`${after}::bigint`
  const { rows } = await sql<UnsealedEntry>`
    select a.number, ${chainsOfEntry} as chains, ${entryColumns}
    from audit a
    where a.number > ${floor}
      and not exists (select from audit_link l where l.number = a.number)
    order by a.number
    limit ${BATCH_SIZE}`.execute(tx)
  return rows
}

async function loadHeads(tx: Tx, chains: string[]): Promise<Map<string, Head>> {
  const { rows } = await sql<Head & { chain: string }>`
    select named.chain, head.position, head.hash
    from unnest(${chains}::text[]) named (chain)
    cross join lateral (
      select l.position, l.hash from audit_link l
      where l.chain = named.chain
      order by l.position desc
      limit 1
    ) head`.execute(tx)
  return new Map(rows.map(({ chain, ...head }) => [chain, head]))
}

async function currentTime(tx: Tx): Promise<string> {
  const { rows } = await sql<{ now: string }>`
    select to_char(
      clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`.execute(tx)
  return rows[0]!.now
}

function createLinks(
  entries: UnsealedEntry[],
  heads: Map<string, Head>,
  sealed: string,
): NewLink[] {
  return entries.flatMap(({ number, chains, ...entry }) =>
    chains.map((chain) => {
      const head = heads.get(chain)
      const record: ChainRecord = {
        ...entryInChain(entry, chain, chains),
        chain,
        position: (head?.position ?? 0) + 1,
        previous: head?.hash ?? null,
        sealed,
      }
      const hash = hashRecord(record)
      heads.set(chain, { position: record.position, hash })
      return { ...record, number, hash }
    }),
  )
}

async function insertLinks(tx: Tx, links: NewLink[]): Promise<void> {
  await sql`
    insert into audit_link (chain, position, number, sealed_at, hash)
    select * from unnest(
      ${links.map(({ chain }) => chain)}::text[],
      ${links.map(({ position }) => position)}::bigint[],
      ${links.map(({ number }) => number)}::bigint[],
      ${links.map(({ sealed }) => sealed)}::timestamptz[],
      ${links.map(({ hash }) => hash)}::text[])`.execute(tx)
}
