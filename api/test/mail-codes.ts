import { sql } from 'kysely'
import type { TestApp } from './test-app.ts'

/** The code of the newest invitation (`register`) or password reset (`reset`) mail. */
export async function newestCode(
  { db }: Pick<TestApp, 'db'>,
  path: 'register' | 'reset',
): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select text from mail where text like ${`%/${path}/%`} order by id desc limit 1`.execute(db)
  return new RegExp(`/${path}/([\\w-]{43})`).exec(rows[0]!.text)![1]!
}
