import { sql } from 'kysely'
import type { Db, Tx } from '../db/connect.ts'
import { LOCKS, lockForTransaction } from '../db/locks.ts'

/**
 * Seals all new entries with one hash. This is a job and not part of each write: a chain over every
 * entry would make all writers wait for each other.
 */
export async function sealAudit(tx: Tx): Promise<void> {
  await lockForTransaction(tx, LOCKS.auditSeal)
  const previous = sql`(select hash from audit_seal order by id desc limit 1)`
  const entries = sql`string_agg(text, e'\\n' order by number)`
  // One statement, so that exactly the entries of one snapshot are sealed.
  await sql`
    with fresh as materialized (
      select a.number, audit_text(a) as text from audit a where a.seal is null
    ),
    created as (
      insert into audit_seal (entries, hash)
      select count(*), ${hashOf(previous, entries)} from fresh
      having count(*) > 0
      returning id
    )
    update audit a set seal = created.id from created, fresh where a.number = fresh.number`.execute(
    tx,
  )
}

type Sql = ReturnType<typeof sql>
const hashOf = (previous: Sql, text: Sql) =>
  sql`encode(sha256(convert_to(
    coalesce(${previous}, '') || e'\\n' || coalesce(${text}, ''), 'utf8')), 'hex')`

export type AuditVerification = {
  seals: number
  entries: number
  unsealed: number
  head: string | null
  stands: boolean | null
  broken: { seal: number; at: number } | null
}

/** Computes every seal again and compares. */
export async function verifyAudit(db: Db, head: string | undefined): Promise<AuditVerification> {
  const expected = hashOf(sql`lag(s.hash) over (order by s.id)`, sql`found.text`)
  const stands =
    head === undefined ? sql`null::boolean` : sql`exists (select from seals where hash = ${head})`
  const { rows } = await sql<AuditVerification>`
    with seals as materialized (
      select
        s.id, s.hash, s.entries, seconds(s.created_at) as at,
        found.entries as found, ${expected} as expected
      from audit_seal s
      left join lateral (
        select string_agg(audit_text(a), e'\\n' order by a.number) as text, count(*) as entries
        from audit a
        where a.seal = s.id
      ) found on true
    )
    select
      (select count(*) from seals) as seals,
      (select count(*) from audit) as entries,
      (select count(*) from audit where seal is null) as unsealed,
      (select hash from seals order by id desc limit 1) as head,
      ${stands} as stands,
      (
        select json_build_object('seal', id, 'at', at) from seals
        where hash <> expected or entries <> found
        order by id
        limit 1
      ) as broken`.execute(db)
  return rows[0]!
}
