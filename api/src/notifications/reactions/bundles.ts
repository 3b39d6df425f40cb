// Changes of one work request, asset or project within a few minutes arrive as one mail.
import type { Tx } from '../../kernel/db/connect.ts'
import { queueMail } from '../../kernel/mail/queue-mail.ts'
import { findWorkRequests, type DueNotification, type MailRecipient } from '../queries/mail.ts'
import { bundleSubject } from '../rules/mail-subject.ts'
import { composeMail, type MailUrls } from './compose-mail.ts'

/** Writes one mail for each subject, and returns the mail of each notification. */
export async function queueBundles(
  tx: Tx,
  urls: MailUrls,
  recipient: MailRecipient,
  due: readonly DueNotification[],
): Promise<Map<string, string>> {
  const mails = new Map<string, string>()
  const subjects = Map.groupBy(due, ({ bundle }) => bundle)
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
