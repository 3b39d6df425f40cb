import type { MasterKeys } from '../kernel/db/encryption/parse-keys.ts'
import type { Tx } from '../kernel/db/connect.ts'
import { studioOfRow } from '../kernel/db/lock-row.ts'
import { sql } from '../kernel/db/sql.ts'
import { digestSecret, newSecret } from '../kernel/http/auth/secret.ts'
import { CODE_PLACEHOLDER, queueMailWithCode } from '../kernel/mail/mail-code.ts'
import { mailLanguageOf } from '../studios/queries.ts'
import { DEFAULT_PREFERENCES } from '../users/rules/user.ts'
import { workRequestUrls } from '../workrequests/rules/present.ts'
import type { RequestInvitation } from './contract.ts'
import { invitationMail } from './rules.ts'

type Open = {
  email: string
  studio: string
  request: string
  as: RequestInvitation['as']
  by: string
  expires: Date
}

/** Creates an account that is not registered yet, if the address has none, and sends the code. */
export const sendRequestInvitation =
  (appUrl: string, masterKeys: MasterKeys) =>
  async (tx: Tx, { invitation }: { invitation: string }): Promise<void> => {
    const studio = await studioOfRow(tx, 'request_invitation', invitation)
    const { rows } = await sql<Open>`
      select ri.email, ri.studio_id as studio, ri.work_request_id as request, ri.role as "as",
        inviter.name as by, ri.expires_at as expires
      from request_invitation ri join person inviter on inviter.id = ri.by_id
      where ri.studio_id = ${studio} and ri.id = ${invitation} and ri.revoked_at is null
        and ri.accepted_at is null and ri.person_id is null
      for update of ri`.execute(tx)
    const open = rows[0]
    const person = open && (await findOrCreatePerson(tx, open.email))
    if (!open || !person) return
    const code = newSecret()
    await sql`
      insert into invitation (digest, person_id, request_invitation_id, expires_at)
      values (${digestSecret(code)}, ${person}, ${invitation}, ${open.expires})`.execute(tx)
    await sql`
      update request_invitation set person_id = ${person} where id = ${invitation}`.execute(tx)
    const address = workRequestUrls(appUrl, open.request).invite.replace(':code', CODE_PLACEHOLDER)
    const language = await mailLanguageOf(tx, open.studio)
    await queueMailWithCode(tx, masterKeys, {
      code,
      to: open.email,
      ...invitationMail({ ...open, language }, address),
    })
  }

/** A guest of a share becomes an account. Undefined for one that was disabled or suspended. */
async function findOrCreatePerson(tx: Tx, email: string): Promise<string | undefined> {
  await sql`
    insert into person (email, name, invited, approved, preferences)
    values (${email}, ${email}, true, true, ${JSON.stringify(DEFAULT_PREFERENCES)})
    on conflict (email) do update set guest = false, invited = true, approved = true
      where person.guest`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select id from person
    where email = ${email} and approved and disabled_at is null`.execute(tx)
  return rows[0]?.id
}
