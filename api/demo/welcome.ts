import { sql } from 'kysely'
import type { Db } from '../src/kernel/db/connect.ts'
import { DEMO_PASSWORD, EXAMPLES, PEOPLE } from './data/people.ts'

/** Sign-in instructions, as long as the example people of the demo exist. */
export async function demoWelcome(db: Db): Promise<string[]> {
  const examples = EXAMPLES.map(({ key, what }) => ({ email: PEOPLE[key].email, what }))
  const { rows } = await sql<{
    email: string
  }>`select email from viewer where active
    and email = any (${examples.map(({ email }) => email)})`.execute(db)
  const known = new Set(rows.map(({ email }) => email))
  const existing = examples.filter(({ email }) => known.has(email))
  if (existing.length === 0) return []
  const width = Math.max(...existing.map(({ email }) => email.length))
  return [
    `Demo studio: sign in with the password ${DEMO_PASSWORD} as`,
    ...existing.map(({ email, what }) => `  ${email.padEnd(width)}  ${what}`),
    '  This password is public. For an installation without the demo, start with DEMO=0 on an empty DATA_DIR.',
  ]
}
