import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { LOCKS, tryLockForTransaction } from '../../kernel/db/locks.ts'
import { sql } from '../../kernel/db/sql.ts'
import { hashPassword } from '../../kernel/http/auth/password.ts'
import { normalEmail } from '../../kernel/http/contract/schema.ts'
import { DEFAULT_PREFERENCES } from '../rules/user.ts'

const RETRY_MS = 200

export type FirstAdmin = { email: string; password: string; passwordHash: string }

/** Hashes the password of the first admin before the transaction. Undefined if people exist. */
export async function prepareFirstAdmin(
  db: Db,
  configured: { email: string; password?: string | undefined } | undefined,
): Promise<FirstAdmin | undefined> {
  if (await hasPeople(db)) return undefined
  const email = normalEmail(configured?.email ?? 'admin@example.com')
  const password = configured?.password ?? randomBytes(15).toString('base64url')
  return { email, password, passwordHash: await hashPassword(password, 'first start') }
}

/** Creates an admin in an empty database. If several nodes start together, one of them does it. */
export async function createFirstAdmin(
  tx: Tx,
  admin: FirstAdmin | undefined,
): Promise<{ email: string; password: string } | undefined> {
  if (!admin) return undefined
  const { email, password, passwordHash } = admin
  // In steps, because the node that loads the demo holds the lock for longer than a statement may wait.
  while (!(await tryLockForTransaction(tx, LOCKS.firstAdmin))) await sleep(RETRY_MS)
  if (await hasPeople(tx)) return undefined
  await sql`insert into person ${sql.values({
    email,
    name: 'Administrator',
    roles: ['admin'],
    password_hash: passwordHash,
    invited: true,
    approved: true,
    registered: true,
    confirmed: true,
    preferences: JSON.stringify(DEFAULT_PREFERENCES),
  })}`.execute(tx)
  return { email, password }
}

async function hasPeople(db: Db): Promise<boolean> {
  const { rows } = await sql`select from person limit 1`.execute(db)
  return rows.length > 0
}
