import type { Db } from '../kernel/db/connect.ts'
import type { MasterKeys } from '../kernel/db/encryption/parse-keys.ts'
import { desc } from '../kernel/db/order.ts'
import { listPage } from '../kernel/db/page.ts'
import { sql } from '../kernel/db/sql.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import { textWithCode } from '../kernel/mail/mail-code.ts'
import type { Mail } from './contract.ts'

/** With `keys`, the mails show the codes of invitations and password resets. */
export async function listOutbox(
  db: Db,
  range: Range,
  keys: MasterKeys | undefined,
): Promise<Page<Mail>> {
  const { items, ...page } = await listPage<Mail & { code: string | null }>(db, range, {
    columns: sql`
      m.id as "_id", m.to_address as "to", m.subject, m.text, m.html, m.attempts, m.error,
      case when m.sent_at is not null then 'sent'
        when m.failed_at is not null then 'failed'
        else 'waiting' end as status,
      case when m.sent_at is null and m.failed_at is null and m.attempts > 0
        then seconds(m.next_at) end as next,
      seconds(m.sent_at) as sent, seconds(m.created_at) as created, m.code`,
    from: sql`mail m`,
    where: sql`true`,
    order: desc(sql`m.created_at`, sql`m.id`),
    key: sql`m.id`,
  })
  return {
    ...page,
    items: items.map(({ code, ...mail }) => ({
      ...mail,
      text: keys ? textWithCode(keys, { id: mail._id, text: mail.text, code }) : mail.text,
    })),
  }
}
