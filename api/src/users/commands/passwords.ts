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

export async function hashCheckedPassword(
  password: string,
  email: string,
  network: string,
): Promise<string> {
  const error = passwordError(password, email)
  if (error)
    throw invalid('password.weak', `The password ${error}.`, [
      { pointer: '/password', message: error },
    ])
  return hashPassword(password, network)
}

/** The hash of a new password, and the hash of the current password that was verified for it. */
export type NewPassword = { hash: string; replaces: string | null }

/** Undefined if the body does not set the caller's own password. */
export async function prepareNewPassword(
  db: Db,
  { id, body, by, network }: { id: string; body: UserChange; by: Caller; network: string },
): Promise<NewPassword | undefined> {
  const { password, currentPassword } = body
  if (password === undefined || password === '[redacted]' || id !== by._id) return undefined
  const replaces = await verifyOwnPassword(db, { by, password: currentPassword, network })
  return { hash: await hashCheckedPassword(password, by.email, network), replaces }
}

/** Returns the verified hash. A stolen token must not be a way to guess the password. */
export async function verifyOwnPassword(
  db: Db,
  { by, password, network }: { by: Caller; password: string | undefined; network: string },
): Promise<string | null> {
  const limits = limited([
    ...signInLimits(by.email, network),
    { subject: `password ${by._id}`, network: ANY_NETWORK, max: 20, minutes: 60 },
  ])
  await rejectWhenLimited(db, limits)
  const hash = await passwordHashOf(db, by._id)
  if (password !== undefined && (await verifyPassword(password, hash, network))) {
    await rejectWhenLimited(db, limits)
    return hash
  }
  if (password !== undefined) await countAttempt(db, limits)
  throw wrongCurrentPassword()
}

/** Another request may have changed the password since it was verified. Call with a locked row. */
export async function rejectChangedPassword(tx: Tx, id: string, { replaces }: NewPassword) {
  if ((await passwordHashOf(tx, id)) !== replaces) throw wrongCurrentPassword()
}

const wrongCurrentPassword = () =>
  forbidden(
    'password.current-wrong',
    'To set a new password, send your current password as currentPassword.',
  )
