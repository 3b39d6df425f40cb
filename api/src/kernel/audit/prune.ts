// Deletes the oldest entries of a chain. A checkpoint keeps the hash of the last one, so the rest of
// the chain can still be verified (docs/decisions/0015).
import type { Tx } from '../db/connect.ts'
import { LOCKS, lockForTransaction } from '../db/locks.ts'
import { sql } from '../db/sql.ts'
import { hideStudios } from './hide-studios.ts'

export type ChainCheckpoint = { position: number; hash: string }
type ExpiredLink = ChainCheckpoint & {
  number: number
  isExpired: boolean | null
  studios: string[]
  input: unknown
}

/**
 * Deletes up to `limit` entries before a time. Undefined if there are none. The newest position of a
 * chain stays, because the next one is linked to it.
 */
export async function pruneChain(
  tx: Tx,
  { chain, before, limit }: { chain: string; before: string; limit: number },
): Promise<{ deleted: number; upTo: ChainCheckpoint } | undefined> {
  await lockForTransaction(tx, LOCKS.auditSeal)
  await lockForTransaction(tx, LOCKS.auditPruning)
  const links = await listOldest(tx, chain, before, limit)
  // An entry that is missing is not expired: what follows it stays, and the verification reports it.
  const end = links.findIndex(({ isExpired }) => isExpired !== true)
  const expired = end === -1 ? links : links.slice(0, end)
  const last = expired.at(-1)
  if (!last) return undefined
  const upTo = { position: last.position, hash: last.hash }
  await sql`
    insert into audit_checkpoint (chain, position, hash)
    values (${chain}, ${upTo.position}, ${upTo.hash})`.execute(tx)
  await deleteEntries(tx, chain, expired)
  await sql`
    delete from audit_link
    where chain = ${chain} and position <= ${upTo.position}`.execute(tx)
  return { deleted: expired.length, upTo }
}

async function listOldest(
  tx: Tx,
  chain: string,
  before: string,
  limit: number,
): Promise<ExpiredLink[]> {
  const { rows } = await sql<ExpiredLink>`
    select l.position, l.number, l.hash, a.at < ${before}::timestamptz as "isExpired",
      coalesce(a.studios, '{}') as studios, a.input
    from audit_link l left join audit a on a.number = l.number
    where l.chain = ${chain}
      and l.position < (select max(newest.position) from audit_link newest where newest.chain = ${chain})
    order by l.position
    limit ${limit}`.execute(tx)
  return rows
}

/** An entry of several studios stays for the others, without what it says about this one. */
async function deleteEntries(tx: Tx, chain: string, expired: ExpiredLink[]): Promise<void> {
  const isShared = ({ studios }: ExpiredLink) => studios.some((studio) => studio !== chain)
  const shared = expired.filter(isShared).map(({ number, input }) => ({
    number,
    input: hideStudios(input, (studio) => studio === chain),
  }))
  if (shared.length)
    await sql`
      update audit a set studios = array_remove(a.studios, ${chain}),
        input = case when a.input is not null then redacted.input end
      from jsonb_to_recordset(${JSON.stringify(shared)}::jsonb)
        redacted (number bigint, input jsonb)
      where a.number = redacted.number`.execute(tx)
  const own = expired.filter((link) => !isShared(link)).map(({ number }) => number)
  await sql`delete from audit where number = any (${own}::bigint[])`.execute(tx)
}
