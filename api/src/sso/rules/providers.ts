import type { ReplyContext } from '../../kernel/http/contract/reply-context.ts'
import type { IdentityProvider } from '../contract.ts'

export type StoredProvider = Omit<IdentityProvider, '$links' | 'redirectUri' | 'logoutRedirectUri'>

export type ProviderUrls = { publicUrl: string; appUrl: string }
export const redirectUriOf = ({ publicUrl }: ProviderUrls) =>
  `${publicUrl}/api/session/sso/callback`
export const logoutRedirectUriOf = ({ appUrl }: ProviderUrls) => `${appUrl}/sign-in`

export const presentProvider =
  (urls: ProviderUrls) =>
  (provider: StoredProvider, { host }: Pick<ReplyContext, 'host'>): IdentityProvider => ({
    ...provider,
    redirectUri: redirectUriOf(urls),
    logoutRedirectUri: logoutRedirectUriOf(urls),
    $links: {
      self: `//${host}/api/studios/${provider.studio}/identityproviders/${provider._id}`,
    },
  })

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/** What the provider says about a person, after its signature was checked. */
export type Claims = {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  name: string | null
  roles: string[]
  groups: string[]
  /** How the person signed in (RFC 8176). */
  methods: string[]
  /** When the person signed in at the provider, in seconds. */
  authTime: number | null
}

const MAX_VALUES = 500

/** Reads a claim by its name. Groups may be a list or one text; other values are ignored. */
export function claimsFrom(
  token: Record<string, unknown>,
  { rolesClaim, groupsClaim }: Pick<StoredProvider, 'rolesClaim' | 'groupsClaim'>,
): Claims {
  const values = (name: string | null) => (name === null ? [] : textsOf(readClaim(token, name)))
  const text = (name: string) => (typeof token[name] === 'string' ? token[name] : null)
  return {
    issuer: String(token.iss),
    subject: String(token.sub),
    email: text('email')?.toLowerCase().normalize('NFC') ?? null,
    emailVerified: token.email_verified === true || token.email_verified === 'true',
    name: text('name') ?? text('preferred_username'),
    roles: values(rolesClaim),
    groups: values(groupsClaim),
    methods: textsOf(token.amr),
    authTime: typeof token.auth_time === 'number' ? token.auth_time : null,
  }
}

/** A claim such as `realm_access.roles` of Keycloak is nested. */
function readClaim(token: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(token, name)) return token[name]
  return name
    .split('.')
    .reduce<unknown>(
      (value, part) =>
        value !== null && typeof value === 'object' && Object.hasOwn(value, part)
          ? (value as Record<string, unknown>)[part]
          : undefined,
      token,
    )
}

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((item): item is string => typeof item === 'string' && item.length <= 200)
    .slice(0, MAX_VALUES)

/** The roles in the studio: those of all matching values, or the default ones. */
export function mappedRoles(
  { roleMap, defaultRoles }: Pick<StoredProvider, 'roleMap' | 'defaultRoles'>,
  claims: Claims,
): string[] {
  const roles = roleMap
    .filter(({ value }) => claims.roles.includes(value))
    .flatMap((entry) => entry.roles)
  return [...new Set(roles.length ? roles : defaultRoles)]
}

export const mappedGroups = (
  { groupMap }: Pick<StoredProvider, 'groupMap'>,
  claims: Claims,
): string[] => [
  ...new Set(
    groupMap.filter(({ value }) => claims.groups.includes(value)).map(({ group }) => group),
  ),
]

const MULTI_FACTOR = ['mfa', 'otp', 'hwk', 'fpt', 'face', 'sc', 'swk']
export const usedSecondFactor = (
  { checksSecondFactor }: Pick<StoredProvider, 'checksSecondFactor'>,
  { methods }: Claims,
): boolean => checksSecondFactor || methods.some((method) => MULTI_FACTOR.includes(method))
