import { recordAudit } from '../../kernel/audit/record.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import type { MasterKeys } from '../../kernel/db/encryption/parse-keys.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import type { Credential } from '../../kernel/http/app.ts'
import { forbidden } from '../../kernel/http/contract/problem.ts'
import { unauthorized } from '../../kernel/http/auth/authenticate.ts'
import { verifyPassword } from '../../kernel/http/auth/password.ts'
import { digestSecret, newSecret } from '../../kernel/http/auth/secret.ts'
import type { Session } from '../contract.ts'
import { findAccount, insertToken, type Account, type Device } from '../queries.ts'
import {
  clearFailedSignIns,
  clearWrongTotps,
  countFailedSignIn,
  countWrongTotp,
  rejectWhenTotpsLimited,
  rejectWhenRateLimited,
} from './rate-limits.ts'
import { consumeTwoFactorCode, isTotp } from './twofactor.ts'

/** Takes a Db because no transaction should be open while a password is hashed. */
export async function signIn(
  db: Db,
  keys: MasterKeys,
  credential: Credential,
  { code, ...origin }: { code: string | undefined } & Origin,
): Promise<Session> {
  const account = await verifyAccount(db, credential)
  const secondFactor = account.hasCodes || account.requiresTwoFactor
  if (secondFactor) await verifySecondFactor(db, keys, account, { ...credential, code })
  await clearFailedSignIns(db, account.email, credential.network)
  return openSession(db, account, { ...origin, action: 'GET /session', secondFactor })
}

/** Where a sign-in comes from. */
export type Origin = { device: Device; request: string; address: string }

/** Creates the token of a person who has proved who they are. */
export async function openSession(
  db: Db,
  account: Account,
  {
    action,
    secondFactor,
    beforeCommit,
    device,
    request,
    address,
  }: Origin & {
    action: string
    secondFactor: boolean
    beforeCommit?: (tx: Tx) => Promise<void>
  },
): Promise<Session> {
  rejectWhenSsoRequired(account)
  const token = newSecret()
  await inTransaction(db, async (tx) => {
    await beforeCommit?.(tx)
    await insertToken(tx, { person: account.id, digest: digestSecret(token), secondFactor, device })
    await recordAudit(tx, {
      by: { _id: account.id, name: account.name },
      action,
      about: { kind: 'session', id: account.id, name: account.name },
      studios: account.studios,
      input: { secondFactor },
      request,
      address,
    })
  })
  return { token, email: account.email }
}

/** A password and a passkey are both refused. */
export function rejectWhenSsoRequired({ ssoRequired }: Account) {
  if (ssoRequired)
    throw forbidden(
      'sso.required',
      'Your studio requires you to sign in through its provider instead of with a password.',
    )
}

/**
 * A wrong password and an unknown e-mail get the same response after the same work. The limit is
 * checked again after hashing, because other attempts may have failed in the meantime.
 */
export async function verifyAccount(
  db: Db,
  { user, secret, network }: Credential,
): Promise<Account> {
  await rejectWhenRateLimited(db, user, network)
  const account = await findAccount(db, user)
  const matches = await verifyPassword(secret, account?.passwordHash, network)
  if (matches && account) {
    await rejectWhenRateLimited(db, user, network)
    rejectWhenSsoRequired(account)
    return account
  }
  await countFailedSignIn(db, user, network)
  throw unauthorizedFor(account)
}

/** The text that somebody entered as email may be a password, so only known accounts are logged. */
const unauthorizedFor = (account: Account | undefined, ...more: Parameters<typeof unauthorized>) =>
  Object.assign(unauthorized(...more), { person: account?.id })

export async function verifySecondFactor(
  db: Db,
  keys: MasterKeys,
  account: Account,
  { network, code }: { network: string; code: string | undefined },
) {
  // Reported only after a correct password. If two-factor is enforced but not set up yet, the
  // client starts it with POST /session/twofactor.
  if (code === undefined)
    throw unauthorized('A two-factor code is required. Send it in the X-OTP header.', {
      'x-otp': 'required',
      'x-otp-enrolled': String(account.hasCodes || account.hasPasskey),
      'x-second-factor': secondFactorsOf(account).join(', '),
    })
  if (!(await consumeSecondFactor(db, keys, account, { network, code })))
    throw unauthorizedFor(account, 'The two-factor code is wrong or was already used.', {
      'x-otp': 'required',
    })
}

/** False for a wrong code, which is counted. */
export async function consumeSecondFactor(
  db: Db,
  keys: MasterKeys,
  account: Account,
  { network, code }: { network: string; code: string },
): Promise<boolean> {
  if (isTotp(code)) await rejectWhenTotpsLimited(db, account.id)
  if (await consumeTwoFactorCode(db, keys, { person: account.id, code })) {
    await clearWrongTotps(db, account.id)
    return true
  }
  await countFailedSignIn(db, account.email, network)
  if (isTotp(code)) await countWrongTotp(db, account.id)
  return false
}

/** What the person can use as second factor. */
export const secondFactorsOf = ({ hasCodes, hasPasskey }: Account) => [
  ...(hasCodes ? ['code'] : []),
  ...(hasPasskey ? ['passkey'] : []),
]
