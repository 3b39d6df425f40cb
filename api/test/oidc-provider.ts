// A real OpenID Connect provider for tests. Its login page signs in the account of `login_hint`
// without a password, in the browser after a click.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { Provider, type KoaContextWithOIDC } from 'oidc-provider'

export type ProviderAccount = Record<string, unknown> & { sub: string }
export const CLIENT = { clientId: 'reelay', clientSecret: 'a-client-secret-of-the-test' }

type Options = {
  redirectUri: string
  logoutRedirectUri: string
  /** Accounts by the email that the person enters. */
  accounts: Record<string, ProviderAccount>
  /** How people sign in (RFC 8176). */
  methods?: string[]
  /** Shows a page with a button, for browsers. */
  asksInBrowser?: boolean
}

export async function startOidcProvider(
  t: Pick<TestContext, 'after'>,
  options: Options,
): Promise<string> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = createProvider(issuer, options)
  const serve = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url!.startsWith('/interaction/')) return void serve(request, response)
    void answerInteraction(provider, options, request, response)
  })
  return issuer
}

const createProvider = (issuer: string, { redirectUri, logoutRedirectUri, accounts }: Options) =>
  new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [logoutRedirectUri],
      },
    ],
    pkce: { required: () => true },
    claims: {
      openid: ['sub', 'amr', 'groups', 'roles'],
      email: ['email', 'email_verified'],
      profile: ['name'],
    },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['a-cookie-key-of-the-test'] },
    findAccount: (_context: KoaContextWithOIDC, accountId: string) => {
      const account = Object.values(accounts).find(({ sub }) => sub === accountId)
      return account && { accountId, claims: () => account }
    },
    ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 60, IdToken: 60 },
  })

async function answerInteraction(
  provider: Provider,
  { accounts, methods, asksInBrowser }: Options,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response)
  if (prompt.name === 'login') {
    if (asksInBrowser && !request.url!.endsWith('?continue'))
      return response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<title>Provider</title><h1>Provider</h1><a href="?continue">Continue</a>')
    const account = accounts[String(params.login_hint)]
    const result = account
      ? { login: { accountId: account.sub, ...(methods && { amr: methods }) } }
      : { error: 'access_denied' }
    return provider.interactionFinished(request, response, result)
  }
  const grant =
    (grantId && (await provider.Grant.find(grantId))) ||
    new provider.Grant({ accountId: session!.accountId, clientId: String(params.client_id) })
  grant.addOIDCScope(String(params.scope))
  const consent = { grantId: await grant.save() }
  return provider.interactionFinished(request, response, { consent })
}
