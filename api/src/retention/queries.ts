import { utc } from '../kernel/audit/chain.ts'
import type { Tx } from '../kernel/db/connect.ts'
import { sql } from '../kernel/db/sql.ts'
import type { RetentionKind } from '../studios/contract.ts'

export type RetentionPolicy = {
  studio: string
  name: string
  kind: RetentionKind
  /** Rows from before this time are deleted. */
  before: string
}

/** By the clock of the database. Hours, because a day of a session can have 23 of them. */
export async function listPolicies(tx: Tx): Promise<RetentionPolicy[]> {
  const { rows } = await sql<RetentionPolicy>`
    select s.id as studio, s.name, policy.kind,
      ${utc('(now() - make_interval(hours => 24 * policy.days::int))')} as before
    from studio s
    cross join lateral jsonb_each_text(s.settings -> 'retention') policy (kind, days)
    where policy.days is not null
    order by s.id, policy.kind`.execute(tx)
  return rows
}
