import { recordAudit } from '../../kernel/audit/record.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { MasterKeys } from '../../kernel/db/encryption/parse-keys.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import { unauthorized } from '../../kernel/http/auth/authenticate.ts'
import { VERIFICATION_MINUTES } from '../../kernel/http/auth/verification.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { Problem, forbidden } from '../../kernel/http/contract/problem.ts'
import { verifyOwnPassword } from '../../users/commands/passwords.ts'
import type { Verification } from '../contract.ts'
import { findAccountOf, type Account, type Device } from '../queries.ts'
import { clearFailedSignIns } from './rate-limits.ts'
import { consumeSecondFactor, rejectWhenSsoRequired, secondFactorsOf } from './sign-in.ts'

/** Where a proof comes from. */
type ProofOrigin = { by: Caller; request: string; address: string }

/** Takes a Db because a wrong password is counted although the call fails. */
export async function verifySession(
  db: Db,
  keys: MasterKeys,
  {
    password,
    code,
    network,
    ...origin
  }: { password: string; code: string | undefined; network: Device['network'] } & ProofOrigin,
): Promise<Verification> {
  const { by } = origin
  const account = await findAccountOf(db, by._id)
  if (!account) throw unauthorized()
  rejectWhenSsoRequired(account)
  if ((await verifyOwnPassword(db, { by, password, network })) === undefined) throw refused()
  const secondFactor = needsSecondFactor(account)
  if (secondFactor) {
    if (code === undefined) throw codeRequired(account)
    if (!(await consumeSecondFactor(db, keys, account, { network, code }))) throw refused()
  }
  await clearFailedSignIns(db, account.email, network)
  return inTransaction(db, (tx) =>
    markVerified(tx, account, { ...origin, action: 'POST /session/verification', secondFactor }),
  )
}

/** A person who must set up a second factor has none yet, so the password is enough for that. */
export const needsSecondFactor = ({ hasCodes, requiresTwoFactor, hasPasskey }: Account) =>
  hasCodes || (requiresTwoFactor && hasPasskey)

/** The token now counts as one that was made with the factors that the person has shown. */
export async function markVerified(
  tx: Tx,
  account: Account,
  {
    by,
    action,
    secondFactor,
    request,
    address,
  }: ProofOrigin & { action: string; secondFactor: boolean },
): Promise<Verification> {
  const { rows } = await sql<{ expires: number }>`
    update token set verified_at = now(), second_factor = second_factor or ${secondFactor}
    where id = ${by.token} and revoked_at is null
    returning seconds(verified_at + make_interval(mins => ${VERIFICATION_MINUTES}::int))
      as expires`.execute(tx)
  if (!rows[0]) throw unauthorized()
  await recordAudit(tx, {
    by: { _id: by._id, name: by.name, token: by.token },
    action,
    about: { kind: 'session', id: by._id, name: by.name },
    studios: account.studios,
    input: { secondFactor },
    request,
    address,
  })
  return { verified: true, expires: rows[0].expires }
}

const refused = () =>
  forbidden('session.verification-failed', 'The password or the two-factor code is wrong.')

export const codeRequired = (account: Account) =>
  new Problem(
    403,
    'session.code-required',
    'Your account has a second factor. Send its code too, or use a passkey.',
    {},
    { 'x-otp': 'required', 'x-second-factor': secondFactorsOf(account).join(', ') },
  )
