import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { MasterKeys } from '../../kernel/db/encryption/parse-keys.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import { CODE_PLACEHOLDER, queueMailWithCode } from '../../kernel/mail/mail-code.ts'
import { addCode } from '../commands/guests.ts'
import { countMailsOfToday, lockUnmailedReplies } from '../queries/replies.ts'
import { MAX_MAILS_A_DAY } from '../rules/limits.ts'
import { shareUrl } from '../rules/present.ts'
import { replyMail } from '../rules/reply-mail.ts'

type Urls = { appUrl: string; publicUrl: string; mailWindow: number }

/**
 * Mails a guest that somebody replied to their comment. It waits for further replies, so that a
 * discussion is one mail.
 */
export const sendShareReplies =
  ({ appUrl, publicUrl, mailWindow }: Urls, masterKeys: MasterKeys) =>
  async (tx: Tx, { comment, waited }: { comment: string; waited?: boolean }): Promise<void> => {
    if (!waited && mailWindow > 0) {
      const payload = { comment, waited: true }
      return enqueue(tx, 'send-share-replies', payload, { inSeconds: mailWindow })
    }
    const replies = await lockUnmailedReplies(tx, comment)
    if (!replies || (await countMailsOfToday(tx, replies.studio)) >= MAX_MAILS_A_DAY) return
    const { recipient, share, person, email, unsubscribeCode, newest } = replies
    const unsubscribe = `${publicUrl}/api/users/unsubscribe?code=${unsubscribeCode}`
    await queueMailWithCode(tx, masterKeys, {
      code: await addCode(tx, recipient),
      to: email,
      person,
      share,
      headers: {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
      ...replyMail(replies, { url: shareUrl(appUrl, CODE_PLACEHOLDER), unsubscribe }),
    })
    await sql`update share_recipient set replies_mailed_at = ${newest}::timestamptz
      where id = ${recipient}`.execute(tx)
  }
