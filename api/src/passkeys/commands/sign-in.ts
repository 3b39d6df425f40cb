import type { Db } from '../../kernel/db/connect.ts'
import type { Credential } from '../../kernel/http/app.ts'
import { countAttempt, limited } from '../../kernel/http/auth/attempt-limits.ts'
import { unauthorized } from '../../kernel/http/auth/authenticate.ts'
import { conflict } from '../../kernel/http/contract/problem.ts'
import { countFailedSignIn } from '../../sessions/commands/rate-limits.ts'
import { openSession, verifyAccount, type Origin } from '../../sessions/commands/sign-in.ts'
import { findAccount, type Account } from '../../sessions/queries.ts'
import type { Session } from '../../sessions/contract.ts'
import type { Assertion } from '../contract.ts'
import {
  consumeChallenge,
  findPasskey,
  insertChallenge,
  listCredentials,
  savePasskeyUse,
  type Purpose,
} from '../queries.ts'
import type { RelyingParty } from '../rules.ts'
import { challengeIn, loadWebAuthn } from './ceremony.ts'

export async function startSignIn(db: Db, party: RelyingParty, network: string) {
  await countChallenge(db, network)
  return createOptions(db, party, { purpose: 'sign-in', person: null })
}

export async function signInWithPasskey(
  db: Db,
  party: RelyingParty,
  { credential, ...origin }: { credential: Assertion } & Origin,
): Promise<Session> {
  const used = await verifyAssertion(db, party, { credential, purpose: 'sign-in', person: null })
  const account = used && (await findAccount(db, used.email))
  if (!used || !account) throw unauthorized('The passkey is unknown or could not be verified.')
  return open(db, account, used, { ...origin, action: 'POST /session/passkeys/signin' })
}

/** The password is checked each time, so nobody learns who has passkeys without it. */
export async function startSecondFactor(db: Db, party: RelyingParty, credential: Credential) {
  const account = await verifyAccount(db, credential)
  const credentials = await listCredentials(db, account.id)
  if (credentials.length === 0)
    throw conflict('passkey.required', 'Your account has no passkey. Use a two-factor code.')
  return createOptions(db, party, { purpose: 'second-factor', person: account.id }, credentials)
}

export async function signInWithSecondFactor(
  db: Db,
  party: RelyingParty,
  password: Credential,
  { credential, ...origin }: { credential: Assertion } & Origin,
): Promise<Session> {
  const account = await verifyAccount(db, password)
  const used = await verifyAssertion(db, party, {
    credential,
    purpose: 'second-factor',
    person: account.id,
  })
  if (!used || used.person !== account.id) {
    await countFailedSignIn(db, account.email, password.network)
    throw unauthorized('The passkey is unknown or could not be verified.', { 'x-otp': 'required' })
  }
  return open(db, account, used, { ...origin, action: 'POST /session/twofactor/passkey' })
}

export async function createOptions(
  db: Db,
  party: RelyingParty,
  { purpose, person }: { purpose: Purpose; person: string | null },
  allowCredentials?: { id: string; transports: string[] }[],
) {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: replacesPassword(purpose) ? 'required' : 'preferred',
    ...(allowCredentials && { allowCredentials }),
  })
  await insertChallenge(db, { challenge: options.challenge, purpose, person })
  return { ...options }
}

/** Then the device must ask for a PIN or a fingerprint. */
const replacesPassword = (purpose: Purpose) => purpose !== 'second-factor'

type VerifiedPasskey = {
  id: string
  person: string
  email: string
  counter: number
  backedUp: boolean
}

/** Undefined for every fault, so that the response does not tell which one it was. */
export async function verifyAssertion(
  db: Db,
  party: RelyingParty,
  {
    credential,
    purpose,
    person,
  }: { credential: Assertion; purpose: Purpose; person: string | null },
): Promise<VerifiedPasskey | undefined> {
  const challenge = challengeIn(credential.response.clientDataJSON)
  const passkey = await findPasskey(db, credential.id)
  if (!challenge || !(await consumeChallenge(db, { challenge, purpose, person })) || !passkey)
    return undefined
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const verified = await verifyAuthenticationResponse({
    response: { clientExtensionResults: {}, ...credential },
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: replacesPassword(purpose),
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  const { newCounter: counter, credentialBackedUp: backedUp } = verified.authenticationInfo
  return { id: passkey.id, person: passkey.person, email: passkey.email, counter, backedUp }
}

/** The use of the passkey and the session are one commit. */
const open = (
  db: Db,
  account: Account,
  used: VerifiedPasskey,
  origin: Origin & { action: string },
): Promise<Session> =>
  openSession(db, account, {
    ...origin,
    secondFactor: true,
    beforeCommit: async (tx) => {
      if (!(await savePasskeyUse(tx, used.id, used)))
        throw unauthorized('The passkey is unknown or could not be verified.')
    },
  })

/** Anybody can ask for a challenge. Each is a row, and a passkey cannot be guessed without one. */
const countChallenge = (db: Db, network: string) =>
  countAttempt(
    db,
    limited(
      [{ subject: 'passkey challenge *', network, max: 300, minutes: 15 }],
      'Too many sign-ins from your network. Try again later.',
    ),
  )
