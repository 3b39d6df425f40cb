import { viewerOf } from '../../access/queries/visibility.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { digestSecret, newSecret } from '../../kernel/http/auth/secret.ts'
import { callerIn, type Caller } from '../../kernel/http/contract/caller.ts'
import {
  conflict,
  forbidden,
  invalid,
  tooMany,
  unknownReference,
} from '../../kernel/http/contract/problem.ts'
import { idOf, normalEmail, type Ref } from '../../kernel/http/contract/schema.ts'
import type { RecordChange } from '../../kernel/http/serve.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import { mailLanguageOf } from '../../studios/queries.ts'
import type { NewShare } from '../contract.ts'
import { getShare, lockShare } from '../queries/shares.ts'
import { MAX_MAILS_A_DAY, shareErrors } from '../rules/limits.ts'
import type { CreatedShare, StoredShare } from '../rules/present.ts'
import { insertShare } from './insert.ts'
import { findSubject } from './subject.ts'

/** `passphraseHash` is made before the transaction, because hashing may wait for seconds. */
export async function createShare(
  tx: Tx,
  { body, passphraseHash, by }: { body: NewShare; passphraseHash: string | null; by: Caller },
): Promise<CreatedShare> {
  const errors = shareErrors(body, Date.now() / 1000 + by.clockOffset)
  if (errors.length)
    throw invalid('share.invalid', `${errors[0]!.pointer} ${errors[0]!.message}.`, errors)
  const subject = await findSubject(tx, body, by)
  const mayDownload = body.mayDownload ?? true
  if (mayDownload && !callerIn(by, subject.studio).permissions.has('file.download'))
    throw forbidden(
      'permission.required',
      'You need the permission file.download to share downloads.',
    )
  const recipients = [
    ...new Map(
      (body.recipients ?? []).map(({ email, name }) => [
        normalEmail(email),
        { email: normalEmail(email), name: name?.trim() ?? '' },
      ]),
    ).values(),
  ]
  if (recipients.length) await checkMailBudget(tx, subject.studio, recipients.length)
  const { id, code } = await insertShare(tx, {
    kind: body.kind,
    subject,
    from: by._id,
    message: body.message?.trim() ?? '',
    language: body.mailLanguage ?? (await mailLanguageOf(tx, subject.studio)),
    passphraseHash,
    expires: body.expires,
    mayDownload,
    mayComment: body.mayComment ?? false,
    mayDecide: body.mayDecide ?? false,
    mayFollow: body.mayFollow ?? false,
    watermark: body.watermark ?? false,
    recipients,
  })
  const share = await getShare(tx, viewerOf(by), id)
  if (recipients.length)
    for (const { _id } of share.recipients) await enqueue(tx, 'send-share-link', { recipient: _id })
  return { ...share, code }
}

async function checkMailBudget(tx: Tx, studio: string, count: number) {
  const { rows } = await sql<{ sent: number }>`
    select count(*) as sent from share_recipient r
      join share sh on sh.studio_id = r.studio_id and sh.id = r.share_id
    where sh.studio_id = ${studio} and r.email is not null
      and r.created_at > now() - interval '1 day'`.execute(tx)
  if (rows[0]!.sent + count > MAX_MAILS_A_DAY)
    throw tooMany(
      `At most ${MAX_MAILS_A_DAY} share links are sent for a studio in a day. Try again later.`,
      3600,
    )
}

/** The link before stops working, so a lost link is worth nothing. */
export async function replaceLink(
  tx: Tx,
  { id, recipient, by }: { id: string; recipient: Ref; by: Caller },
): Promise<CreatedShare> {
  await lockShare(tx, id)
  const share = await getShare(tx, viewerOf(by), id)
  requireManager(share, by)
  if (share.$state !== 'active')
    throw conflict('share.ended', `This share is ${share.$state}. Create a new one.`)
  const link = await findLink(tx, id, idOf(recipient))
  if (!link) throw unknownReference('/recipient', 'recipient')
  await sql`delete from share_session where share_id = ${id} and recipient_id in (
    select r.id from share_recipient r where r.share_id = ${id}
      and (r.id = ${link.id} or ${link.email}::text is null))`.execute(tx)
  await sql`delete from share_code where recipient_id = ${link.id}`.execute(tx)
  const code = link.email === null ? newSecret() : null
  await sql`update share_recipient set digest = ${code && digestSecret(code)}
    where id = ${link.id}`.execute(tx)
  if (code === null) {
    await checkMailBudget(tx, share.studio, 1)
    await enqueue(tx, 'send-share-link', { recipient: link.id })
  }
  return { ...(await getShare(tx, viewerOf(by), id)), code }
}

/** A visitor of an open link has no link of their own. */
async function findLink(tx: Tx, share: string, id: string) {
  const { rows } = await sql<{ id: string; email: string | null }>`
    select id, email from share_recipient
    where share_id = ${share} and id = ${id}
      and (email is not null or digest is not null)`.execute(tx)
  return rows[0]
}

export async function revokeShare(
  tx: Tx,
  { id, by, checkPreconditions }: RecordChange,
): Promise<StoredShare> {
  await lockShare(tx, id)
  const current = await getShare(tx, viewerOf(by), id)
  checkPreconditions(current)
  requireManager(current, by)
  await sql`update share set revoked_at = now(), revoked_by = ${by._id}
    where id = ${id} and revoked_at is null`.execute(tx)
  await sql`delete from share_session where share_id = ${id}`.execute(tx)
  return getShare(tx, viewerOf(by), id)
}

function requireManager({ studio, from }: StoredShare, by: Caller) {
  if (from._id === by._id || callerIn(by, studio).permissions.has('workrequest.approve')) return
  throw forbidden(
    'share.forbidden',
    'Only its creator and people who may approve can change a share.',
  )
}
