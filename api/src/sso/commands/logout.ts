import { sql } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { findActiveProvider } from '../queries/providers.ts'
import { withSecret, type SsoContext } from './attempts.ts'
import { logoutUrl } from './oidc.ts'
import { SESSION_ID_TOKEN } from './stored-secrets.ts'

/** Where the browser ends the session at the provider (RP-initiated logout). */
export async function findLogoutUrl(
  context: SsoContext,
  { token }: Pick<Caller, 'token'>,
  redirectUri: string,
): Promise<string | null> {
  const { rows } = await sql<{ provider: string; idToken: string | null }>`
    select provider_id as provider, id_token as "idToken" from sso_session
    where token_id = ${token}`.execute(context.db)
  const session = rows[0]
  const provider = session && (await findActiveProvider(context.db, session.provider))
  if (!provider) return null
  const idToken =
    session.idToken === null ? null : context.secrets.open(SESSION_ID_TOKEN, token, session.idToken)
  const url = await logoutUrl(context, await withSecret(context, provider), {
    idToken,
    redirectUri,
  }).catch(() => undefined)
  return url ?? null
}
