import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  Email,
  Id,
  Name,
  Nullable,
  IdParams,
  SlugRef,
  Removed,
  Seconds,
  StrictObject,
  ShortText,
} from '../kernel/http/contract/schema.ts'
import { Password, User, changeUser } from '../users/contract.ts'

export const Session = StrictObject({ token: Type.String(), email: Type.String() })
export type Session = Static<typeof Session>

export const SCOPE_ACCESS = ['full', 'read', 'upload'] as const
const ScopeAccess = Type.Enum(SCOPE_ACCESS)
/** A token of a project is also one of its studio. */
export const Scope = StrictObject({
  access: ScopeAccess,
  studio: Nullable(Id),
  project: Nullable(Id),
})
export type Scope = Static<typeof Scope>

/** A token without a name was created by signing in. */
export const Token = StrictObject({
  _id: Id,
  name: ShortText,
  created: Seconds,
  used: Seconds,
  expires: Nullable(Seconds),
  current: Type.Boolean(),
  twofactorVerified: Type.Boolean(),
  scope: Nullable(Scope),
  /** Seconds without a request after which a web session ends. Null for other tokens. */
  idleTimeout: Nullable(Type.Integer()),
  /** The user agent and the network of the sign-in. */
  agent: Nullable(Type.String()),
  network: Nullable(Type.String()),
})
export type Token = Static<typeof Token>

/** Until `expires`, the session may change how its owner signs in. */
export const Verification = StrictObject({ verified: Type.Literal(true), expires: Seconds })
export type Verification = Static<typeof Verification>

/** Returns a session for a password, and the visible users for a token. */
export const openSession = endpoint({
  method: 'GET',
  path: '/session',
  access: 'credential',
  summary: 'Sign in with a password, or list the users you can see with a token (yourself first)',
  headers: {
    'X-Range': 'With a token: which of the users to return, resources=0-9 by default',
    'X-OTP':
      'With a password: the two-factor code. Without it, an account that needs one gets 401 and X-OTP: required',
  },
  reply: Type.Union([Session, Type.Array(User)]),
})
export const closeSession = endpoint({
  method: 'DELETE',
  path: '/session',
  access: 'credential',
  acrossStudios: true,
  summary: 'Sign out and revoke the token',
  reply: StrictObject({ email: Type.String(), revoked: Type.Literal(true) }),
})
export const changeSession = endpoint({
  ...changeUser,
  path: '/session/:id',
  summary: 'Update yourself or a user you manage',
})
export const regenerate = endpoint({
  method: 'POST',
  path: '/session/regenerate',
  access: 'signed-in',
  acrossStudios: true,
  summary: 'Revoke all your tokens and get a new one',
  reply: Session,
  secret: true,
})
/** The response and its timing are the same whether or not the account exists. */
export const forgottenPassword = endpoint({
  unaudited: 'changes nothing, and the caller is unknown',
  method: 'POST',
  path: '/session/forgotten',
  access: 'anyone',
  acrossStudios: true,
  summary: 'Request a password reset mail. The response does not reveal whether the account exists',
  body: StrictObject({ email: Email }),
  reply: StrictObject({ accepted: Type.Literal(true) }),
})
export const resetPassword = endpoint({
  method: 'POST',
  path: '/session/reset',
  access: 'anyone',
  acrossStudios: true,
  summary: 'Set a new password with the code from the mail and revoke all tokens',
  body: StrictObject({ code: Type.String({ minLength: 1, maxLength: 200 }), password: Password }),
  reply: StrictObject({ email: Type.String(), reset: Type.Literal(true) }),
})
export const listTokens = endpoint({
  method: 'GET',
  path: '/session/tokens',
  access: 'signed-in',
  summary: 'List your tokens',
  list: true,
  reply: Token,
})
export const NewScope = StrictObject({
  access: ScopeAccess,
  studio: Type.Optional(Nullable(SlugRef)),
  project: Type.Optional(Nullable(SlugRef)),
})
export type NewScope = Static<typeof NewScope>
export const createToken = endpoint({
  method: 'POST',
  path: '/session/tokens',
  access: 'signed-in',
  acrossStudios: true,
  needsVerification: true,
  summary: 'Create a named token. It is shown once',
  secret: true,
  body: StrictObject({
    name: Name,
    expires: Type.Optional(Nullable(Seconds)),
    scope: Type.Optional(Nullable(NewScope)),
  }),
  reply: Type.Evaluate(Type.Intersect([Token, StrictObject({ token: Type.String() })])),
})
export const removeToken = endpoint({
  method: 'DELETE',
  path: '/session/tokens/:id',
  access: 'signed-in',
  acrossStudios: true,
  summary: 'Revoke one of your tokens',
  params: IdParams,
  reply: Removed,
})

/** A browser on which its person stays signed in. */
export const RememberedDevice = StrictObject({
  _id: Id,
  created: Seconds,
  used: Seconds,
  expires: Seconds,
  /** The device of the session that asks. */
  current: Type.Boolean(),
  agent: Nullable(Type.String()),
  network: Nullable(Type.String()),
})
export type RememberedDevice = Static<typeof RememberedDevice>

export const listDevices = endpoint({
  method: 'GET',
  path: '/session/devices',
  access: 'signed-in',
  summary: 'List the devices on which you stay signed in',
  list: true,
  reply: RememberedDevice,
})
/** The secret of the device is only in the cookie, where scripts of the page cannot read it. */
export const rememberDevice = endpoint({
  method: 'POST',
  path: '/session/devices',
  access: 'signed-in',
  acrossStudios: true,
  needsVerification: true,
  summary: 'Stay signed in on this device. Sets a cookie for POST /session/resume',
  secret: true,
  reply: RememberedDevice,
})
export const removeDevice = endpoint({
  method: 'DELETE',
  path: '/session/devices/:id',
  access: 'signed-in',
  acrossStudios: true,
  summary: 'Sign out a device on which you stay signed in',
  params: IdParams,
  reply: Removed,
})
export const resumeSession = endpoint({
  unaudited: 'writes its own entry, with the person as the caller',
  method: 'POST',
  path: '/session/resume',
  access: 'anyone',
  acrossStudios: true,
  summary: 'Sign in again with the cookie of a device on which you stay signed in',
  secret: true,
  reply: Session,
})

export const beginTwofactor = endpoint({
  method: 'POST',
  path: '/session/twofactor',
  access: 'credential',
  acrossStudios: true,
  needsVerification: true,
  summary: 'Start setting up two-factor authentication. A password is enough where it is enforced',
  secret: true,
  reply: StrictObject({ url: Type.String(), secret: Type.String() }),
})
/** A caller who used a password has now shown both factors and gets a session. */
export const confirmTwofactor = endpoint({
  method: 'PUT',
  path: '/session/twofactor',
  access: 'credential',
  acrossStudios: true,
  needsVerification: true,
  summary: 'Confirm two-factor authentication with the first code. With a password, also sign in',
  secret: true,
  body: StrictObject({
    code: Type.String({ pattern: '^\\d{6}$', expects: 'a code of six digits' }),
  }),
  reply: StrictObject({
    confirmed: Type.Literal(true),
    recoveryCodes: Type.Array(Type.String()),
    session: Type.Optional(Session),
  }),
})
export const createRecoveryCodes = endpoint({
  method: 'POST',
  path: '/session/twofactor/recoverycodes',
  access: 'signed-in',
  acrossStudios: true,
  needsVerification: true,
  summary: 'Create new recovery codes. The old ones no longer work',
  secret: true,
  reply: StrictObject({ recoveryCodes: Type.Array(Type.String()) }),
})
export const endTwofactor = endpoint({
  method: 'DELETE',
  path: '/session/twofactor',
  access: 'signed-in',
  acrossStudios: true,
  needsVerification: true,
  summary: 'Disable two-factor authentication unless it is enforced',
  reply: StrictObject({ removed: Type.Literal(true) }),
})

/** A wrong proof is 403, because 401 would mean that the token is no longer valid. */
export const verifySession = endpoint({
  method: 'POST',
  path: '/session/verification',
  access: 'signed-in',
  acrossStudios: true,
  summary: 'Prove who you are again, with your password and your two-factor code if you have one',
  body: StrictObject({
    password: Password,
    code: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  }),
  reply: Verification,
})
