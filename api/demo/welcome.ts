import type { Db } from '../src/kernel/db/connect.ts'
import { sql } from '../src/kernel/db/sql.ts'
import type { DemoAccounts } from '../src/sso/contract.ts'
import { DEMO_PASSWORD, EXAMPLES, PEOPLE, type DemoExample } from './data/people.ts'

/** Sign-in instructions, as long as the example people of the demo exist. */
export async function demoWelcome(db: Db): Promise<string[]> {
  const examples = await findExamples(db)
  if (examples.length === 0) return []
  const emails = examples.map(({ key }) => PEOPLE[key].email)
  const width = Math.max(...emails.map((email) => email.length))
  return [
    `Demo studio: sign in with the password ${DEMO_PASSWORD} as`,
    ...examples.map(({ what }, n) => `  ${emails[n]!.padEnd(width)}  ${what}`),
    '  This password is public. For an installation without the demo, start with DEMO=0 on an empty DATA_DIR.',
  ]
}

/** For the sign-in page. Null without the demo. */
export async function findDemoAccounts(db: Db): Promise<DemoAccounts | null> {
  const examples = await findExamples(db)
  if (examples.length === 0) return null
  const accounts = examples.map(({ key, task }) => {
    const { email, name } = PEOPLE[key]
    return { email, name, task }
  })
  return { password: DEMO_PASSWORD, accounts }
}

async function findExamples(db: Db): Promise<DemoExample[]> {
  const emails = EXAMPLES.map(({ key }) => PEOPLE[key].email)
  const { rows } = await sql<{
    email: string
  }>`select email from viewer where active and email = any (${emails})`.execute(db)
  const existing = new Set(rows.map(({ email }) => email))
  return EXAMPLES.filter(({ key }) => existing.has(PEOPLE[key].email))
}
