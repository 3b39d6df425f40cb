import { createHmac, timingSafeEqual } from 'node:crypto'
import { forbidden } from '../contract/problem.ts'

/** A key that signs, and the older ones that are still believed until they are retired. */
export type SigningKeys = { current: string; secrets: ReadonlyMap<string, string> }
/** Whom a link was given to. */
export type LinkBearer = { person: string; token: string }

const LIFETIME_SECONDS = 300

/**
 * Signs a path for one person and one token. The record behind the path is checked again when the
 * link is used, however long it holds.
 */
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

export function readSignedPath(
  keys: SigningKeys,
  path: string,
  query: URLSearchParams,
  now: number,
): LinkBearer {
  const claims = Object.fromEntries(
    CLAIMS.map((claim) => [claim, onlyValue(query, claim)]),
  ) as Claims
  if ([...query.keys()].length !== CLAIMS.length + 1 || !keys.secrets.has(claims.key))
    throw refused()
  const [given, right] = [
    Buffer.from(onlyValue(query, 'signature')),
    Buffer.from(signatureOf(keys, path, claims)),
  ]
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw refused()
  if (!(Number(claims.expires) > now)) throw refused()
  return { person: claims.person, token: claims.token }
}

const CLAIMS = ['expires', 'key', 'person', 'token'] as const
type Claims = Record<(typeof CLAIMS)[number], string>

function signatureOf(keys: SigningKeys, path: string, claims: Claims): string {
  const said = [path, ...CLAIMS.map((claim) => claims[claim])].join('\n')
  return createHmac('sha256', keys.secrets.get(claims.key)!).update(said).digest('base64url')
}

function onlyValue(query: URLSearchParams, name: string): string {
  const [value, ...more] = query.getAll(name)
  if (value === undefined || more.length) throw refused()
  return value
}

const refused = () =>
  forbidden('link.refused', 'This link is not valid, or no longer. Ask for a new one.')
