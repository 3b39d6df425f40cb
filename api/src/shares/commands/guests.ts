// Guests are people with share links. Their rows keep the history of an email address until it gets
// an account.
import type { Tx } from '../../kernel/db/connect.ts'
import { lockRow } from '../../kernel/db/lock-row.ts'
import { sql } from '../../kernel/db/sql.ts'
import { digestSecret, newSecret } from '../../kernel/http/auth/secret.ts'
import { DEFAULT_PREFERENCES } from '../../users/rules/user.ts'

/** The account with this email, or a guest. */
async function findOrInsertGuest(tx: Tx, email: string, name: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into person (email, name, guest, preferences)
    values (${email}, ${name || email}, true, ${JSON.stringify(DEFAULT_PREFERENCES)})
    on conflict (email) do update set email = excluded.email
    returning id`.execute(tx)
  return rows[0]!.id
}

/** Replaces the code of a recipient. Only its digest is stored. */
export async function issueCode(
  tx: Tx,
  { id, email, name }: { id: string; email: string; name: string },
): Promise<string> {
  const code = newSecret()
  const person = await findOrInsertGuest(tx, email, name)
  await sql`update share_recipient
    set digest = ${digestSecret(code)}, person_id = ${person}, sent_at = now()
    where id = ${id}`.execute(tx)
  return code
}

const MAX_FURTHER_CODES = 20

/** A code for a further mail. The links in earlier mails keep working. */
export async function addCode(tx: Tx, recipient: string): Promise<string> {
  const code = newSecret()
  await sql`
    insert into share_code (studio_id, digest, recipient_id)
    select studio_id, ${digestSecret(code)}, id from share_recipient where id = ${recipient}`.execute(
    tx,
  )
  await sql`
    delete from share_code where digest in (
      select digest from share_code where recipient_id = ${recipient}
      order by created_at desc, digest offset ${MAX_FURTHER_CODES})`.execute(tx)
  return code
}

const MAX_VISITORS = 200

/**
 * Somebody who opened an open link, by the name they gave. Nobody can verify that name, so a visitor
 * never becomes a person with an email address.
 */
export async function findVisitor(
  tx: Tx,
  { share, link, name }: { share: string; link: string; name: string },
): Promise<string> {
  await lockRow(tx, 'share_recipient', link)
  const { rows: visitors } = await sql<{ id: string; name: string }>`
    select id, name from share_recipient
    where share_id = ${share} and email is null and digest is null`.execute(tx)
  const visitorName = visitors.length < MAX_VISITORS ? name.replace(/\s+/g, ' ').trim() : ''
  const existing = visitors.find((visitor) => visitor.name === visitorName)
  if (existing) return existing.id
  const { rows } = await sql<{ id: string }>`
    insert into share_recipient (studio_id, share_id, name)
    select studio_id, id, ${visitorName} from share where id = ${share}
    returning id`.execute(tx)
  const { id } = rows[0]!
  // Mail to this domain is never delivered (RFC 2606).
  const person = await findOrInsertGuest(
    tx,
    `open-link-${id}@guest.invalid`,
    visitorName || 'Guest',
  )
  await sql`update share_recipient set person_id = ${person} where id = ${id}`.execute(tx)
  return id
}
