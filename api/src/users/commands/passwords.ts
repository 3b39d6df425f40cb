// Password checks and hashes. They take a Db and run before the transaction, because a hash may
// wait for its turn while a transaction holds one of the few connections.
import type { Db, Tx } from '../../kernel/db/connect.ts'
import {
  ANY_NETWORK,
  countAttempt,
  limited,
  rejectWhenLimited,
  signInLimits,
} from '../../kernel/http/auth/attempt-limits.ts'
import { hashPassword, verifyPassword } from '../../kernel/http/auth/password.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { forbidden, invalid } from '../../kernel/http/contract/problem.ts'
import type { UserChange } from '../contract.ts'
import { passwordHashOf } from '../queries.ts'
import { passwordError } from '../rules/user.ts'
import { isBreached } from './breached-passwords.ts'

export async function hashCheckedPassword(
  password: string,
  email: string,
  network: string,
): Promise<string> {
  const error =
    passwordError(password, email) ??
    ((await isBreached(password)) ? 'is in a list of stolen passwords' : undefined)
  if (error)
    throw invalid('password.weak', `The password ${error}.`, [
      { pointer: '/password', message: error },
    ])
  return hashPassword(password, network)
}

/** The hash of a new password, and the hash of the current password that was verified for it. */
type NewPassword = { hash: string; replaces: string }
/** What the caller has shown for a change of an account. */
export type AccountProof = { newPassword: NewPassword | undefined; isVerified: boolean }

/** `currentPassword` proves who the caller is, also to change only the email of their account. */
export async function prepareAccountChange(
  db: Db,
  { id, body, by, network }: { id: string; body: UserChange; by: Caller; network: string },
): Promise<AccountProof> {
  const { password, currentPassword } = body
  const setsPassword = password !== undefined && password !== '[redacted]'
  if (id !== by._id || (!setsPassword && currentPassword === undefined))
    return { newPassword: undefined, isVerified: by.recentlyVerified }
  const replaces = await verifyOwnPassword(db, { by, password: currentPassword, network })
  if (replaces === undefined) throw wrongCurrentPassword()
  if (!setsPassword) return { newPassword: undefined, isVerified: true }
  const hash = await hashCheckedPassword(password, by.email, network)
  return { newPassword: { hash, replaces }, isVerified: true }
}

/**
 * Returns the verified hash, or undefined for a wrong password, which is counted. A stolen token
 * must not be a way to guess the password.
 */
export async function verifyOwnPassword(
  db: Db,
  { by, password, network }: { by: Caller; password: string | undefined; network: string },
): Promise<string | undefined> {
  if (password === undefined) return undefined
  const limits = limited([
    ...signInLimits(by.email, network),
    { subject: `password ${by._id}`, network: ANY_NETWORK, max: 20, minutes: 60 },
  ])
  await rejectWhenLimited(db, limits)
  const hash = await passwordHashOf(db, by._id)
  if ((await verifyPassword(password, hash, network)) && hash !== null) {
    await rejectWhenLimited(db, limits)
    return hash
  }
  await countAttempt(db, limits)
  return undefined
}

/** Another request may have changed the password since it was verified. Call with a locked row. */
export async function rejectChangedPassword(tx: Tx, id: string, { replaces }: NewPassword) {
  if ((await passwordHashOf(tx, id)) !== replaces) throw wrongCurrentPassword()
}

const wrongCurrentPassword = () =>
  forbidden(
    'password.current-invalid',
    'To set a new password, send your current password as currentPassword.',
  )
