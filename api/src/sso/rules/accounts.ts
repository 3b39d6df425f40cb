import type { Rejection } from '../../kernel/http/contract/problem.ts'
import { domainOf, type Claims, type StoredProvider } from './providers.ts'

/** An existing account, as the decision needs it. */
export type KnownAccount = {
  id: string
  active: boolean
  isAdmin: boolean
  studios: string[]
  /** Whether another identity of the same provider is connected to it. */
  isConnected: boolean
}
/** `identity`: connected earlier. `account`: the account with the email of the claims. */
export type KnownPerson = {
  identity: { selfLinked: boolean; account: KnownAccount } | undefined
  account: KnownAccount | undefined
}
export type SignInPlan =
  | { kind: 'sign-in'; person: string; limited: boolean }
  | { kind: 'link'; person: string }
  | { kind: 'create'; email: string }
  | { kind: 'reject'; rejection: Rejection }

/**
 * Decides which account a provider signs in. After the first time only issuer and subject count.
 * An account that belongs to other studios too is never given to the provider of one of them.
 */
export function planSignIn(
  provider: StoredProvider,
  claims: Claims,
  { identity, account }: KnownPerson,
): SignInPlan {
  if (identity) return planKnown(provider, identity)
  const rejection = emailRejection(provider, claims)
  if (rejection) return { kind: 'reject', rejection }
  if (!account)
    return provider.createsAccounts ? { kind: 'create', email: claims.email! } : reject('noAccount')
  if (!account.active) return reject('inactive')
  if (account.isAdmin || !isOnlyIn(account, provider.studio)) return reject('linkNeeded')
  // Companies give an email address to somebody else after a while.
  return account.isConnected ? reject('otherIdentity') : { kind: 'link', person: account.id }
}

/**
 * The provider of a studio vouches for its people. How somebody signs in to other studios too is
 * none of its business, so then its word does not count as a proof of identity.
 */
export const isOnlyIn = ({ studios }: { studios: readonly string[] }, studio: string): boolean =>
  studios.length === 1 && studios[0] === studio

function planKnown(
  provider: StoredProvider,
  { selfLinked, account }: NonNullable<KnownPerson['identity']>,
): SignInPlan {
  if (!account.active) return reject('inactive')
  const isMember = account.studios.includes(provider.studio)
  if (!isMember && !(account.isAdmin && selfLinked)) return reject('notMember')
  // An account that became an admin later needs the consent of its owner.
  if (account.isAdmin && !selfLinked) return reject('linkNeeded')
  return { kind: 'sign-in', person: account.id, limited: !selfLinked }
}

/** The email must be in a verified domain, and the provider must vouch for it. */
export function emailRejection(
  { domains, trustsEmail }: Pick<StoredProvider, 'domains' | 'trustsEmail'>,
  { email, emailVerified }: Claims,
): Rejection | undefined {
  if (!email || !/^[^\s@<>",;:\\]+@[^\s@<>",;:\\]+$/.test(email)) return REJECTIONS.noEmail
  if (!emailVerified && !trustsEmail) return REJECTIONS.unverifiedEmail
  return domains.some(({ name, verified }) => verified && name === domainOf(email))
    ? undefined
    : REJECTIONS.foreignDomain
}

const reject = (code: keyof typeof REJECTIONS): SignInPlan => ({
  kind: 'reject',
  rejection: REJECTIONS[code],
})

const REJECTIONS = {
  noEmail: {
    status: 403,
    code: 'sso.email-required',
    detail: 'The sign-in provider did not send your email address. Contact your studio.',
  },
  unverifiedEmail: {
    status: 403,
    code: 'sso.email-unverified',
    detail: 'The sign-in provider has not verified your email address. Contact your studio.',
  },
  foreignDomain: {
    status: 403,
    code: 'sso.domain-unverified',
    detail:
      'The domain of your email address is not verified for this studio. Contact your studio.',
  },
  noAccount: {
    status: 403,
    code: 'sso.account-not-found',
    detail: 'You have no account yet. Ask your studio to invite you.',
  },
  inactive: {
    status: 403,
    code: 'sso.account-suspended',
    detail: 'Your account is suspended. Contact your studio.',
  },
  notMember: {
    status: 403,
    code: 'sso.not-member',
    detail: 'Your account no longer belongs to this studio. Contact your studio.',
  },
  linkNeeded: {
    status: 409,
    code: 'sso.link-required',
    detail:
      'Your account also has access elsewhere. Sign in with your password, then connect this provider.',
  },
  otherIdentity: {
    status: 409,
    code: 'sso.identity-changed',
    detail:
      'The account with your email address is connected to another identity of this provider. Contact your studio.',
  },
} as const satisfies Record<string, Rejection>
