import type { Tx } from '../db/connect.ts'
import { addRow } from '../db/pending-rows.ts'
import { redactSecrets } from './redact.ts'

export type NewAuditEntry = {
  by: { _id: string; name: string; token?: string | undefined } | null
  /** The call: `PUT /users/:id`. */
  act: string
  about: { kind: string; id: string | null; name: string }
  studios: readonly string[]
  /** The input of the call, without secrets. */
  asked: unknown
  request: string | null
  address: string | null
  /** By default `done`. */
  outcome?: AuditOutcome
}
export type AuditOutcome = 'done' | 'refused'

/** Takes a Tx, never a Db: a change and its audit entry are one commit. */
export const recordAudit = (
  tx: Tx,
  { by, act, about, studios, asked, request, address, outcome = 'done' }: NewAuditEntry,
): Promise<void> =>
  addRow(tx, 'audit', {
    by_id: by?._id ?? null,
    by_name: by?.name ?? '',
    token: by?.token ?? null,
    act,
    about_kind: about.kind,
    about_id: about.id,
    about_name: about.name,
    studios,
    asked: redactSecrets(asked) ?? null,
    request,
    address,
    outcome,
  })
