import { sql } from 'kysely'
import { textWithCode } from '../src/kernel/mail/mail-code.ts'
import { testMasterKeys, type TestApp } from './test-app.ts'

/** The code of the newest invitation (`register`) or password reset (`reset`) mail. */
export async function newestCode(
  { db }: Pick<TestApp, 'db'>,
  path: 'register' | 'reset',
): Promise<string> {
  const { rows } = await sql<{ id: string; text: string; code: string | null }>`
    select id, text, code from mail where text like ${`%/${path}/%`} order by id desc
    limit 1`.execute(db)
  return new RegExp(`/${path}/([\\w-]{43})`).exec(textWithCode(testMasterKeys, rows[0]!))![1]!
}
