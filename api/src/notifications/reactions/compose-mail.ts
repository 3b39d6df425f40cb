import { permissionsOf } from '../../access/rules.ts'
import type { OutgoingMail } from '../../kernel/mail/queue-mail.ts'
import type { StoredWorkRequest } from '../../workrequests/rules/stored.ts'
import type { MailRecipient } from '../queries/mail.ts'
import { sectionFor } from '../rules/mail-sections.ts'
import { groupEvents, type MailEvent } from '../rules/group-events.ts'
import { renderMail, zoneOrUtc, type MailEntry } from '../rules/mail-body.ts'
import type { MailFrequency } from '../rules/mail-frequency.ts'

/** The addresses that letters lead to. */
export type MailUrls = { appUrl: string; publicUrl: string }
type Content = {
  writing: MailUrls
  happenings: MailEvent[]
  requests: Map<string, StoredWorkRequest>
  pace: MailFrequency
  subject?: string
  digest?: number
}

/** A letter that its reader can stop with one click, as RFC 8058 has it. */
export function composeMail(
  { _id, name, email, roles, permissions, tz, code }: MailRecipient,
  { writing, happenings, requests, pace, subject, digest }: Content,
): OutgoingMail {
  const reader = { _id, roles, permissions: permissionsOf(roles, permissions) }
  const stop = `${writing.publicUrl}/api/users/unsubscribe?code=${code}`
  const entries = groupEvents(happenings).map((line): MailEntry =>
    Object.assign(line, {
      duty: sectionFor(line.request ? requests.get(line.request._id) : undefined, reader),
    }),
  )
  return {
    ...renderMail(
      { name, zone: zoneOrUtc(tz), pace, entries, addresses: { app: writing.appUrl, stop } },
      subject,
    ),
    to: email,
    person: _id,
    ...(digest !== undefined && { digest }),
    headers: {
      'List-Unsubscribe': `<${stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
