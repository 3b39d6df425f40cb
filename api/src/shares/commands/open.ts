// Opens a share link. There is no caller yet, so this runs as the system.
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import { emit } from '../../kernel/events/emit.ts'
import {
  ANY_NETWORK,
  clearAttempts,
  countAttempt,
  limited,
  rejectWhenLimited,
} from '../../kernel/http/auth/attempt-limits.ts'
import { verifyPassword } from '../../kernel/http/auth/password.ts'
import { digestSecret, newSecret } from '../../kernel/http/auth/secret.ts'
import { Problem, forbidden, notFound } from '../../kernel/http/contract/problem.ts'
import { findShareByCode, type ShareOfCode } from '../queries/sessions.ts'
import { eventFieldsOf } from '../queries/shares.ts'
import { SESSION_HOURS } from '../rules/limits.ts'
import { findVisitor } from './guests.ts'

const attemptsOf = (share: string, network: string) => {
  const subject = digestSecret(`share ${share}`)
  return {
    own: { subject, network },
    limits: limited(
      [
        { subject, network, max: 5, minutes: 15 },
        { subject, network: ANY_NETWORK, max: 100, minutes: 60 },
      ],
      'Too many wrong passphrases for this link. Try again later.',
    ),
  }
}

export async function checkLink(db: Db, code: string): Promise<{ hasPassphrase: boolean }> {
  const link = await getShareByCode(db, code)
  if (link.passphraseHash !== null) return { hasPassphrase: true }
  requireActive(link)
  return { hasPassphrase: false }
}

type OpenInput = { code: string; passphrase: string | undefined; name: string; network: string }

/** Returns the token of the new session. */
export async function openShare(db: Db, input: OpenInput): Promise<string> {
  const link = await getShareByCode(db, input.code)
  if (link.passphraseHash !== null) await checkPassphrase(db, link, input)
  requireActive(link)
  const token = newSecret()
  await inTransaction(db, async (tx) => {
    const recipient = link.isOpenLink
      ? await findVisitor(tx, { share: link.share, link: link.recipient, name: input.name })
      : link.recipient
    await sql`
      insert into share_session (studio_id, share_id, recipient_id, digest, expires_at)
      select studio_id, id, ${recipient}, ${digestSecret(token)},
        now() + make_interval(hours => ${SESSION_HOURS})
      from share where id = ${link.share}`.execute(tx)
    await recordOpening(tx, link, recipient)
  })
  return token
}

async function getShareByCode(db: Db, code: string): Promise<ShareOfCode> {
  const link = await findShareByCode(db, code)
  if (!link) throw notFound('share')
  return link
}

async function checkPassphrase(
  db: Db,
  { share, passphraseHash }: ShareOfCode,
  { passphrase, network }: OpenInput,
): Promise<void> {
  if (passphrase === undefined)
    throw forbidden('share.passphrase-required', 'This link needs a passphrase.')
  const { own, limits } = attemptsOf(share, network)
  await rejectWhenLimited(db, limits)
  if (await verifyPassword(passphrase, passphraseHash, network)) {
    await rejectWhenLimited(db, limits)
    return clearAttempts(db, own)
  }
  await countAttempt(db, limits)
  throw forbidden('share.passphrase-invalid', 'This passphrase is wrong. Check it and try again.')
}

function requireActive({ state }: ShareOfCode) {
  if (state === 'expired')
    throw new Problem(410, 'share.expired', 'This link has expired. Ask the sender for a new one.')
  if (state === 'revoked')
    throw new Problem(410, 'share.revoked', 'This link was revoked by its sender.')
}

/**
 * The first file that is shown stands for the opening in the list of downloads. The first opening by
 * a recipient is an event.
 */
async function recordOpening(tx: Tx, { share, recipient: link }: ShareOfCode, recipient: string) {
  const { rows } = await sql<{ id: string; person: string | null; opens: number }>`
    update share_recipient set opens = opens + 1, opened_at = coalesce(opened_at, now()),
      last_opened_at = now()
    where id in (${recipient}, ${link})
    returning id, person_id as person, opens`.execute(tx)
  const { person, opens } = rows.find(({ id }) => id === recipient)!
  await sql`
    insert into download (studio_id, project_id, asset_id, file_id, person_id, share_id, opened)
    select f.studio_id, f.project_id, f.asset_id, f.id, ${person}, ${share}, true
    from share_file sf join file f on f.studio_id = sf.studio_id and f.id = sf.file_id
      join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
    where sf.share_id = ${share} and f.removed_at is null
      and not embargoed(f.embargo_end, f.embargo_event, a.terminal)
    order by sf.position limit 1`.execute(tx)
  if (opens !== 1) return
  const about = await eventFieldsOf(tx, share)
  await emit(tx, { type: 'sho', from: person!, ...about, details: { share } })
}
