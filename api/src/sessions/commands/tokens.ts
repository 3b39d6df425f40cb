import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { unauthorized } from '../../kernel/http/auth/authenticate.ts'
import type { BodyOf } from '../../kernel/http/contract/endpoint.ts'
import { invalid, notFound, unknownReference } from '../../kernel/http/contract/problem.ts'
import { projectId, studioIds } from '../../access/queries/references.ts'
import { viewerOf } from '../../access/queries/visibility.ts'
import { digestSecret, newSecret } from '../../kernel/http/auth/secret.ts'
import { revokeTokens } from '../../users/commands/change.ts'
import type { NewScope, Scope, Session, createToken as endpoint } from '../contract.ts'
import { findScopeStudio, insertToken } from '../queries.ts'

type NewTokenInput = BodyOf<typeof endpoint>

export async function signOut(tx: Tx, person: Caller) {
  if (!(await revoke(tx, person.token))) throw unauthorized()
  return { email: person.email, revoked: true as const }
}

export async function rotateToken(tx: Tx, person: Caller): Promise<Session> {
  await revokeTokens(tx, person._id)
  const token = newSecret()
  const { id } = await insertToken(tx, {
    person: person._id,
    digest: digestSecret(token),
    createdBy: person.token,
    secondFactor: person.secondFactor,
  })
  await copyLifetime(tx, { from: person.token, to: id })
  return { token, email: person.email }
}

export async function createToken(
  tx: Tx,
  { name, expires, scope: requestedScope, by }: NewTokenInput & { by: Caller },
) {
  const scope = requestedScope ? await resolveScope(tx, requestedScope, by) : null
  const token = newSecret()
  const created = await insertToken(tx, {
    person: by._id,
    digest: digestSecret(token),
    createdBy: by.token,
    name,
    secondFactor: by.secondFactor,
    expires: expires ?? null,
    scope,
  })
  if (created.expires !== null && created.expires <= created.created)
    throw invalid('token.expiry-in-past', 'The expiry date of the token is in the past.', [
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
    scope,
    idleTimeout: null,
    agent: null,
    network: null,
    token,
  }
}

async function resolveScope(tx: Tx, { access, ...refs }: NewScope, by: Caller): Promise<Scope> {
  const viewer = viewerOf(by)
  const project = refs.project ? await projectId(tx, viewer, refs.project) : null
  const [studio = null] = refs.studio ? await studioIds(tx, viewer, [refs.studio]) : []
  if (!project && !studio) return { access, studio, project }
  const scopeStudio = await findScopeStudio(tx, by, { studio, project })
  if (!scopeStudio)
    throw project
      ? unknownReference('/scope/project', 'project')
      : unknownReference('/scope/studio', 'studio')
  if (studio && studio !== scopeStudio)
    throw invalid('token.scope-mismatch', 'The project of the scope belongs to another studio.', [
      { pointer: '/scope/project', message: 'belongs to another studio' },
    ])
  return { access, studio: scopeStudio, project }
}

export async function removeToken(tx: Tx, { id, by }: { id: string; by: Caller }) {
  const { rows } = await sql`
    update token set revoked_at = now()
    where id = ${id} and person_id = ${by._id} and revoked_at is null returning 1`.execute(tx)
  if (!rows.length) throw notFound('token')
  return { _id: id, removed: true as const }
}

/** Otherwise a session could outlive its limits by replacing its token. */
async function copyLifetime(tx: Tx, { from, to }: { from: string; to: string }) {
  await sql`
    update token replaced
    set expires_at = t.expires_at, idle_timeout = t.idle_timeout, agent = t.agent,
      network = t.network, verified_at = t.verified_at
    from token t where replaced.id = ${to} and t.id = ${from}`.execute(tx)
}

async function revoke(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update token set revoked_at = now()
    where id = ${id} and revoked_at is null returning 1`.execute(tx)
  return rows.length > 0
}
