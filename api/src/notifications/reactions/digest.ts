import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import { queueMail } from '../../kernel/mail/queue-mail.ts'
import { isShareMailWanted } from '../../shares/queries/replies.ts'
import {
  findWorkRequests,
  getMailRecipient,
  isStillWanted,
  lockDueNotifications,
  type DueNotification,
  type MailRecipient,
} from '../queries/mail.ts'
import { zoneOrUtc } from '../rules/mail-body.ts'
import { frequencyFor, nextDigest, type MailFrequency } from '../rules/mail-frequency.ts'
import { queueBundles } from './bundles.ts'
import { composeMail, type MailUrls } from './compose-mail.ts'

/** Runs every minute. Also marks events as digested once no notification waits for a digest. */
export async function enqueueDueDigests(tx: Tx): Promise<void> {
  const { rows } = await sql<{ person: string }>`
    select distinct to_id as person from notification where due_at <= now()`.execute(tx)
  for (const { person } of rows) await enqueue(tx, 'write-digest', { person })
  await sql`
    update event e set digested = true
    where processed and not digested and not exists (
      select from notification n
        where n.studio_id = e.studio_id and n.event_id = e.id and n.due_at is not null)`.execute(tx)
}

/**
 * Writes one digest with everything that is due for one person, and one mail for each subject whose
 * changes were bundled. Events that they can no longer see or no longer want are dropped for good.
 */
export const writeDigest =
  (urls: MailUrls) =>
  async (tx: Tx, { person }: { person: string }): Promise<void> => {
    const due = await lockDueNotifications(tx, person)
    if (due.length === 0) return
    const recipient = await getMailRecipient(tx, person)
    const isWanted = ({ visible, type }: DueNotification) =>
      visible && recipient.reachable && frequencyFor(type, recipient.mail) !== -1
    const [bundled, others] = [
      due.filter(({ bundled: waits }) => waits),
      due.filter(({ bundled: waits }) => !waits),
    ]
    const mails = await queueBundles(tx, urls, recipient, bundled.filter(isWanted))
    await saveMails(tx, bundled, mails)
    if (others.length === 0) return
    const digest = Math.max(...others.map((notification) => notification.due))
    if (await digestExists(tx, person, digest)) return postpone(tx, recipient, others)
    const content = others.filter(isWanted)
    const mail = content.length ? await queueDigest(tx, urls, recipient, content, digest) : ''
    await saveMails(tx, others, new Map(content.map(({ notification }) => [notification, mail])))
  }

/** Nothing is due afterwards. `mails` has the mail of each notification that was mailed. */
async function saveMails(
  tx: Tx,
  done: readonly DueNotification[],
  mails: ReadonlyMap<string, string>,
) {
  const states = done.map(({ notification }) => ({
    id: notification,
    mail: mails.get(notification) ?? null,
  }))
  await sql`
    update notification n
    set due_at = null, bundled = false, sent = state.mail is not null, mail_id = state.mail
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as state (id text, mail text)
    where n.id = state.id`.execute(tx)
}

async function queueDigest(
  tx: Tx,
  urls: MailUrls,
  recipient: MailRecipient,
  events: DueNotification[],
  digest: number,
): Promise<string> {
  const requests = await findWorkRequests(tx, events)
  const frequency = slowestFrequency(recipient, events)
  return queueMail(tx, composeMail(recipient, { urls, events, requests, frequency, digest }))
}

const slowestFrequency = (recipient: MailRecipient, events: DueNotification[]): MailFrequency =>
  Math.max(...events.map(({ type }) => frequencyFor(type, recipient.mail))) as MailFrequency

async function digestExists(tx: Tx, person: string, digest: number): Promise<boolean> {
  const { rows } = await sql`
    select from mail
    where person_id = ${person} and digest_at = to_timestamp(${digest})`.execute(tx)
  return rows.length > 0
}

/** A notification that commits after its digest was written waits for the next one. */
async function postpone(tx: Tx, recipient: MailRecipient, due: DueNotification[]) {
  const later = due.map(({ notification, type, due: digest }) => {
    const frequency = frequencyFor(type, recipient.mail)
    const interval = frequency === -1 || frequency === 0 ? 3600 : frequency
    return { id: notification, due: nextDigest(interval, digest, zoneOrUtc(recipient.tz)) }
  })
  await sql`
    update notification n set due_at = to_timestamp(later.due)
    from jsonb_to_recordset(${JSON.stringify(later)}::jsonb) as later (id text, due float8)
    where n.id = later.id`.execute(tx)
}

/**
 * Runs right before a mail is sent, however long it was queued. A mail with content that is now
 * hidden is withdrawn, and the visible rest goes into a digest.
 */
export async function checkBeforeSending(db: Db, mail: string): Promise<boolean> {
  if (!(await isShareMailWanted(db, mail))) {
    await sql`
      update mail set failed_at = now(), code = null,
        error = 'Withdrawn: the share has ended, or the recipient has turned mail off'
      where id = ${mail} and sent_at is null`.execute(db)
    return false
  }
  if (await isStillWanted(db, mail)) return true
  const error = 'Withdrawn: the recipient can no longer see the content or has turned mail off'
  await inTransaction(db, async (tx) => {
    await sql`
      update mail set failed_at = now(), error = ${error}
      where id = ${mail} and sent_at is null`.execute(tx)
    await sql`
      update event set digested = false
      where id in (select event_id from notification where mail_id = ${mail})`.execute(tx)
    await sql`
      update notification set mail_id = null, sent = false, due_at = now()
      where mail_id = ${mail}`.execute(tx)
  })
  return false
}

/** Mails about events stay in the outbox for 30 days. Mails about accounts are kept. */
export async function pruneMail(tx: Tx): Promise<void> {
  await sql`
    with removed as (
      delete from mail
      where person_id is not null and created_at < now() - interval '30 days'
        and (sent_at is not null or failed_at is not null)
      returning id)
    update notification set mail_id = null where mail_id in (select id from removed)`.execute(tx)
}
