import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { conflict, forbidden, invalid, notFound } from '../../kernel/http/contract/problem.ts'
import { findAccount } from '../../sessions/queries.ts'
import type { NewCredential, Passkey } from '../contract.ts'
import { consumeChallenge, getPasskey, insertChallenge, listCredentials } from '../queries.ts'
import type { RelyingParty } from '../rules.ts'
import { challengeIn, loadWebAuthn } from './ceremony.ts'

const MAX_PASSKEYS = 20
/** EdDSA, ES256 and RS256. Node warns about newer ones, which are experimental there. */
const ALGORITHMS = [-8, -7, -257]

export async function startRegistration(tx: Tx, party: RelyingParty, by: Caller) {
  await requireOwnSecondFactor(tx, by)
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: 'Reelay',
    rpID: party.id,
    userName: by.email,
    userDisplayName: by.name,
    userID: Buffer.from(by._id),
    attestationType: 'none',
    excludeCredentials: await listCredentials(tx, by._id),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await insertChallenge(tx, {
    challenge: options.challenge,
    purpose: 'register',
    person: by._id,
  })
  return { ...options }
}

export async function registerPasskey(
  tx: Tx,
  party: RelyingParty,
  { name, credential, by }: { name: string; credential: NewCredential; by: Caller },
): Promise<Passkey> {
  await requireOwnSecondFactor(tx, by)
  const challenge = challengeIn(credential.response.clientDataJSON)
  if (
    !challenge ||
    !(await consumeChallenge(tx, { challenge, purpose: 'register', person: by._id }))
  )
    throw refused()
  const registered = await verify(party, credential, challenge)
  if ((await listCredentials(tx, by._id)).length >= MAX_PASSKEYS)
    throw conflict('passkey.too-many', `You can have ${MAX_PASSKEYS} passkeys. Remove one first.`)
  const { rows } = await sql<{ id: string }>`
    insert into passkey (person_id, credential_id, public_key, counter, transports,
      backup_eligible, backed_up, name)
    values (${by._id}, ${registered.credential.id}, ${Buffer.from(registered.credential.publicKey)},
      ${registered.credential.counter}, ${credential.response.transports ?? []},
      ${registered.credentialDeviceType === 'multiDevice'}, ${registered.credentialBackedUp},
      ${name})
    on conflict (credential_id) do nothing returning id`.execute(tx)
  if (!rows[0]) throw conflict('passkey.exists', 'This passkey is already registered.')
  return getPasskey(tx, by._id, rows[0].id)
}

/** The library throws for every fault of the credential. */
async function verify(party: RelyingParty, credential: NewCredential, challenge: string) {
  const { verifyRegistrationResponse } = await loadWebAuthn()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { clientExtensionResults: {}, ...credential },
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (verified) return registrationInfo
  } catch (cause) {
    throw Object.assign(refused(), { cause })
  }
  throw refused()
}

export async function renamePasskey(
  tx: Tx,
  { id, name, by }: { id: string; name: string; by: Caller },
): Promise<Passkey> {
  await sql`update passkey set name = ${name}
    where id = ${id} and person_id = ${by._id}`.execute(tx)
  return getPasskey(tx, by._id, id)
}

export async function removePasskey(tx: Tx, { id, by }: { id: string; by: Caller }) {
  await requireOwnSecondFactor(tx, by)
  const { rows } = await sql`
    delete from passkey where id = ${id} and person_id = ${by._id} returning 1`.execute(tx)
  if (!rows.length) throw notFound('passkey')
  const account = await findAccount(tx, by.email)
  if (account?.requiresTwoFactor && !account.hasCodes && !account.hasPasskey)
    throw forbidden(
      'twofactor.enforced',
      'Two-factor authentication is required for your account. Set up another factor first.',
    )
  return { _id: id, removed: true as const }
}

/** A session without the second factor must not replace it. */
async function requireOwnSecondFactor(tx: Tx, by: Caller) {
  const account = await findAccount(tx, by.email)
  if (account?.hasCodes && !by.secondFactor)
    throw forbidden(
      'twofactor.code-required',
      'Sign in with your second factor to change your passkeys.',
    )
}

const refused = () =>
  invalid('passkey.invalid', 'The passkey could not be verified. Try to add it again.', [
    { pointer: '/credential', message: 'could not be verified' },
  ])
