// An OpenID Connect provider that makes mistakes on purpose. It sends the browser back at once.
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

export type Mistakes = {
  /** Changes the claims of the ID token. */
  claims?: (correct: Record<string, unknown>) => Record<string, unknown>
  /** Signs with a key that is not published. */
  wrongKey?: boolean
  /** Leaves the signature out. */
  unsigned?: boolean
  /** Publishes another issuer. */
  publishedIssuer?: string
  tokenEndpoint?: string
}

export async function startFakeProvider(
  t: TestContext,
  mistakes: Mistakes,
): Promise<{ issuer: string; nonce: (nonce: string) => void }> {
  const [published, unpublished] = [1, 2].map(() =>
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
  )
  let nonce = ''
  let issuer = ''
  const server = createServer((request, response) => {
    const answer = (body: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration')
      return answer({
        issuer: mistakes.publishedIssuer ?? issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: mistakes.tokenEndpoint ?? `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ['RS256'],
      })
    if (request.url === '/jwks')
      return answer({
        keys: [{ ...published!.publicKey.export({ format: 'jwk' }), alg: 'RS256', kid: 'k' }],
      })
    const now = Math.floor(Date.now() / 1000)
    const correct = {
      iss: issuer,
      aud: 'reelay',
      sub: 'ada',
      iat: now,
      exp: now + 60,
      nonce,
      email: 'ada@studio-a.example',
      email_verified: true,
    }
    const claims = mistakes.claims?.(correct) ?? correct
    const key = mistakes.wrongKey ? unpublished!.privateKey : published!.privateKey
    return answer({
      access_token: 'access',
      token_type: 'Bearer',
      id_token: jwt(claims, mistakes.unsigned ? undefined : key),
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => server.close())
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { issuer, nonce: (sent) => (nonce = sent) }
}

function jwt(claims: object, key: KeyObject | undefined): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${encode({ alg: key ? 'RS256' : 'none', kid: 'k' })}.${encode(claims)}`
  return `${text}.${key ? createSign('sha256').update(text).sign(key, 'base64url') : ''}`
}
