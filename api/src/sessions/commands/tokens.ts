import { sql } from 'kysely'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { unauthorized } from '../../kernel/http/auth/authenticate.ts'
import { invalid, notFound } from '../../kernel/http/contract/problem.ts'
import { digestSecret, newSecret } from '../../kernel/http/auth/secret.ts'
import { revokeTokens } from '../../users/commands/change.ts'
import type { Session } from '../contract.ts'
import { insertToken } from '../queries.ts'

export async function signOut(tx: Tx, person: Caller) {
  if (!(await revoke(tx, person.token))) throw unauthorized()
  return { email: person.email, revoked: true as const }
}

export async function rotateToken(tx: Tx, person: Caller): Promise<Session> {
  await revokeTokens(tx, person._id)
  const token = newSecret()
  await insertToken(tx, {
    person: person._id,
    digest: digestSecret(token),
    secondFactor: person.secondFactor,
  })
  return { token, email: person.email }
}

export async function createToken(
  tx: Tx,
  { name, expires, by }: { name: string; expires?: number | null; by: Caller },
) {
  const token = newSecret()
  const created = await insertToken(tx, {
    person: by._id,
    digest: digestSecret(token),
    name,
    secondFactor: by.secondFactor,
    expires: expires ?? null,
  })
  if (created.expires !== null && created.expires <= created.created)
    throw invalid('token.expired', 'The expiry date of the token is in the past.', [
      { pointer: '/expires', message: 'is in the past' },
    ])
  return {
    _id: created.id,
    name,
    created: created.created,
    used: created.created,
    expires: created.expires,
    current: false,
    twofactorVerified: by.secondFactor,
    token,
  }
}

export async function removeToken(tx: Tx, { id, by }: { id: string; by: Caller }) {
  const { rows } = await sql`
    update token set revoked_at = now()
    where id = ${id} and person_id = ${by._id} and revoked_at is null returning 1`.execute(tx)
  if (!rows.length) throw notFound('token')
  return { _id: id, removed: true as const }
}

async function revoke(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update token set revoked_at = now()
    where id = ${id} and revoked_at is null returning 1`.execute(tx)
  return rows.length > 0
}
