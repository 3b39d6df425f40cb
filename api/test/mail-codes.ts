import { sql } from '../src/kernel/db/sql.ts'
import { textWithCode } from '../src/kernel/mail/mail-code.ts'
import { testMasterKeys, type TestApp } from './test-app.ts'

/**
 * The code of the newest invitation to the service (`register`) or to a work request (`invite`),
 * password reset (`reset`) or share (`s`) mail.
 */
export async function newestCode(
  { db }: Pick<TestApp, 'db'>,
  path: 'register' | 'reset' | 's' | 'invite',
  to = '%',
): Promise<string> {
  const { rows } = await sql<{ id: string; text: string; code: string | null }>`
    select id, text, code from mail
    where text like ${`%/${path}/%`} and to_address like ${to}
    order by created_at desc, id desc limit 1`.execute(db)
  return new RegExp(`/${path}/([\\w-]{43})`).exec(textWithCode(testMasterKeys, rows[0]!))![1]!
}
