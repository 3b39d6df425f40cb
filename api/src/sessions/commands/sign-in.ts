import { recordAudit } from '../../kernel/audit/record.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import type { Credential } from '../../kernel/http/app.ts'
import { unauthorized } from '../../kernel/http/auth/authenticate.ts'
import { verifyPassword } from '../../kernel/http/auth/password.ts'
import { digestSecret, newSecret } from '../../kernel/http/auth/secret.ts'
import type { Session } from '../contract.ts'
import { findAccount, insertToken, type Account } from '../queries.ts'
import { countFailedSignIn, clearFailedSignIns, rejectWhenRateLimited } from './rate-limits.ts'
import { consumeTwoFactorCode } from './twofactor.ts'

/** Takes a Db because no transaction should be open while a password is hashed. */
export async function signIn(
  db: Db,
  credential: Credential,
  { code, request, address }: { code: string | undefined; request: string; address: string },
): Promise<Session> {
  const account = await verifyAccount(db, credential)
  const secondFactor = account.enrolled || account.enforced
  if (secondFactor) await verifySecondFactor(db, account, credential, code)
  await clearFailedSignIns(db, account.email, credential.network)
  const token = newSecret()
  await inTransaction(db, async (tx) => {
    await insertToken(tx, { person: account.id, digest: digestSecret(token), secondFactor })
    const by = { _id: account.id, name: account.name }
    await recordAudit(tx, {
      by,
      act: 'GET /session',
      about: { kind: 'session', id: account.id, name: account.name },
      studios: account.studios,
      asked: { secondFactor },
      request,
      address,
    })
  })
  return { token, email: account.email }
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
  const matches = await verifyPassword(secret, account?.passwordHash)
  if (matches && account) {
    await rejectWhenRateLimited(db, user, network)
    return account
  }
  await countFailedSignIn(db, user, network)
  throw unauthorized()
}

async function verifySecondFactor(
  db: Db,
  account: Account,
  { network }: Credential,
  code: string | undefined,
) {
  // Reported only after a correct password. If two-factor is enforced but not set up yet, the
  // client starts it with POST /session/twofactor.
  if (code === undefined)
    throw unauthorized('A two-factor code is required. Send it in the X-OTP header.', {
      'x-otp': 'required',
      'x-otp-enrolled': String(account.enrolled),
    })
  if (await consumeTwoFactorCode(db, account.id, code)) return
  await countFailedSignIn(db, account.email, network)
  throw unauthorized('The two-factor code is wrong or was already used.', {
    'x-otp': 'required',
  })
}
