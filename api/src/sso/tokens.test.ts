// Tokens of a provider that must not be accepted.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startFakeProvider, type Mistakes } from '../../test/fake-oidc-provider.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { addProvider, returnFrom, startSso } from '../../test/sso-fixtures.ts'

/** Returns where the browser is sent after the provider answered. */
async function attempt(t: TestContext, mistakes: Mistakes): Promise<string> {
  const fixtures = await loadFixtures(t, { SSO_PRIVATE: '1' })
  const fake = await startFakeProvider(t, mistakes)
  const provider = await addProvider(fixtures, fixtures.a, { issuer: fake.issuer })
  const { url, cookie } = await startSso(fixtures, provider._id)
  if (!url.startsWith(fake.issuer)) return url
  const { searchParams } = new URL(url)
  fake.nonce(searchParams.get('nonce')!)
  const back = new URLSearchParams({ code: 'code', state: searchParams.get('state')! })
  return returnFrom(fixtures, `http://reelay.test/api/session/sso/callback?${back}`, cookie)
}

test('accepts a correct token', async (t) => {
  assert.match(await attempt(t, {}), /^http:\/\/app\.test\/sign-in\/sso#code=[\w-]{43}$/)
})

const now = () => Math.floor(Date.now() / 1000)
const MISTAKES: Record<string, Mistakes> = {
  'another issuer': { claims: (claims) => ({ ...claims, iss: 'https://login.example.com' }) },
  'another audience': { claims: (claims) => ({ ...claims, aud: 'another-client' }) },
  'an authorized party that is another client': {
    claims: (claims) => ({ ...claims, aud: ['reelay', 'other'], azp: 'other' }),
  },
  'a past expiry': { claims: (claims) => ({ ...claims, iat: now() - 600, exp: now() - 300 }) },
  'no expiry': { claims: ({ exp: _exp, ...claims }) => claims },
  'another nonce': { claims: (claims) => ({ ...claims, nonce: 'other' }) },
  'no nonce': { claims: ({ nonce: _nonce, ...claims }) => claims },
  'no subject': { claims: ({ sub: _sub, ...claims }) => claims },
  'a signature of another key': { wrongKey: true },
  'no signature': { unsigned: true },
  'a published issuer that differs from the configured one': {
    publishedIssuer: 'https://login.example.com',
  },
  'a token endpoint on a port that is not allowed': { tokenEndpoint: 'http://127.0.0.1:25/token' },
}

for (const [name, mistakes] of Object.entries(MISTAKES))
  test(`rejects a token with ${name}`, async (t) => {
    assert.equal(await attempt(t, mistakes), 'http://app.test/sign-in?sso=failed')
  })
