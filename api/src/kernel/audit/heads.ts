import { sign, verify } from 'node:crypto'
import type { Db } from '../db/connect.ts'
import { sql, type Sql } from '../db/sql.ts'
import { canonicalJson } from './canonical.ts'
import { utc } from './chain.ts'
import type { AuditKey } from './keys.ts'

/** The newest position of a chain. Its hash covers all positions before it. */
export type ChainHead = { chain: string; position: number; hash: string }
/** `signature` is Ed25519 over the canonical JSON of the other fields, in base64url. */
export type SignedHeads = { at: string; heads: ChainHead[]; key: string; signature: string }

/** `only` is a condition over `named.chain`. */
export async function listHeads(
  db: Db,
  only: Sql = sql`true`,
): Promise<{ at: string; heads: ChainHead[] }> {
  // Jumps from chain to chain in the index instead of reading every position.
  const { rows } = await sql<{ at: string; heads: ChainHead[] }>`
    with recursive named (chain) as (
      select min(chain) from audit_link
      union all
      select (select min(l.chain) from audit_link l where l.chain > named.chain) from named
      where named.chain is not null
    )
    select ${utc('now()')} as at, coalesce((
      select json_agg(json_build_object(
        'chain', named.chain, 'position', head.position, 'hash', head.hash) order by named.chain)
      from named cross join lateral (
        select l.position, l.hash from audit_link l
        where l.chain = named.chain
        order by l.position desc
        limit 1
      ) head
      where ${only}
    ), '[]') as heads`.execute(db)
  return rows[0]!
}

export function signHeads(
  { id, privateKey }: AuditKey,
  { at, heads }: { at: string; heads: ChainHead[] },
): SignedHeads {
  const statement = { at, heads, key: id }
  const signature = sign(null, Buffer.from(canonicalJson(statement)), privateKey)
  return { ...statement, signature: signature.toString('base64url') }
}

/** Other fields, such as the public key that the API adds, are not signed. */
export function isSignedBy(publicKey: string, { at, heads, key, signature }: SignedHeads): boolean {
  const statement = Buffer.from(canonicalJson({ at, heads, key }))
  return verify(null, statement, publicKey, Buffer.from(signature, 'base64url'))
}
