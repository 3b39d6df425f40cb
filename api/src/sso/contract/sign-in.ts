import { Type, type Static } from 'typebox'
import { ANY_QUERY, endpoint } from '../../kernel/http/contract/endpoint.ts'
import {
  Email,
  Id,
  IdParams,
  Nullable,
  Removed,
  Seconds,
  StrictObject,
} from '../../kernel/http/contract/schema.ts'
import { Session, Verification } from '../../sessions/contract.ts'

/** SHA-256 in base64url of the verifier that the client keeps until it exchanges the code. */
const Challenge = Type.String({
  pattern: '^[\\w-]{43}$',
  expects: 'base64url text of 43 characters',
})
const CodeAndVerifier = StrictObject({
  code: Type.String({ pattern: '^[\\w-]{43}$', expects: 'the code of the redirect' }),
  verifier: Type.String({
    pattern: '^[\\w-]{43,128}$',
    expects: 'base64url text of 43 to 128 characters',
  }),
})

/** What the accounts of the demo have to do. */
export const DEMO_TASKS = [
  'decide-order',
  'approve-version',
  'upload-version',
  'finish-lines',
  'review-version',
] as const
const DemoAccount = StrictObject({
  email: Type.String(),
  name: Type.String(),
  task: Type.Enum([...DEMO_TASKS]),
})
/** The accounts of the demo, which all have this password. It is public. */
const DemoAccounts = StrictObject({ password: Type.String(), accounts: Type.Array(DemoAccount) })
export type DemoAccounts = Static<typeof DemoAccounts>

/**
 * Depends on the domain of the email only, so it does not reveal whether an account exists. `demo`
 * is null unless the demo studio was loaded.
 */
export const findSignInMethod = endpoint({
  unaudited: 'changes nothing, and the caller is unknown',
  method: 'POST',
  path: '/session/sso',
  access: 'anyone',
  acrossStudios: true,
  summary: 'Find out how to sign in: by a provider of this email domain, or as a demo account',
  body: StrictObject({ email: Type.Optional(Email) }),
  reply: StrictObject({
    provider: Nullable(StrictObject({ _id: Id, name: Type.String() })),
    /** Whether the domain requires the provider. Admins can always use their password. */
    required: Type.Boolean(),
    demo: Nullable(DemoAccounts),
  }),
})
export const startSso = endpoint({
  method: 'GET',
  path: '/session/sso/start',
  access: 'anyone',
  summary: 'Redirect the browser to an identity provider',
  query: StrictObject({
    provider: Id,
    challenge: Challenge,
    email: Type.Optional(Email),
    /** The provider asks the person to sign in, although it knows the browser. */
    fresh: Type.Optional(Type.Literal('true')),
  }),
  bytes: 'out',
  reply: Type.Unknown(),
})
/** A provider may add parameters, which RFC 6749 (4.1.2) says to ignore. */
export const finishSso = endpoint({
  method: 'GET',
  path: '/session/sso/callback',
  access: 'anyone',
  summary: 'Receive the response of an identity provider and redirect to the web app',
  query: ANY_QUERY,
  bytes: 'out',
  reply: Type.Unknown(),
})
export const signInWithSso = endpoint({
  method: 'POST',
  path: '/session/sso/token',
  access: 'anyone',
  acrossStudios: true,
  summary: 'Exchange the code of the redirect and its verifier for a session',
  body: CodeAndVerifier,
  secret: true,
  reply: Session,
})

export const verifyWithSso = endpoint({
  method: 'POST',
  path: '/session/verification/sso',
  access: 'signed-in',
  acrossStudios: true,
  summary: 'Prove who you are again, by signing in at your identity provider with fresh=true',
  headers: { 'X-OTP': 'The two-factor code, if your account has one' },
  body: CodeAndVerifier,
  reply: Verification,
})

/** Sign out of Reelay with DELETE /session, then open the URL. */
export const findLogoutUrl = endpoint({
  method: 'GET',
  path: '/session/sso/logout',
  access: 'signed-in',
  summary: 'Get the URL that ends the session at the identity provider, if there is one',
  reply: StrictObject({ url: Nullable(Type.String()) }),
})

export const Identity = StrictObject({
  _id: Id,
  provider: Id,
  providerName: Type.String(),
  studio: Id,
  email: Type.String(),
  /** Whether you connected it yourself. Other identities act only in the studio of the provider. */
  selfLinked: Type.Boolean(),
  created: Seconds,
  used: Seconds,
})
export type Identity = Static<typeof Identity>
export const listIdentities = endpoint({
  method: 'GET',
  path: '/session/identities',
  access: 'signed-in',
  summary: 'List the identities with which you can sign in',
  list: true,
  reply: Identity,
})
export const linkIdentity = endpoint({
  method: 'POST',
  path: '/session/identities',
  access: 'signed-in',
  acrossStudios: true,
  needsVerification: true,
  summary: 'Connect the identity of a provider to your account',
  body: CodeAndVerifier,
  reply: Identity,
})
export const removeIdentity = endpoint({
  method: 'DELETE',
  path: '/session/identities/:id',
  access: 'signed-in',
  acrossStudios: true,
  needsVerification: true,
  summary: 'Remove an identity from your account and end its sessions',
  params: IdParams,
  reply: Removed,
})
