// The protocol: OpenID Connect with openid-client. It checks state, nonce, PKCE, issuer, audience,
// expiry and signature.
import * as oidc from 'openid-client'
import type { createGuardedFetch } from '../../kernel/http/outbound/guarded-fetch.ts'
import type { StoredProvider } from '../rules/providers.ts'

export type OidcContext = {
  fetch: ReturnType<typeof createGuardedFetch>
  /** Plain http, where the operator allows private addresses. */
  allowHttp: boolean
  redirectUri: string
}
type Client = Pick<StoredProvider, 'issuer' | 'clientId' | 'scopes'> & {
  clientSecret: string | null
}
/** Derived from the cookie of one browser. */
export type BrowserSecrets = { state: string; nonce: string; verifier: string }

/** Reads what the provider publishes. There is no cache: sign-ins are rare, and keys change. */
export async function discover(
  { fetch, allowHttp }: OidcContext,
  { issuer, clientId, clientSecret }: Client,
): Promise<oidc.Configuration> {
  const guarded: oidc.CustomFetch = (url, { body, ...init }) =>
    fetch(url, { ...init, body: formBody(body) })
  const execute = [
    oidc.enableNonRepudiationChecks,
    ...(allowHttp ? [oidc.allowInsecureRequests] : []),
  ]
  const discovered = await oidc.discovery(new URL(issuer), clientId, {}, undefined, {
    [oidc.customFetch]: guarded,
    execute,
  })
  const metadata = discovered.serverMetadata()
  const client = new oidc.Configuration(
    metadata,
    clientId,
    {},
    clientAuthentication(metadata, clientSecret),
  )
  client[oidc.customFetch] = guarded
  execute.forEach((apply) => apply(client))
  return client
}

/** The client sends forms only. Other bodies are not text. */
function formBody(body: oidc.FetchBody): string | undefined {
  if (body === null || body === undefined) return undefined
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString()
  throw new TypeError('The body of a request to a provider must be text')
}

function clientAuthentication(metadata: oidc.ServerMetadata, secret: string | null) {
  if (secret === null) return oidc.None()
  // The default of the specification is `client_secret_basic`.
  return metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    ? oidc.ClientSecretPost(secret)
    : oidc.ClientSecretBasic(secret)
}

export async function authorizationUrl(
  context: OidcContext,
  client: Client,
  { state, nonce, verifier }: BrowserSecrets,
  { email, isFresh }: { email: string | undefined; isFresh: boolean },
): Promise<URL> {
  return oidc.buildAuthorizationUrl(await discover(context, client), {
    redirect_uri: context.redirectUri,
    scope: [...new Set(['openid', ...client.scopes])].join(' '),
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(email !== undefined && { login_hint: email }),
    // With `max_age` the provider has to say when the person signed in (OpenID Connect Core, 2).
    ...(isFresh && { prompt: 'login', max_age: '0' }),
  })
}

/** Exchanges the code of the provider and returns the checked claims. */
export async function fetchClaims(
  context: OidcContext,
  client: Client,
  { state, nonce, verifier }: BrowserSecrets,
  query: string,
): Promise<{ claims: Record<string, unknown>; idToken: string }> {
  const config = await discover(context, client)
  const tokens = await oidc.authorizationCodeGrant(
    config,
    new URL(`${context.redirectUri}?${query}`),
    {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    },
  )
  const idToken = tokens.claims()!
  // Some providers put email and groups only into the user info.
  const more = config.serverMetadata().userinfo_endpoint
    ? await oidc.fetchUserInfo(config, tokens.access_token, idToken.sub)
    : {}
  return { claims: { ...more, ...idToken }, idToken: tokens.id_token! }
}

/** Undefined if the provider has no logout page. */
export async function logoutUrl(
  context: OidcContext,
  client: Client,
  { idToken, redirectUri }: { idToken: string | null; redirectUri: string },
): Promise<string | undefined> {
  const config = await discover(context, client)
  if (!config.serverMetadata().end_session_endpoint) return undefined
  return oidc.buildEndSessionUrl(config, {
    post_logout_redirect_uri: redirectUri,
    ...(idToken !== null && { id_token_hint: idToken }),
  }).href
}

/** Why a person cannot sign in with this provider, in sentences for its administrator. */
export async function checkProvider(context: OidcContext, client: Client) {
  try {
    const metadata = (await discover(context, client)).serverMetadata()
    return {
      problems: [
        ...(metadata.authorization_endpoint ? [] : ['It has no authorization endpoint.']),
        ...(metadata.token_endpoint ? [] : ['It has no token endpoint.']),
        ...(metadata.jwks_uri ? [] : ['It publishes no signing keys.']),
        ...(metadata.code_challenge_methods_supported &&
        !metadata.code_challenge_methods_supported.includes('S256')
          ? ['It does not support PKCE with S256.']
          : []),
      ],
      authorizationEndpoint: metadata.authorization_endpoint ?? null,
      supportsLogout: metadata.end_session_endpoint !== undefined,
    }
  } catch (error) {
    return {
      problems: [`Its configuration cannot be read: ${reasonOf(error)}`],
      authorizationEndpoint: null,
      supportsLogout: false,
    }
  }
}

/** The innermost cause says most: the library wraps the errors of the connection. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? reasonOf(cause) : message
}
