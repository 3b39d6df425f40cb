import type { Tx } from '../db/connect.ts'
import { sql } from '../db/sql.ts'
import { redactSecrets } from './redact.ts'

export type NewAuditEntry = {
  by: { _id: string; name: string; token?: string | undefined } | null
  /** The call: `PUT /users/:id`. */
  action: string
  about: { kind: string; id: string | null; name: string }
  studios: readonly string[]
  /** The input of the call, without secrets. */
  input: unknown
  request: string | null
  address: string | null
  /** By default `done`. */
  outcome?: AuditOutcome
}
export type AuditOutcome = 'done' | 'refused'

/** Takes a Tx, never a Db: a change and its audit entry are one commit. */
export async function recordAudit(
  tx: Tx,
  { by, action, about, studios, input, request, address, outcome = 'done' }: NewAuditEntry,
): Promise<void> {
  await sql`
    insert into audit (by_id, by_name, token, action, about_kind, about_id, about_name, studios,
      input, request, address, outcome)
    values (${by?._id ?? null}, ${by?.name ?? ''}, ${by?.token ?? null}, ${action}, ${about.kind},
      ${about.id}, ${about.name}, ${studios}, ${JSON.stringify(redactSecrets(input) ?? null)},
      ${request}, ${address}, ${outcome})`.execute(tx)
}
