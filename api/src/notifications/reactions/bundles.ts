// Changes of one work request, asset or project within a few minutes arrive as one mail.
import { sql } from 'kysely'
import type { Tx } from '../../kernel/db/connect.ts'
import type { JobKind } from '../../kernel/jobs/kinds.ts'
import { queueMail } from '../../kernel/mail/queue-mail.ts'
import {
  bundleKey,
  findWorkRequests,
  type DueNotification,
  type MailRecipient,
} from '../queries/mail.ts'
import { bundleSubject } from '../rules/mail-subject.ts'
import { composeMail, type MailUrls } from './compose-mail.ts'

const WRITE: JobKind = 'write-digest'

/**
 * Lets the mails of these notifications wait. The first change of a subject sets the time of the
 * mail, and later ones join it, so nothing waits longer than the window.
 */
export async function bundleMails(
  tx: Tx,
  notifications: readonly string[],
  window: number,
): Promise<void> {
  if (notifications.length === 0) return
  await sql`
    with held as (
      update notification n set bundled = true,
        due_at = coalesce(first.due_at, now() + make_interval(secs => ${window}))
      from notification self join event e on e.id = self.event_id
      left join lateral (
        select min(other.due_at) as due_at
        from event about join notification other on other.event_id = about.id
        where ${bundleKey(sql`about`)} = ${bundleKey(sql`e`)}
          and about.processed and not about.digested
          and other.to_id = self.to_id and other.bundled and other.due_at > now()) first on true
      where n.id = self.id and n.id = any (${notifications})
      returning n.to_id as person, n.due_at, first.due_at is null as is_first)
    insert into job (kind, payload, run_at)
    select distinct ${WRITE}, jsonb_build_object('person', person), due_at from held
    where is_first`.execute(tx)
}

/** Writes one mail for each subject, and returns the mail of each notification. */
export async function queueBundles(
  tx: Tx,
  urls: MailUrls,
  recipient: MailRecipient,
  wanted: readonly DueNotification[],
): Promise<Map<string, string>> {
  const mails = new Map<string, string>()
  const subjects = Map.groupBy(wanted, ({ bundle }) => bundle)
  for (const events of subjects.values()) {
    const mail = await queueMail(
      tx,
      composeMail(recipient, {
        urls,
        events,
        requests: await findWorkRequests(tx, events),
        frequency: 0,
        subject: bundleSubject(events),
      }),
    )
    for (const { notification } of events) mails.set(notification, mail)
  }
  return mails
}
