// The redirect to a provider and back. A cookie binds both to one browser.
import { createHmac } from 'node:crypto'
import type { Db } from '../../kernel/db/connect.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import { newSecret } from '../../kernel/http/auth/secret.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'
import { findOpenAttempt, finishAttempt, insertAttempt } from '../queries/attempts.ts'
import { findActiveProvider, readClientSecret } from '../queries/providers.ts'
import { claimsFrom, type StoredProvider } from '../rules/providers.ts'
import { authorizationUrl, fetchClaims, type BrowserSecrets, type OidcContext } from './oidc.ts'
import { ATTEMPT_ID_TOKEN, CLIENT_SECRET, type Secrets } from './stored-secrets.ts'

export type SsoContext = OidcContext & {
  db: Db
  secrets: Secrets
}

/** Returns the URL of the provider and the cookie for the browser. */
export async function startAttempt(
  context: SsoContext,
  input: { provider: string; challenge: string; email: string | undefined; isFresh: boolean },
): Promise<{ url: string; id: string; cookie: string }> {
  const provider = await findActiveProvider(context.db, input.provider)
  if (!provider) throw notFound('identity provider')
  const client = await withSecret(context, provider)
  const cookie = newSecret()
  const id = await inTransaction(context.db, (tx) =>
    insertAttempt(tx, { ...input, provider: provider._id, cookie }),
  )
  const url = await authorizationUrl(context, client, browserSecrets(id, cookie), input)
  return { url: url.href, id, cookie }
}

/** `cookieOf` returns the cookie of an attempt. The result is a code for the web app. */
export async function finishRedirect(
  context: SsoContext,
  { query, cookieOf }: { query: string; cookieOf: (attempt: string) => string | undefined },
): Promise<string> {
  const parameters = new URLSearchParams(query)
  const id = attemptOf(parameters.get('state') ?? '')
  const cookie = id && cookieOf(id)
  const attempt = cookie ? await findOpenAttempt(context.db, { id, cookie }) : undefined
  const provider = attempt && (await findActiveProvider(context.db, attempt.provider))
  if (!id || !cookie || !provider) throw new SsoError('expired', 'No such attempt in this browser')
  if (parameters.get('error') === 'access_denied')
    throw new SsoError('cancelled', 'The person cancelled')
  const { claims, idToken } = await fetchClaims(
    context,
    await withSecret(context, provider),
    browserSecrets(id, cookie),
    query,
  ).catch((cause: unknown) => {
    throw new SsoError('failed', 'The provider did not confirm the sign-in', { cause })
  })
  const code = newSecret()
  const isFinished = await inTransaction(context.db, (tx) =>
    finishAttempt(tx, {
      id,
      code,
      claims: claimsFrom(claims, provider),
      idToken: context.secrets.seal(ATTEMPT_ID_TOKEN, id, idToken),
    }),
  )
  if (!isFinished) throw new SsoError('expired', 'The attempt was finished before')
  return code
}

/** The web app shows a text for each reason. */
export class SsoError extends Error {
  readonly reason: 'expired' | 'cancelled' | 'failed'
  constructor(reason: SsoError['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

export async function withSecret(
  { db, secrets }: Pick<SsoContext, 'db' | 'secrets'>,
  provider: StoredProvider,
) {
  const sealed = await readClientSecret(db, provider._id)
  return {
    ...provider,
    clientSecret: sealed === null ? null : secrets.open(CLIENT_SECRET, provider._id, sealed),
  }
}

/** The database stores none of these, so a copy of it cannot finish an attempt. */
function browserSecrets(id: string, cookie: string): BrowserSecrets {
  const derive = (label: string) => createHmac('sha256', cookie).update(label).digest('base64url')
  return { state: `${id}.${derive('state')}`, nonce: derive('nonce'), verifier: derive('pkce') }
}

const attemptOf = (state: string) => /^([0-9a-f]{24})\.[\w-]{43}$/.exec(state)?.[1]
