import { createHash, randomBytes } from 'node:crypto'
import type { TestContext } from 'node:test'
import * as sso from '../src/sso/contract.ts'
import { loadFixtures, type Fixtures, type TestUser } from './fixtures.ts'
import { CLIENT, startOidcProvider, type ProviderAccount } from './oidc-provider.ts'
import type { StudioFixtures } from './fixtures.ts'

export const REDIRECT_URI = 'http://reelay.test/api/session/sso/callback'
export const DOMAIN = 'studio-a.example'
export const accountOf = (sub: string, more: Record<string, unknown> = {}): ProviderAccount => ({
  sub,
  email: `${sub}@${DOMAIN}`,
  email_verified: true,
  name: `Name of ${sub}`,
  ...more,
})

export type SsoFixtures = Fixtures & {
  provider: sso.IdentityProvider
  accounts: Record<string, ProviderAccount>
}

/** Studio A has a provider whose domain is verified. `accounts` may be changed later. */
export async function loadSsoFixtures(
  t: TestContext,
  body: Partial<sso.NewProvider> = {},
  methods?: string[],
  settings: Record<string, string> = {},
): Promise<SsoFixtures> {
  const fixtures = await loadFixtures(t, { SSO_PRIVATE: '1', ...settings })
  const accounts = { [`ada@${DOMAIN}`]: accountOf('ada') }
  const issuer = await startOidcProvider(t, {
    redirectUri: REDIRECT_URI,
    logoutRedirectUri: 'http://app.test/sign-in',
    accounts,
    ...(methods && { methods }),
  })
  const provider = await addProvider(fixtures, fixtures.a, { issuer, ...body })
  return { ...fixtures, provider, accounts }
}

export async function addProvider(
  { admin }: Fixtures,
  { studio }: StudioFixtures,
  body: Partial<sso.NewProvider> & { issuer: string },
): Promise<sso.IdentityProvider> {
  const created = await admin.call(sso.createProvider, {
    params: { id: studio._id },
    body: { name: 'Provider', ...CLIENT, domains: [DOMAIN], ...body },
  })
  const params = { id: studio._id, provider: created._id, domain: DOMAIN }
  return admin.call(sso.verifyDomain, { params, body: { verified: true } })
}

export const newVerifier = () => randomBytes(32).toString('base64url')
export const challengeOf = (verifier: string) =>
  createHash('sha256').update(verifier).digest('base64url')

export type Started = { url: string; cookie: string; verifier: string }

export async function startSso(
  { app }: Fixtures,
  provider: string,
  email = `ada@${DOMAIN}`,
  more: { fresh?: 'true' } = {},
): Promise<Started> {
  const verifier = newVerifier()
  const query = new URLSearchParams({ provider, challenge: challengeOf(verifier), email, ...more })
  const response = await app.fastify.inject(`/api/session/sso/start?${query}`)
  const cookie = String(response.headers['set-cookie'] ?? '').split(';')[0]!
  return { url: String(response.headers.location), cookie, verifier }
}

/** Follows the redirects of the provider until it sends the browser back. */
export async function visitProvider(url: string): Promise<string> {
  const cookies = new Map<string, string>()
  for (let next = url, steps = 0; steps < 10; steps++) {
    if (next.startsWith(REDIRECT_URI)) return next
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    })
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0]!.split('=')
      cookies.set(name!, value!)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`${next} answered ${response.status} ${await response.text()}`)
    next = new URL(location, next).href
  }
  throw new Error('The provider redirects forever')
}

/** Returns where the callback sends the browser. */
export async function returnFrom({ app }: Fixtures, back: string, cookie: string): Promise<string> {
  const { pathname, search } = new URL(back)
  const response = await app.fastify.inject({ url: pathname + search, headers: { cookie } })
  return String(response.headers.location)
}

export const codeIn = (location: string): string => new URL(location).hash.replace('#code=', '')

export async function proveIdentity(
  fixtures: Fixtures,
  provider: string,
  email?: string,
  more?: { fresh?: 'true' },
): Promise<{ code: string; verifier: string }> {
  const { url, cookie, verifier } = await startSso(fixtures, provider, email, more)
  const location = await returnFrom(fixtures, await visitProvider(url), cookie)
  return { code: codeIn(location), verifier }
}

/** The whole sign-in. */
export async function signInWithSso(
  fixtures: SsoFixtures,
  email?: string,
): Promise<Omit<TestUser, '_id'>> {
  const body = await proveIdentity(fixtures, fixtures.provider._id, email)
  const session = await fixtures.as().call(sso.signInWithSso, { body })
  return { ...session, ...fixtures.as(session) }
}
