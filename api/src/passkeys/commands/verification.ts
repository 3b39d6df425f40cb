import type { Db } from '../../kernel/db/connect.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { conflict, forbidden } from '../../kernel/http/contract/problem.ts'
import { countFailedSignIn, rejectWhenRateLimited } from '../../sessions/commands/rate-limits.ts'
import { rejectWhenSsoRequired } from '../../sessions/commands/sign-in.ts'
import { markVerified } from '../../sessions/commands/verification.ts'
import type { Verification } from '../../sessions/contract.ts'
import { findAccountOf } from '../../sessions/queries.ts'
import type { Assertion } from '../contract.ts'
import { listCredentials, savePasskeyUse } from '../queries.ts'
import type { RelyingParty } from '../rules.ts'
import { createOptions, verifyAssertion } from './sign-in.ts'

export async function startVerification(db: Db, party: RelyingParty, by: Caller) {
  const credentials = await listCredentials(db, by._id)
  if (credentials.length === 0)
    throw conflict('passkey.required', 'Your account has no passkey. Use your password.')
  return createOptions(db, party, { purpose: 'verification', person: by._id }, credentials)
}

/** A passkey that asks for a PIN or a fingerprint counts as both factors, as at the sign-in. */
export async function verifyWithPasskey(
  db: Db,
  party: RelyingParty,
  {
    credential,
    network,
    ...origin
  }: { credential: Assertion; network: string; by: Caller; request: string; address: string },
): Promise<Verification> {
  const { by } = origin
  await rejectWhenRateLimited(db, by.email, network)
  const account = await findAccountOf(db, by._id)
  const used = await verifyAssertion(db, party, {
    credential,
    purpose: 'verification',
    person: by._id,
  })
  if (!account || used?.person !== by._id) {
    await countFailedSignIn(db, by.email, network)
    throw refused()
  }
  rejectWhenSsoRequired(account)
  return inTransaction(db, async (tx) => {
    if (!(await savePasskeyUse(tx, used.id, used))) throw refused()
    const action = 'POST /session/verification/passkey'
    return markVerified(tx, account, { ...origin, action, secondFactor: true })
  })
}

const refused = () =>
  forbidden(
    'session.verification-failed',
    'The passkey is unknown or could not be verified. Use another one or your password.',
  )
