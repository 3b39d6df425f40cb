import type { Tx } from '../../kernel/db/connect.ts'
import { sql, type Row } from '../../kernel/db/sql.ts'
import { conflict } from '../../kernel/http/contract/problem.ts'

/**
 * Creates an account. If its email received share links before, that guest becomes the account and
 * keeps their history.
 */
export async function insertAccount(tx: Tx, account: Row): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into person ${sql.values(account)}
    on conflict (email) do update ${sql.set({ ...account, guest: false })} where person.guest
    returning id`.execute(tx)
  if (!rows[0]) throw emailTaken()
  return rows[0].id
}

export const emailTaken = () => conflict('email.exists', 'This e-mail address cannot be used.')
