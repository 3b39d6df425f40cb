import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { MasterKeys } from '../../kernel/db/encryption/parse-keys.ts'
import {
  openSecret,
  sealSecret,
  type SecretColumn,
} from '../../kernel/db/encryption/seal-secret.ts'
import { conflict, forbidden, invalid } from '../../kernel/http/contract/problem.ts'
import { digestSecret, newSecret } from '../../kernel/http/auth/secret.ts'
import type { Session } from '../contract.ts'
import { findAccount, insertToken, type Device } from '../queries.ts'

const STEP_SECONDS = 30
const RECOVERY_CODES = 10

export const TOTP_SECRET: SecretColumn = {
  table: 'twofactor',
  column: 'secret',
  id: 'person_id',
}

export async function startTwoFactor(
  tx: Tx,
  keys: MasterKeys,
  { person, email }: { person: string; email: string },
) {
  const totp = new TOTP({ issuer: 'Reelay', label: email, secret: new Secret({ size: 20 }) })
  const sealed = sealSecret(keys, TOTP_SECRET, person, totp.secret.base32)
  const { rows } = await sql`
    insert into twofactor as existing (person_id, secret) values (${person}, ${sealed})
    on conflict (person_id) do update set secret = excluded.secret where existing.confirmed_at is null
    returning 1`.execute(tx)
  if (!rows.length)
    throw conflict(
      'twofactor.exists',
      'Two-factor authentication is already enabled. Disable it before you set it up again.',
    )
  return { url: totp.toString(), secret: totp.secret.base32 }
}

export async function confirmTwoFactor(
  tx: Tx,
  keys: MasterKeys,
  {
    person,
    email,
    token,
    code,
    device,
  }: { person: string; email: string; token: string | undefined; code: string; device: Device },
) {
  if (!(await consumeTotp(tx, keys, { person, code, state: 'unconfirmed' })))
    throw invalid(
      'twofactor.code-invalid',
      'The code is wrong. Check the clock of your device and try the next code.',
      [{ pointer: '/code', message: 'is wrong' }],
    )
  await sql`update twofactor set confirmed_at = now() where person_id = ${person}`.execute(tx)
  const recoveryCodes = await replaceRecoveryCodes(tx, person)
  const confirmed = { confirmed: true as const, recoveryCodes }
  if (!token) return { ...confirmed, session: await openSession(tx, { person, email, device }) }
  await sql`update token set second_factor = true where id = ${token}`.execute(tx)
  await sql`update remembered_device set second_factor = true
    where id = (select device_id from token where id = ${token})`.execute(tx)
  return confirmed
}

async function openSession(
  tx: Tx,
  { person, email, device }: { person: string; email: string; device: Device },
): Promise<Session> {
  const token = newSecret()
  await insertToken(tx, { person, digest: digestSecret(token), secondFactor: true, device })
  return { token, email }
}

async function replaceRecoveryCodes(tx: Tx, person: string): Promise<string[]> {
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await sql`
    update twofactor set recovery = ${recoveryCodes.map(digestSecret)}
    where person_id = ${person}`.execute(tx)
  return recoveryCodes
}

/** Needs a session that used the second factor, as disabling it does. */
export async function createRecoveryCodes(tx: Tx, person: Caller) {
  const account = await findAccount(tx, person.email)
  if (!account?.hasCodes)
    throw conflict('twofactor.not-enabled', 'Set up two-factor authentication first.')
  if (!person.secondFactor)
    throw forbidden(
      'twofactor.code-required',
      'Sign in with a two-factor code to create new recovery codes.',
    )
  return { recoveryCodes: await replaceRecoveryCodes(tx, person._id) }
}

/** Needs a session that used the second factor, so a stolen password is not enough. */
export async function disableTwoFactor(tx: Tx, person: Caller) {
  const account = await findAccount(tx, person.email)
  if (account?.requiresTwoFactor)
    throw forbidden(
      'twofactor.enforced',
      'Two-factor authentication is required for your account and cannot be disabled.',
    )
  if (account?.hasCodes && !person.secondFactor)
    throw forbidden(
      'twofactor.code-required',
      'Sign in with a two-factor code to disable two-factor authentication.',
    )
  await sql`delete from twofactor where person_id = ${person._id}`.execute(tx)
  return { removed: true as const }
}

export const isTotp = (code: string): boolean => /^\d{6}$/.test(code)

/** A time-based code or a recovery code. Each works once. */
export async function consumeTwoFactorCode(
  db: Db,
  keys: MasterKeys,
  { person, code }: { person: string; code: string },
): Promise<boolean> {
  if (isTotp(code)) return consumeTotp(db, keys, { person, code, state: 'confirmed' })
  const { rows } = await sql`
    update twofactor set recovery = array_remove(recovery, ${digestSecret(code)})
    where person_id = ${person} and confirmed_at is not null
      and ${digestSecret(code)} = any (recovery) returning 1`.execute(db)
  return rows.length > 0
}

/**
 * Uses the database's clock and allows one step of drift. One statement checks and stores the step,
 * so a code cannot be used twice, even concurrently.
 */
async function consumeTotp(
  db: Db,
  keys: MasterKeys,
  { person, code, state }: { person: string; code: string; state: 'confirmed' | 'unconfirmed' },
): Promise<boolean> {
  const { rows } = await sql<{ secret: string; now: number }>`
    select secret, seconds(clock_timestamp()) as now from twofactor
    where person_id = ${person} and (confirmed_at is not null) = ${state === 'confirmed'}`.execute(
    db,
  )
  const factor = rows[0]
  if (!factor) return false
  const drift = new TOTP({
    secret: Secret.fromBase32(openSecret(keys, TOTP_SECRET, person, factor.secret)),
    period: STEP_SECONDS,
  }).validate({ token: code, timestamp: factor.now * 1000, window: 1 })
  if (drift === null) return false
  const step = Math.floor(factor.now / STEP_SECONDS) + drift
  const used = await sql`
    update twofactor set last_step = ${step}
    where person_id = ${person} and last_step < ${step} returning 1`.execute(db)
  return used.rows.length > 0
}

/** 118 random bits. From 112 on, ASVS (6.5.2) accepts a fast hash. */
function newRecoveryCode(): string {
  const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
  const letters = Array.from({ length: 24 }, () => LETTERS[randomInt(LETTERS.length)])
  return [0, 4, 8, 12, 16, 20].map((start) => letters.slice(start, start + 4).join('')).join('-')
}
