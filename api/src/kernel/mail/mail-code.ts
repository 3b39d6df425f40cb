// The code of an invitation or a password reset signs somebody in, so a mail waits without it: the
// text has a placeholder, and the code is encrypted until the mail server has it.
import type { Tx } from '../db/connect.ts'
import { sql } from '../db/sql.ts'
import type { MasterKeys } from '../db/encryption/parse-keys.ts'
import { openSecret, sealSecret, type SecretColumn } from '../db/encryption/seal-secret.ts'
import { queueMail, type OutgoingMail } from './queue-mail.ts'

export const MAIL_CODE: SecretColumn = { table: 'mail', column: 'code', id: 'id' }

/** Stands for the code in the text of a mail. */
export const CODE_PLACEHOLDER = '[code]'

export async function queueMailWithCode(
  tx: Tx,
  keys: MasterKeys,
  { code, ...mail }: OutgoingMail & { code: string },
): Promise<void> {
  const id = await queueMail(tx, mail)
  const sealed = sealSecret(keys, MAIL_CODE, id, code)
  await sql`update mail set code = ${sealed} where id = ${id}`.execute(tx)
}

/** The text as the recipient reads it. */
export const textWithCode = (
  keys: MasterKeys,
  { id, text, code }: { id: string; text: string; code: string | null },
): string =>
  code === null ? text : text.replace(CODE_PLACEHOLDER, openSecret(keys, MAIL_CODE, id, code))
