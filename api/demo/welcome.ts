import { sql } from 'kysely'
import type { Db } from '../src/kernel/db/connect.ts'
import { DEMO_PASSWORD, EXAMPLES, PEOPLE } from './data/people.ts'

/** How to get in, for as long as somebody of the demo is there to sign in as. */
export async function demoWelcome(db: Db): Promise<string[]> {
  const examples = EXAMPLES.map(({ key, what }) => ({ email: PEOPLE[key].email, what }))
  const { rows } = await sql<{
    email: string
  }>`select email from viewer where active and email = any (${examples.map(({ email }) => email)})`.execute(
    db,
  )
  const known = new Set(rows.map(({ email }) => email))
  const there = examples.filter(({ email }) => known.has(email))
  if (there.length === 0) return []
  const width = Math.max(...there.map(({ email }) => email.length))
  return [
    `Demo studio: sign in with the password ${DEMO_PASSWORD} as`,
    ...there.map(({ email, what }) => `  ${email.padEnd(width)}  ${what}`),
    '  This password is no secret. Start on an empty DATA_DIR with DEMO=0 for an installation without the demo.',
  ]
}
