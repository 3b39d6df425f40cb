import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  Id,
  IdParams,
  Name,
  Nullable,
  Removed,
  Seconds,
  StrictObject,
} from '../kernel/http/contract/schema.ts'
import { Session, Verification } from '../sessions/contract.ts'

export const Passkey = StrictObject({
  _id: Id,
  name: Name,
  created: Seconds,
  used: Nullable(Seconds),
  /** Whether the device can copy the passkey to other devices of its owner, and has done so. */
  synced: Type.Boolean(),
  backedUp: Type.Boolean(),
})
export type Passkey = Static<typeof Passkey>

/** Options for `navigator.credentials`, as WebAuthn level 3 defines them in JSON. */
const Options = Type.Object({ challenge: Type.String() }, { additionalProperties: true })

const Base64Url = Type.String({
  pattern: '^[\\w-]+$',
  maxLength: 12_000,
  expects: 'base64url text',
})
/** Browsers add fields, so unknown ones are ignored. */
const credentialOf = <P extends Record<string, Type.TSchema>>(response: P) =>
  Type.Object(
    {
      id: Base64Url,
      rawId: Base64Url,
      type: Type.Literal('public-key'),
      response: Type.Object(response, { additionalProperties: true }),
    },
    { additionalProperties: true, maxBytes: 32_768 },
  )
const NewCredential = credentialOf({
  clientDataJSON: Base64Url,
  attestationObject: Base64Url,
  transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
})
export type NewCredential = Static<typeof NewCredential>
const Assertion = credentialOf({
  clientDataJSON: Base64Url,
  authenticatorData: Base64Url,
  signature: Base64Url,
})
export type Assertion = Static<typeof Assertion>

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/session/passkeys',
  access: 'signed-in',
  summary: 'List your passkeys',
  list: true,
  reply: Passkey,
})
export const startPasskey = endpoint({
  unaudited: 'only creates a challenge',
  method: 'POST',
  path: '/session/passkeys/options',
  access: 'signed-in',
  acrossStudios: true,
  needsVerification: true,
  summary: 'Get the options with which a browser creates a passkey',
  secret: true,
  reply: Options,
})
export const createPasskey = endpoint({
  method: 'POST',
  path: '/session/passkeys',
  access: 'signed-in',
  acrossStudios: true,
  needsVerification: true,
  summary: 'Add the passkey that the browser created',
  body: StrictObject({ name: Name, credential: NewCredential }),
  reply: Passkey,
})
export const changePasskey = endpoint({
  method: 'PUT',
  path: '/session/passkeys/:id',
  access: 'signed-in',
  acrossStudios: true,
  summary: 'Rename one of your passkeys',
  params: IdParams,
  body: StrictObject({ name: Name }),
  reply: Passkey,
})
export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/session/passkeys/:id',
  access: 'signed-in',
  acrossStudios: true,
  needsVerification: true,
  summary: 'Remove one of your passkeys',
  params: IdParams,
  reply: Removed,
})

/** Names no account: the browser offers the passkeys that it has for this site. */
export const startPasskeySignIn = endpoint({
  unaudited: 'only creates a challenge',
  method: 'POST',
  path: '/session/passkeys/challenge',
  access: 'anyone',
  acrossStudios: true,
  summary: 'Get the options with which a browser signs in with a passkey instead of a password',
  secret: true,
  reply: Options,
})
export const signInWithPasskey = endpoint({
  unaudited: 'writes its own entry, with the person as the caller',
  method: 'POST',
  path: '/session/passkeys/signin',
  access: 'anyone',
  acrossStudios: true,
  summary: 'Sign in with a passkey instead of a password',
  secret: true,
  limit: 40_960,
  body: StrictObject({ credential: Assertion }),
  reply: Session,
})

export const startPasskeyFactor = endpoint({
  unaudited: 'only creates a challenge',
  method: 'POST',
  path: '/session/twofactor/passkey/options',
  access: 'credential',
  acrossStudios: true,
  summary:
    'With your password, get the options with which a browser uses a passkey as second factor',
  secret: true,
  reply: Options,
})
export const signInWithPasskeyFactor = endpoint({
  unaudited: 'writes its own entry, with the person as the caller',
  method: 'POST',
  path: '/session/twofactor/passkey',
  access: 'credential',
  acrossStudios: true,
  summary: 'Sign in with your password and a passkey as second factor',
  secret: true,
  limit: 40_960,
  body: StrictObject({ credential: Assertion }),
  reply: Session,
})

export const startPasskeyVerification = endpoint({
  unaudited: 'only creates a challenge',
  method: 'POST',
  path: '/session/verification/passkey/options',
  access: 'signed-in',
  acrossStudios: true,
  summary: 'Get the options with which a browser proves who you are with a passkey',
  secret: true,
  reply: Options,
})
export const verifyWithPasskey = endpoint({
  method: 'POST',
  path: '/session/verification/passkey',
  access: 'signed-in',
  acrossStudios: true,
  summary: 'Prove who you are again, with a passkey',
  limit: 40_960,
  body: StrictObject({ credential: Assertion }),
  reply: Verification,
})
