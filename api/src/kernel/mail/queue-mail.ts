import type { Tx } from '../db/connect.ts'
import { sql } from '../db/sql.ts'
import { enqueue } from '../jobs/enqueue.ts'

export type OutgoingMail = {
  to: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
  /** The recipient, for mail about events; not for mail about their account. */
  person?: string
  /** The time of the digest, in seconds. */
  digest?: number
  /** The share that the mail is about. */
  share?: string
}

/** Takes a Tx, never a Db: a rolled-back change must send no mail. */
export async function queueMail(tx: Tx, mail: OutgoingMail): Promise<string> {
  const [queued] = await queueMails(tx, [mail])
  return queued!.id
}

/** Inserts all mails in one statement. Line breaks in a subject become spaces. */
export async function queueMails(
  tx: Tx,
  mails: OutgoingMail[],
): Promise<{ id: string; person: string | null }[]> {
  const rows = mails.map(({ subject, ...mail }) => ({
    ...mail,
    subject: subject.replace(/\s+/g, ' ').slice(0, 300),
  }))
  const queued = await sql<{ id: string; person: string | null }>`
    insert into mail (to_address, subject, text, html, headers, person_id, digest_at, share_id,
      created_at)
    select
      m.to, m.subject, m.text, m.html, coalesce(m.headers, '{}'), m.person, to_timestamp(m.digest),
      m.share, clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m (
      "to" text, subject text, text text, html text, headers jsonb, person text, digest float8,
      share text)
    returning id, person_id as person`.execute(tx)
  await enqueue(tx, 'send-mail', {})
  return queued.rows
}
