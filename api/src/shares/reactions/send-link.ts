import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { MasterKeys } from '../../kernel/db/encryption/parse-keys.ts'
import { CODE_PLACEHOLDER, queueMailWithCode } from '../../kernel/mail/mail-code.ts'
import { issueCode } from '../commands/guests.ts'
import { isLive, shareName } from '../queries/shares.ts'
import { shareMail } from '../rules/mail.ts'
import { shareUrl } from '../rules/present.ts'

type Row = Parameters<typeof shareMail>[0] & {
  id: string
  share: string
  email: string
  recipientName: string
}

/** Sends a recipient their link. The code exists only in this mail. */
export const sendShareLink =
  (appUrl: string, masterKeys: MasterKeys) =>
  async (tx: Tx, { recipient }: { recipient: string }): Promise<void> => {
    const { rows } = await sql<Row>`
      select r.id, sh.id as share, r.email, r.name as "recipientName", sh.kind, sh.message, sh.language,
        seconds(sh.expires_at) as expires, sh.passphrase_hash is not null as "hasPassphrase",
        p.name as sender, st.name as studio,
        case when exists (
          select from share_file sf join file f on f.studio_id = sf.studio_id and f.id = sf.file_id
          join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
          where sf.studio_id = sh.studio_id and sf.share_id = sh.id
            and embargoed(f.embargo_end, f.embargo_event, a.terminal))
        then null else ${shareName} end as name
      from share_recipient r join share sh on sh.studio_id = r.studio_id and sh.id = r.share_id
        join person p on p.id = sh.from_id join studio st on st.id = sh.studio_id
      where r.id = ${recipient} and r.email is not null and ${isLive}`.execute(tx)
    const link = rows[0]
    if (!link) return
    const { id, email, recipientName: name } = link
    const code = await issueCode(tx, { id, email, name })
    await queueMailWithCode(tx, masterKeys, {
      code,
      to: email,
      share: link.share,
      ...shareMail(link, shareUrl(appUrl, CODE_PLACEHOLDER)),
    })
  }
