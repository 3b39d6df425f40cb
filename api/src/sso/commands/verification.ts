import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { MasterKeys } from '../../kernel/db/encryption/parse-keys.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import { unauthorized } from '../../kernel/http/auth/authenticate.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { forbidden } from '../../kernel/http/contract/problem.ts'
import { consumeSecondFactor } from '../../sessions/commands/sign-in.ts'
import {
  codeRequired,
  markVerified,
  needsSecondFactor,
} from '../../sessions/commands/verification.ts'
import type { Verification } from '../../sessions/contract.ts'
import { findAccountOf, type Account } from '../../sessions/queries.ts'
import { removeAttempt, type FinishedAttempt } from '../queries/attempts.ts'
import { isOnlyIn } from '../rules/accounts.ts'
import { usedSecondFactor } from '../rules/providers.ts'
import { expired, readAttempt, type Proof } from './sign-in.ts'

type Origin = { by: Caller; request: string; address: string }
type SecondFactor = { otp: string | undefined; network: string }

/** Takes a Db because a wrong two-factor code is counted although the call fails. */
export async function verifyWithSso(
  db: Db,
  keys: MasterKeys,
  { code, verifier, otp, network, ...origin }: Proof & SecondFactor & Origin,
): Promise<Verification> {
  const { attempt, provider } = await readAttempt(db, { code, verifier })
  const account = await findAccountOf(db, origin.by._id)
  if (!account) throw unauthorized()
  const identity = await findOwnIdentity(db, origin.by, attempt)
  if (!identity) throw otherIdentity()
  if (!identity.selfLinked && !isOnlyIn(account, provider.studio)) throw passwordNeeded()
  if (!attempt.isFresh) throw notFresh()
  const secondFactor =
    (!identity.selfLinked && usedSecondFactor(provider, attempt.claims)) ||
    (await checkCode(db, keys, account, { otp, network }))
  return inTransaction(db, async (tx) => {
    if (!(await removeAttempt(tx, attempt.id))) throw expired()
    const action = 'POST /session/verification/sso'
    return markVerified(tx, account, { ...origin, action, secondFactor })
  })
}

/** One that the person connected themselves, or the one of this session. */
async function findOwnIdentity(
  db: Db,
  by: Caller,
  { provider, claims }: FinishedAttempt,
): Promise<{ selfLinked: boolean } | undefined> {
  const { rows } = await sql<{ selfLinked: boolean }>`
    select i.self_linked as "selfLinked" from identity i
    where i.provider_id = ${provider} and i.issuer = ${claims.issuer}
      and i.subject = ${claims.subject} and i.person_id = ${by._id}
      and (i.self_linked or exists (
        select from sso_session s where s.token_id = ${by.token} and s.identity_id = i.id))`.execute(
    db,
  )
  return rows[0]
}

/** Whether the person has shown the second factor of Reelay. */
async function checkCode(
  db: Db,
  keys: MasterKeys,
  account: Account,
  { otp, network }: SecondFactor,
): Promise<boolean> {
  if (!needsSecondFactor(account)) return false
  if (otp === undefined) throw codeRequired(account)
  if (!(await consumeSecondFactor(db, keys, account, { network, code: otp })))
    throw forbidden('session.verification-failed', 'The two-factor code is wrong.')
  return true
}

const otherIdentity = () =>
  forbidden(
    'sso.identity-mismatch',
    'You signed in at the provider with an identity that is not connected to your account.',
  )
const passwordNeeded = () =>
  forbidden(
    'sso.password-required',
    'You also work for other studios. Confirm your password, or connect the provider first.',
  )
const notFresh = () =>
  forbidden(
    'sso.sign-in-too-old',
    'The provider did not ask you to sign in again. Sign out and in again, or use your password.',
  )
