import { listHeads } from '../../kernel/audit/heads.ts'
import { verifyAudit } from '../../kernel/audit/verify.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Verdict } from '../contract.ts'

/** The heads of the chains that the reader may see. */
export const listVisibleHeads = (db: Db, reader: Caller) =>
  listHeads(db, reader.isAdmin ? sql`true` : sql`named.chain = any (${reader.studios})`)

/** `head` is a hash that somebody stored elsewhere. `stands` says whether it is still in a chain. */
export async function getVerdict(db: Db, head: string | undefined): Promise<Verdict> {
  const { chains, broken, ...counts } = await verifyAudit(db)
  const { rows } = await sql<Pick<Verdict, 'head' | 'stands'>>`
    select (select hash from audit_link order by number desc, chain limit 1) as head,
      case when ${head ?? null}::text is not null
        then exists (select from audit_link where hash = ${head ?? null})
          or exists (select from audit_checkpoint where hash = ${head ?? null})
      end as stands`.execute(db)
  const [first] = broken
  return {
    ...counts,
    ...rows[0]!,
    seals: chains.reduce((sum, { position }) => sum + position, 0),
    chains,
    broken: first
      ? { ...first, at: first.at === null ? null : Math.floor(Date.parse(first.at) / 1000) }
      : null,
  }
}
