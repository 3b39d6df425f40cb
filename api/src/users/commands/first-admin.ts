import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../kernel/db/connect.ts'
import { LOCKS, lockForTransaction } from '../../kernel/db/locks.ts'
import { hashPassword } from '../../kernel/http/auth/password.ts'
import { normalEmail } from '../../kernel/http/contract/schema.ts'
import { DEFAULT_PREFERENCES } from '../rules.ts'

/** Creates an admin in an empty database. If several nodes start together, one of them does it. */
export async function createFirstAdmin(
  tx: Tx,
  configured: { email: string; password?: string | undefined } | undefined,
): Promise<{ email: string; password: string } | undefined> {
  await lockForTransaction(tx, LOCKS.firstAdmin)
  const { rows } = await sql`select from person limit 1`.execute(tx)
  if (rows.length) return undefined
  const email = normalEmail(configured?.email ?? 'admin@example.com')
  const password = configured?.password ?? randomBytes(15).toString('base64url')
  await tx
    .insertInto('person')
    .values({
      email,
      name: 'Administrator',
      roles: ['admin'],
      password_hash: await hashPassword(password),
      invited: true,
      approved: true,
      registered: true,
      confirmed: true,
      preferences: JSON.stringify(DEFAULT_PREFERENCES),
    })
    .execute()
  return { email, password }
}
