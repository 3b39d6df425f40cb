import type { Insertable } from 'kysely'
import type { Tx } from '../../kernel/db/connect.ts'
import type { DB } from '../../kernel/db/tables.ts'
import { conflict } from '../../kernel/http/contract/problem.ts'

/**
 * Creates an account. If its email received share links before, that guest becomes the account and
 * keeps their history.
 */
export async function insertAccount(tx: Tx, account: Insertable<DB['person']>): Promise<string> {
  const created = await tx
    .insertInto('person')
    .values(account)
    .onConflict((email) =>
      email
        .column('email')
        .doUpdateSet({ ...account, guest: false })
        .where('person.guest', '=', true),
    )
    .returning('id')
    .executeTakeFirst()
  if (!created) throw emailTaken()
  return created.id
}

export const emailTaken = () => conflict('email.taken', 'This e-mail address cannot be used.')
