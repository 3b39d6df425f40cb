// Limits of failed sign-ins, two-factor codes and password reset requests.
import type { Db } from '../../kernel/db/connect.ts'
import {
  ANY_NETWORK,
  clearAttempts,
  countAttempt,
  limited,
  rejectWhenLimited,
  signInLimits,
} from '../../kernel/http/auth/attempt-limits.ts'
import { digestSecret } from '../../kernel/http/auth/secret.ts'

const TOO_MANY_RESETS = 'Too many password reset requests from your network. Try again later.'
const TOO_MANY_CODES =
  'Too many wrong two-factor codes for this account. Try again later, or use a recovery code.'

export const rejectWhenRateLimited = (db: Db, email: string, network: string) =>
  rejectWhenLimited(db, limited(signInLimits(email, network)))

export const countFailedSignIn = (db: Db, email: string, network: string) =>
  countAttempt(db, limited(signInLimits(email, network)))

export const clearFailedSignIns = (db: Db, email: string, network: string) =>
  clearAttempts(db, signInLimits(email, network)[0]!)

/** Counted separately: people who failed to sign in too often are likely to need a reset. */
export const countResetRequest = (db: Db, email: string, network: string) =>
  countAttempt(
    db,
    limited(
      [
        { subject: digestSecret(`forgotten ${email}`), network, max: 5, minutes: 15 },
        { subject: 'forgotten *', network, max: 100, minutes: 15 },
      ],
      TOO_MANY_RESETS,
    ),
  )

/**
 * Wrong time-based codes from all networks together. An attacker with the password and many
 * addresses gets 240 of a million codes a day. Recovery codes cannot be guessed and still work.
 */
const totpLimit = (person: string) => ({
  subject: `two-factor ${person}`,
  network: ANY_NETWORK,
  max: 10,
  minutes: 60,
})

export const rejectWhenTotpsLimited = (db: Db, person: string) =>
  rejectWhenLimited(db, limited([totpLimit(person)], TOO_MANY_CODES))

export const countWrongTotp = (db: Db, person: string) =>
  countAttempt(db, limited([totpLimit(person)], TOO_MANY_CODES))

export const clearWrongTotps = (db: Db, person: string) => clearAttempts(db, totpLimit(person))

/** Each start of a sign-in through a provider makes the service call that provider. */
export const countSsoRequest = (db: Db, network: string) =>
  countAttempt(
    db,
    limited(
      [{ subject: 'sso *', network, max: 300, minutes: 15 }],
      'Too many sign-ins from your network. Try again later.',
    ),
  )
