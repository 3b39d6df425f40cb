import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'

/**
 * Turns off notification mail. Mail about the account itself (invitation, password) is still sent.
 */
export async function unsubscribe(tx: Tx, code: string): Promise<void> {
  const { rows } =
    await sql`update person set preferences = jsonb_set(preferences, '{mail,enabled}', 'false')
      where unsubscribe_code = ${code} returning 1`.execute(tx)
  if (rows.length === 0) throw notFound('mail address')
}
