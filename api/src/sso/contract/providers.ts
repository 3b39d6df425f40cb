import { Type, type Static } from 'typebox'
import { ROLES } from '../../access/rules.ts'
import { endpoint } from '../../kernel/http/contract/endpoint.ts'
import {
  BoundedArray,
  Id,
  IdOrSlug,
  IdParams,
  Links,
  Name,
  Nullable,
  Ref,
  Removed,
  Seconds,
  StrictObject,
  StrictPartial,
} from '../../kernel/http/contract/schema.ts'

/** Roles that a provider can grant. Only an admin makes admins. */
export const MAPPED_ROLES = ROLES.filter((role) => role !== 'admin')
const Roles = Type.Array(Type.Enum(MAPPED_ROLES), { maxItems: 10, uniqueItems: true })
const Value = Type.String({ minLength: 1, maxLength: 200 })
const Domain = Type.String({
  pattern: '^[a-z0-9-]+(\\.[a-z0-9-]+)+$',
  maxLength: 253,
  expects: 'a domain such as example.com',
})
const Claim = Type.String({ minLength: 1, maxLength: 200 })

/** An identity provider of a studio (OpenID Connect). */
export const IdentityProvider = StrictObject({
  _id: Id,
  studio: Id,
  name: Name,
  issuer: Type.String(),
  clientId: Type.String(),
  hasClientSecret: Type.Boolean(),
  scopes: Type.Array(Type.String()),
  /** Sign-in works for verified domains only. An admin verifies them. */
  domains: Type.Array(StrictObject({ name: Domain, verified: Type.Boolean() })),
  active: Type.Boolean(),
  /** People of the domains cannot act in the studio after signing in with a password. */
  required: Type.Boolean(),
  /** Somebody has signed in through it. Managers can require only a provider that works. */
  tested: Type.Boolean(),
  trustsEmail: Type.Boolean(),
  checksSecondFactor: Type.Boolean(),
  createsAccounts: Type.Boolean(),
  /** The roles of a new account if no role of the claim matches. */
  defaultRoles: Roles,
  rolesClaim: Nullable(Claim),
  roleMap: Type.Array(StrictObject({ value: Value, roles: Roles })),
  groupsClaim: Nullable(Claim),
  groupMap: Type.Array(StrictObject({ value: Value, group: Id })),
  /** Enter this URL at the provider. */
  redirectUri: Type.String(),
  logoutRedirectUri: Type.String(),
  created: Seconds,
  $links: Links(),
})
export type IdentityProvider = Static<typeof IdentityProvider>

const fields = {
  name: Name,
  issuer: Type.String({ minLength: 1, maxLength: 1000 }),
  clientId: Type.String({ minLength: 1, maxLength: 500 }),
  /** Never returned. Null for a public client. */
  clientSecret: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 1000 }))),
  scopes: Type.Optional(
    Type.Array(Type.String({ pattern: '^[\\w:/.-]{1,100}$', expects: 'a scope such as email' }), {
      maxItems: 20,
      uniqueItems: true,
    }),
  ),
  domains: Type.Optional(
    BoundedArray(
      Type.Union([Domain, Type.Object({ name: Domain }, { additionalProperties: true })]),
      50,
    ),
  ),
  active: Type.Optional(Type.Boolean()),
  required: Type.Optional(Type.Boolean()),
  trustsEmail: Type.Optional(Type.Boolean()),
  checksSecondFactor: Type.Optional(Type.Boolean()),
  createsAccounts: Type.Optional(Type.Boolean()),
  defaultRoles: Type.Optional(Roles),
  rolesClaim: Type.Optional(Nullable(Claim)),
  roleMap: Type.Optional(BoundedArray(StrictObject({ value: Value, roles: Roles }), 100)),
  groupsClaim: Type.Optional(Nullable(Claim)),
  groupMap: Type.Optional(BoundedArray(StrictObject({ value: Value, group: Ref }), 100)),
}
const NewProvider = StrictObject(fields)
export type NewProvider = Static<typeof NewProvider>
const ProviderChange = StrictPartial(NewProvider)
export type ProviderChange = Static<typeof ProviderChange>

const ProviderParams = StrictObject({ id: IdOrSlug, provider: Id })

export const listProviders = endpoint({
  method: 'GET',
  path: '/studios/:id/identityproviders',
  access: 'studio.manage',
  summary: 'List the identity providers of a studio',
  params: IdParams,
  list: true,
  reply: IdentityProvider,
})
export const getProvider = endpoint({
  method: 'GET',
  path: '/studios/:id/identityproviders/:provider',
  access: 'studio.manage',
  summary: 'Get an identity provider of a studio',
  params: ProviderParams,
  reply: IdentityProvider,
})
export const createProvider = endpoint({
  method: 'POST',
  path: '/studios/:id/identityproviders',
  access: 'studio.manage',
  acrossStudios: true,
  summary: 'Add an identity provider (OpenID Connect) to a studio',
  params: IdParams,
  body: NewProvider,
  reply: IdentityProvider,
})
export const changeProvider = endpoint({
  method: 'PUT',
  path: '/studios/:id/identityproviders/:provider',
  access: 'studio.manage',
  acrossStudios: true,
  summary: 'Update an identity provider',
  params: ProviderParams,
  body: ProviderChange,
  record: IdentityProvider,
  reply: IdentityProvider,
})
export const removeProvider = endpoint({
  method: 'DELETE',
  path: '/studios/:id/identityproviders/:provider',
  access: 'studio.manage',
  acrossStudios: true,
  summary: 'Remove an identity provider and end its sessions',
  params: ProviderParams,
  reply: Removed,
})
/** Does not sign in: reads the configuration that the provider publishes. */
export const testProvider = endpoint({
  unaudited: 'changes nothing',
  method: 'POST',
  path: '/studios/:id/identityproviders/:provider/test',
  access: 'studio.manage',
  acrossStudios: true,
  summary: 'Check that the provider can be reached and supports what sign-in needs',
  params: ProviderParams,
  reply: StrictObject({
    ok: Type.Boolean(),
    authorizationEndpoint: Nullable(Type.String()),
    supportsLogout: Type.Boolean(),
    problems: Type.Array(Type.String()),
  }),
})
/** The domain belongs to the studio: an admin has checked it. */
export const verifyDomain = endpoint({
  method: 'PUT',
  path: '/studios/:id/identityproviders/:provider/domains/:domain',
  access: 'installation.manage',
  acrossStudios: true,
  summary: 'Mark a domain of an identity provider as verified or not',
  params: StrictObject({ id: IdOrSlug, provider: Id, domain: Domain }),
  body: StrictObject({ verified: Type.Boolean() }),
  reply: IdentityProvider,
})
