import { sql } from 'kysely'
import type { Db, Tx } from '../db/connect.ts'
import { LOCKS, lockForTransaction } from '../db/locks.ts'

/**
 * Sealing is a job of its own and not part of each write: a chain over every entry would make all
 * writers wait for one another's commits.
 */
export async function sealAudit(tx: Tx): Promise<void> {
  await lockForTransaction(tx, LOCKS.auditSeal)
  // One statement: what is sealed is what its snapshot saw, and nothing that was committed in the
  // meantime.
  await sql`
    with fresh as materialized (select a.number, audit_text(a) as text from audit a where a.seal is null),
    made as (insert into audit_seal (entries, hash) select count(*), ${hashOf(sql`(select hash from audit_seal order by id desc limit 1)`, sql`string_agg(text, e'\n' order by number)`)} from fresh having count(*) > 0 returning id)
    update audit a set seal = made.id from made, fresh where a.number = fresh.number`.execute(tx)
}

const hashOf = (before: ReturnType<typeof sql>, text: ReturnType<typeof sql>) =>
  sql`encode(sha256(convert_to(coalesce(${before}, '') || e'\n' || coalesce(${text}, ''), 'utf8')), 'hex')`

export type AuditVerification = {
  seals: number
  entries: number
  unsealed: number
  head: string | null
  stands: boolean | null
  broken: { seal: number; at: number } | null
}

/** Every seal is worked out anew. */
export async function verifyAudit(db: Db, head: string | undefined): Promise<AuditVerification> {
  const { rows } = await sql<AuditVerification>`
    with made as materialized (
      select s.id, s.hash, s.entries, seconds(s.created_at) as at, found.entries as found, ${hashOf(sql`lag(s.hash) over (order by s.id)`, sql`found.text`)} as anew
      from audit_seal s left join lateral (select string_agg(audit_text(a), e'\n' order by a.number) as text, count(*) as entries from audit a where a.seal = s.id) found on true)
    select (select count(*) from made) as seals, (select count(*) from audit) as entries, (select count(*) from audit where seal is null) as unsealed,
      (select hash from made order by id desc limit 1) as head, ${head === undefined ? sql`null::boolean` : sql`exists (select from made where hash = ${head})`} as stands,
      (select json_build_object('seal', id, 'at', at) from made where hash <> anew or entries <> found order by id limit 1) as broken`.execute(
    db,
  )
  return rows[0]!
}
