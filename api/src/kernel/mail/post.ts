import type { Tx } from '../db/connect.ts'

/** Takes a Tx, never a Db: a mail about a change that was rolled back must not leave. A subject is one line, whatever was typed into a name. */
export async function post(tx: Tx, mail: { to: string; subject: string; text: string }): Promise<void> {
  await tx.insertInto('mail').values({ to_address: mail.to, subject: mail.subject.replace(/\s+/g, ' ').slice(0, 300), text: mail.text }).execute()
}
