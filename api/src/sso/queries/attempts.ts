import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { digestSecret } from '../../kernel/http/auth/secret.ts'
import type { Claims } from '../rules/providers.ts'

export async function insertAttempt(
  tx: Tx,
  attempt: { provider: string; cookie: string; challenge: string; isFresh: boolean },
): Promise<string> {
  await sql`delete from sso_attempt where expires_at < now()`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    insert into sso_attempt (provider_id, cookie_digest, challenge, fresh)
    values (${attempt.provider}, ${digestSecret(attempt.cookie)}, ${attempt.challenge},
      ${attempt.isFresh})
    returning id`.execute(tx)
  return rows[0]!.id
}

/** The attempt that this browser began, while the provider has not answered yet. */
export async function findOpenAttempt(
  db: Db,
  { id, cookie }: { id: string; cookie: string },
): Promise<{ provider: string } | undefined> {
  const { rows } = await sql<{ provider: string }>`
    select provider_id as provider from sso_attempt
    where id = ${id} and cookie_digest = ${digestSecret(cookie)} and code_digest is null
      and expires_at > now()`.execute(db)
  return rows[0]
}

/** False if another request has finished the attempt. */
export async function finishAttempt(
  tx: Tx,
  attempt: { id: string; code: string; claims: Claims; idToken: string },
): Promise<boolean> {
  const { rows } = await sql`
    update sso_attempt set code_digest = ${digestSecret(attempt.code)},
      claims = ${JSON.stringify(attempt.claims)}::jsonb, id_token = ${attempt.idToken},
      expires_at = now() + interval '5 minutes'
    where id = ${attempt.id} and code_digest is null returning 1`.execute(tx)
  return rows.length > 0
}

export type FinishedAttempt = {
  id: string
  provider: string
  claims: Claims
  idToken: string
  /** Whether the person signed in at the provider during this attempt. */
  isFresh: boolean
}

/** The clock of the provider may be slow. */
const CLOCK_TOLERANCE_SECONDS = 60

/** The client proves with the verifier that it began the attempt. */
export async function findFinishedAttempt(
  db: Db,
  { code, verifier }: { code: string; verifier: string },
): Promise<FinishedAttempt | undefined> {
  const { rows } = await sql<FinishedAttempt>`
    select id, provider_id as provider, claims, id_token as "idToken",
      fresh and coalesce((claims ->> 'authTime')::float8
        > extract(epoch from started_at) - ${CLOCK_TOLERANCE_SECONDS}::float8, false) as "isFresh"
    from sso_attempt
    where code_digest = ${digestSecret(code)} and challenge = ${digestSecret(verifier)}
      and expires_at > now()`.execute(db)
  return rows[0]
}

/** A code works once. */
export async function removeAttempt(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`delete from sso_attempt where id = ${id} returning 1`.execute(tx)
  return rows.length > 0
}
