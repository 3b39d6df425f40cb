import { createHmac, timingSafeEqual } from 'node:crypto'
import { forbidden } from '../contract/problem.ts'

/** `current` signs. The others are still accepted until they are retired. */
export type SigningKeys = { current: string; secrets: ReadonlyMap<string, string> }
/** The person and the token that a link was signed for. */
type LinkBearer = { person: string; token: string }
/** `expires` is in seconds of the database's clock, which decides whether the link still works. */
export type SignedLink = LinkBearer & { expires: number }

const LIFETIME_SECONDS = 300

/** Signs a path for one person and token. Access to the record is checked again on every use. */
export function signPath(
  keys: SigningKeys,
  path: string,
  bearer: LinkBearer,
  now: number,
  seconds = LIFETIME_SECONDS,
): string {
  const claims = {
    expires: String(now + Math.ceil(seconds)),
    key: keys.current,
    person: bearer.person,
    token: bearer.token,
  }
  return `${path}?${new URLSearchParams({ ...claims, signature: signatureOf(keys, path, claims) })}`
}

/** Whether the URL of a request replaces the credential in its header. */
export const isSignedUrl = (url: string): boolean => /[?&]signature=/.test(url)

export function readSignedPath(
  keys: SigningKeys,
  path: string,
  query: URLSearchParams,
): SignedLink {
  const claims = Object.fromEntries(
    CLAIMS.map((claim) => [claim, onlyValue(query, claim)]),
  ) as Claims
  if ([...query.keys()].length !== CLAIMS.length + 1 || !keys.secrets.has(claims.key))
    throw invalidLink()
  const [signature, expected] = [
    Buffer.from(onlyValue(query, 'signature')),
    Buffer.from(signatureOf(keys, path, claims)),
  ]
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected))
    throw invalidLink()
  return { person: claims.person, token: claims.token, expires: Number(claims.expires) }
}

const CLAIMS = ['expires', 'key', 'person', 'token'] as const
type Claims = Record<(typeof CLAIMS)[number], string>

function signatureOf(keys: SigningKeys, path: string, claims: Claims): string {
  const message = [path, ...CLAIMS.map((claim) => claims[claim])].join('\n')
  return createHmac('sha256', keys.secrets.get(claims.key)!).update(message).digest('base64url')
}

function onlyValue(query: URLSearchParams, name: string): string {
  const [value, ...more] = query.getAll(name)
  if (value === undefined || more.length) throw invalidLink()
  return value
}

const invalidLink = () =>
  forbidden('link.invalid', 'This link is invalid or has expired. Request a new one.')
