import { callerFrom } from '../../access/rules.ts'
import { callerIn } from '../../kernel/http/contract/caller.ts'
import type { OutgoingMail } from '../../kernel/mail/queue-mail.ts'
import type { StoredWorkRequest } from '../../workrequests/rules/stored.ts'
import type { MailRecipient } from '../queries/mail.ts'
import { groupEvents, type MailEvent } from '../rules/group-events.ts'
import { renderMail, zoneOrUtc, type MailEntry } from '../rules/mail-body.ts'
import type { MailFrequency } from '../rules/mail-frequency.ts'
import { sectionFor } from '../rules/mail-sections.ts'

/** The URLs for the links of a mail. */
type MailLinks = { appUrl: string; publicUrl: string }
/** `mailWindow`: how many seconds a mail waits for further changes of the same subject. */
export type MailUrls = MailLinks & { mailWindow: number }
type MailInput = {
  urls: MailLinks
  events: MailEvent[]
  requests: Map<string, StoredWorkRequest>
  frequency: MailFrequency
  subject?: string
  digest?: number
}

/** A mail about events, with one-click unsubscribe (RFC 8058). */
export function composeMail(
  recipient: MailRecipient,
  { urls, events, requests, frequency, subject, digest }: MailInput,
): OutgoingMail {
  const { _id, name, email, tz, unsubscribeCode } = recipient
  const caller = callerFrom(recipient)
  const unsubscribe = `${urls.publicUrl}/api/users/unsubscribe?code=${unsubscribeCode}`
  const entries = groupEvents(events).map((line): MailEntry => {
    const request = line.request ? requests.get(line.request._id) : undefined
    return Object.assign(line, {
      section: sectionFor(request, callerIn(caller, request?.studio ?? '')),
    })
  })
  const links = { app: urls.appUrl, unsubscribe }
  const content = { name, zone: zoneOrUtc(tz), frequency, entries, links }
  return {
    ...renderMail(content, subject),
    to: email,
    person: _id,
    ...(digest !== undefined && { digest }),
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
