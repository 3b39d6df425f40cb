import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { enqueue } from '../jobs/enqueue.ts'

export type OutgoingMail = {
  to: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
  /** Whom it tells what happened; not for what is about their account itself. */
  person?: string
  /** Which digest of theirs it is, in seconds. */
  digest?: number
}

/** Takes a Tx, never a Db: a mail about a change that was rolled back must not leave. */
export async function queueMail(tx: Tx, letter: OutgoingMail): Promise<string> {
  const [posted] = await queueMails(tx, [letter])
  return posted!.id
}

/**
 * However many they are, it is one statement. A subject is one line, whatever was typed into a
 * name.
 */
export async function queueMails(
  tx: Tx,
  letters: OutgoingMail[],
): Promise<{ id: string; person: string | null }[]> {
  const rows = letters.map(({ subject, ...letter }) => ({
    ...letter,
    subject: subject.replace(/\s+/g, ' ').slice(0, 300),
  }))
  const posted = await sql<{ id: string; person: string | null }>`
    insert into mail (to_address, subject, text, html, headers, person_id, digest_at)
    select l.to, l.subject, l.text, l.html, coalesce(l.headers, '{}'), l.person, to_timestamp(l.digest)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l ("to" text, subject text, text text, html text, headers jsonb, person text, digest float8)
    returning id, person_id as person`.execute(tx)
  await enqueue(tx, 'send-mail', {})
  return posted.rows
}
