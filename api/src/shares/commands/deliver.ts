import { serviceViewer } from '../../access/queries/viewers.ts'
import { sql } from '../../kernel/db/sql.ts'
import { mailLanguageOf } from '../../studios/queries.ts'
import type { ShareDelivery } from '../../workrequests/commands/delivery-mails.ts'
import { issueCode } from './guests.ts'
import { insertShare } from './insert.ts'
import { listDelivered } from './subject.ts'

/** For the recipients of a complete work request who have no account. It runs as the system. */
export const shareDelivery: ShareDelivery = async (tx, { request, emails }) => {
  const { id } = await insertShare(tx, {
    kind: 'delivery',
    subject: {
      studio: request.studio,
      id: request._id,
      workRequest: request._id,
      asset: request.asset._id,
      files: await listDelivered(tx, serviceViewer, request._id),
    },
    from: request.from._id,
    message: '',
    language: await mailLanguageOf(tx, request.studio),
    passphraseHash: null,
    expires: undefined,
    mayDownload: true,
    mayComment: false,
    mayDecide: true,
    mayFollow: false,
    watermark: false,
    recipients: emails.map((email) => ({ email, name: '' })),
  })
  const { rows } = await sql<{ id: string; email: string; name: string }>`
    select id, email, name from share_recipient where share_id = ${id}`.execute(tx)
  const codes = new Map<string, string>()
  for (const recipient of rows) codes.set(recipient.email, await issueCode(tx, recipient))
  return codes
}
