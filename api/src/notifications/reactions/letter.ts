import { rightsOf } from '../../access/rules.ts'
import type { Letter } from '../../kernel/mail/post.ts'
import type { StoredWorkRequest } from '../../workrequests/rules/stored.ts'
import type { Addressee } from '../queries/happenings.ts'
import { dutyOf } from '../rules/duty.ts'
import { fold, type Happening } from '../rules/fold.ts'
import { writeLetter, zoneOr, type Entry } from '../rules/letter.ts'
import type { Pace } from '../rules/pace.ts'

/** The addresses that letters lead to. */
export type Writing = { appUrl: string; publicUrl: string }
type Content = {
  writing: Writing
  happenings: Happening[]
  requests: Map<string, StoredWorkRequest>
  pace: Pace
  subject?: string
  digest?: number
}

/** A letter that its reader can stop with one click, as RFC 8058 has it. */
export function letterTo(
  { _id, name, email, roles, permissions, tz, code }: Addressee,
  { writing, happenings, requests, pace, subject, digest }: Content,
): Letter {
  const reader = { _id, roles, rights: rightsOf(roles, permissions) }
  const stop = `${writing.publicUrl}/api/users/unsubscribe?code=${code}`
  const entries = fold(happenings).map((line): Entry =>
    Object.assign(line, {
      duty: dutyOf(line.request ? requests.get(line.request._id) : undefined, reader),
    }),
  )
  return {
    ...writeLetter(
      { name, zone: zoneOr(tz), pace, entries, addresses: { app: writing.appUrl, stop } },
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
