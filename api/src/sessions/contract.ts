import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  Email,
  Id,
  Name,
  Nullable,
  IdParams,
  Removed,
  Seconds,
  StrictObject,
  ShortText,
} from '../kernel/http/contract/schema.ts'
import { Password, User, changeUser } from '../users/contract.ts'

export const Session = StrictObject({ token: Type.String(), email: Type.String() })
export type Session = Static<typeof Session>

export const Token = StrictObject({
  _id: Id,
  name: ShortText,
  created: Seconds,
  used: Seconds,
  expires: Nullable(Seconds),
  current: Type.Boolean(),
  twofactorVerified: Type.Boolean(),
})
export type Token = Static<typeof Token>

/** With a password: one object. With a token: an array of users under X-Range, the caller first. */
export const openSession = endpoint({
  method: 'GET',
  path: '/session',
  access: 'credential',
  summary: 'With a password: sign in. With a token: list the people you can see, yourself first',
  reply: Type.Union([Session, Type.Array(User)]),
})
export const closeSession = endpoint({
  method: 'DELETE',
  path: '/session',
  access: 'credential',
  summary: 'Sign out and revoke the token',
  reply: StrictObject({ email: Type.String(), revoked: Type.Literal(true) }),
})
export const changeSession = endpoint({
  ...changeUser,
  path: '/session/:id',
  summary: 'Change yourself, or a person you manage',
})
export const regenerate = endpoint({
  method: 'POST',
  path: '/session/regenerate',
  access: 'signed-in',
  summary: 'Revoke every token of yours and get a new one',
  reply: Session,
  secret: true,
})
/**
 * The answer, and the time it takes, are the same whether or not there is such an account: the mail
 * is written afterwards.
 */
export const forgottenPassword = endpoint({
  unaudited: 'nothing is changed, and who asks is not known',
  method: 'POST',
  path: '/session/forgotten',
  access: 'anyone',
  summary:
    'Ask for a mail with a link to choose a new password; the answer does not tell whether there is such an account',
  body: StrictObject({ email: Email }),
  reply: StrictObject({ accepted: Type.Literal(true) }),
})
export const resetPassword = endpoint({
  method: 'POST',
  path: '/session/reset',
  access: 'anyone',
  summary: 'Choose a new password with the code of that mail; every token is revoked',
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
export const createToken = endpoint({
  method: 'POST',
  path: '/session/tokens',
  access: 'signed-in',
  summary: 'Make a named token, shown once',
  secret: true,
  body: StrictObject({ name: Name, expires: Type.Optional(Nullable(Seconds)) }),
  reply: Type.Evaluate(Type.Intersect([Token, StrictObject({ token: Type.String() })])),
})
export const removeToken = endpoint({
  method: 'DELETE',
  path: '/session/tokens/:id',
  access: 'signed-in',
  summary: 'Revoke a token of yours',
  params: IdParams,
  reply: Removed,
})

export const beginTwofactor = endpoint({
  method: 'POST',
  path: '/session/twofactor',
  access: 'credential',
  summary: 'Begin a second factor; also with a password, where one is enforced',
  secret: true,
  reply: StrictObject({ url: Type.String(), secret: Type.String() }),
})
/**
 * Who did so with a password has shown both factors, and gets the session that the password alone
 * did not open.
 */
export const confirmTwofactor = endpoint({
  method: 'PUT',
  path: '/session/twofactor',
  access: 'credential',
  summary: 'Confirm the second factor with its first code; with a password, also sign in',
  secret: true,
  body: StrictObject({ code: Type.String({ pattern: '^\\d{6}$' }) }),
  reply: StrictObject({
    confirmed: Type.Literal(true),
    recoveryCodes: Type.Array(Type.String()),
    session: Type.Optional(Session),
  }),
})
export const endTwofactor = endpoint({
  method: 'DELETE',
  path: '/session/twofactor',
  access: 'signed-in',
  summary: 'End the second factor, where it is not enforced',
  reply: StrictObject({ removed: Type.Literal(true) }),
})
