import { sql } from 'kysely'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import { queueMail } from '../../kernel/mail/queue-mail.ts'
import {
  getMailRecipient,
  lockDueNotifications,
  findWorkRequests,
  isStillWanted,
  type MailRecipient,
  type DueNotification,
} from '../queries/mail.ts'
import { zoneOrUtc } from '../rules/mail-body.ts'
import { nextDigest, frequencyFor, type MailFrequency } from '../rules/mail-frequency.ts'
import { composeMail, type MailUrls } from './compose-mail.ts'

/**
 * Each minute: whose digest is due, and which events have now been mailed, or decided not to be,
 * for everybody.
 */
export async function enqueueDueDigests(tx: Tx): Promise<void> {
  const { rows } = await sql<{
    person: string
  }>`select distinct to_id as person from notification where due_at <= now()`.execute(tx)
  for (const { person } of rows) await enqueue(tx, 'write-digest', { person })
  await sql`update event e set digested = true where processed and not digested and not exists (select from notification n where n.event_id = e.id and n.due_at is not null)`.execute(
    tx,
  )
}

/**
 * One mail for all that is due to one person. What has left their sight since, or is wanted no
 * more, is left out for good.
 */
export const writeDigest =
  (writing: MailUrls) =>
  async (tx: Tx, { person }: { person: string }): Promise<void> => {
    const due = await lockDueNotifications(tx, person)
    if (due.length === 0) return
    const reader = await getMailRecipient(tx, person)
    const wanted = due.filter(
      ({ seen, type }) => seen && reader.reached && frequencyFor(type, reader.mail) !== -1,
    )
    const slot = Math.max(...due.map((one) => one.due))
    if (await digestExists(tx, person, slot)) return postpone(tx, reader, due)
    const mail = wanted.length
      ? await queueMail(
          tx,
          composeMail(reader, {
            writing,
            happenings: wanted,
            requests: await findWorkRequests(tx, wanted),
            pace: slowestFrequency(reader, wanted),
            digest: slot,
          }),
        )
      : null
    await sql`
    update notification set due_at = null, mail_id = case when id = any (${wanted.map(({ notification }) => notification)}) then ${mail} end, sent = id = any (${wanted.map(({ notification }) => notification)})
    where id = any (${due.map(({ notification }) => notification)})`.execute(tx)
  }

const slowestFrequency = (reader: MailRecipient, wanted: DueNotification[]): MailFrequency =>
  Math.max(...wanted.map(({ type }) => frequencyFor(type, reader.mail))) as MailFrequency

async function digestExists(tx: Tx, person: string, slot: number): Promise<boolean> {
  const { rows } =
    await sql`select from mail where person_id = ${person} and digest_at = to_timestamp(${slot})`.execute(
      tx,
    )
  return rows.length > 0
}

/**
 * What was told just before the hour and committed just after its digest waits for the next: there
 * is one mail to a digest.
 */
async function postpone(tx: Tx, reader: MailRecipient, due: DueNotification[]) {
  const later = due.map(({ notification, type, due: slot }) => {
    const pace = frequencyFor(type, reader.mail)
    return {
      id: notification,
      due: nextDigest(pace === -1 || pace === 0 ? 3600 : pace, slot, zoneOrUtc(reader.tz)),
    }
  })
  await sql`update notification n set due_at = to_timestamp(l.due) from jsonb_to_recordset(${JSON.stringify(later)}::jsonb) as l (id text, due float8) where n.id = l.id`.execute(
    tx,
  )
}

/**
 * Asked right before a mail leaves, however long it waited for a server. One that tells of what is
 * hidden by now does not leave: it is taken
 * back, and what of it may still be told goes into a digest.
 */
export async function checkBeforeSending(db: Db, mail: string): Promise<boolean> {
  if (await isStillWanted(db, mail)) return true
  await inTransaction(db, async (tx) => {
    await sql`update mail set failed_at = now(), error = 'Taken back: what it told has left the reader''s sight, or they want no mail' where id = ${mail} and sent_at is null`.execute(
      tx,
    )
    await sql`update event set digested = false where id in (select event_id from notification where mail_id = ${mail})`.execute(
      tx,
    )
    await sql`update notification set mail_id = null, sent = false, due_at = now() where mail_id = ${mail}`.execute(
      tx,
    )
  })
  return false
}

/**
 * Mails that told what happened are kept for a while, for admins to look at; those about accounts
 * stay.
 */
export async function pruneMail(tx: Tx): Promise<void> {
  await sql`delete from mail where person_id is not null and created_at < now() - interval '30 days' and (sent_at is not null or failed_at is not null)`.execute(
    tx,
  )
}
