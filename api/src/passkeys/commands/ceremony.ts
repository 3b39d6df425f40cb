// What registration and sign-in have in common.
import { conflict } from '../../kernel/http/contract/problem.ts'
import { relyingPartyOf, type RelyingParty } from '../rules.ts'

export function getRelyingParty(config: { appUrl: string; publicUrl: string }): RelyingParty {
  const party = relyingPartyOf(config)
  if (!party)
    throw conflict(
      'passkey.unavailable',
      'Passkeys need an APP_URL with a domain name. Ask the operator to set it.',
    )
  return party
}

/** The challenge that the browser signed, in base64url. Undefined if the data cannot be read. */
export function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown
    }
    return typeof challenge === 'string' && /^[\w-]{20,200}$/.test(challenge)
      ? challenge
      : undefined
  } catch {
    return undefined
  }
}

/**
 * The library parses certificates of all kinds, and importing it takes 0.1 to 0.3 s and 25 MB. The
 * first passkey imports it.
 */
export const loadWebAuthn = () => import('@simplewebauthn/server')
