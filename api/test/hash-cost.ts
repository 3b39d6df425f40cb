// Hashing a password takes 70 ms of CPU on purpose, and a test run signs in a thousand times. Tests
// use a low cost, except those that measure it.
import type { TestContext } from 'node:test'
import { RECOMMENDED_COST, hashPassword, setHashCost } from '../src/kernel/http/auth/password.ts'
import type { Db } from '../src/kernel/db/connect.ts'
import { sql } from '../src/kernel/db/sql.ts'

const LOW_COST = { memory: 8, passes: 1 }

export const useLowHashCost = () => setHashCost(LOW_COST)

/** `db` contains accounts with `password`, which gets a new hash. */
export async function useRealHashCost(
  t: TestContext,
  accounts?: { db: Db; password: string },
): Promise<void> {
  setHashCost(RECOMMENDED_COST)
  t.after(useLowHashCost)
  if (!accounts) return
  const password_hash = await hashPassword(accounts.password, 'test')
  await sql`
    update person set password_hash = ${password_hash}
    where password_hash is not null`.execute(accounts.db)
}
