import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { emit } from '../../kernel/events/emit.ts'
import { digestSecret, newSecret } from '../../kernel/http/auth/secret.ts'
import type { MailLanguage } from '../../studios/contract.ts'
import type { ShareKind } from '../contract.ts'
import { DEFAULT_DAYS } from '../rules/limits.ts'

/** What is shared, as the person who shares it sees it. */
export type ShareSubject = {
  studio: string
  id: string | null
  workRequest?: string
  asset?: string
  files: { id: string; name: string }[]
}
export type InsertShareInput = {
  kind: ShareKind
  subject: ShareSubject
  from: string
  message: string
  language: MailLanguage
  passphraseHash: string | null
  /** In seconds. */
  expires: number | undefined
  mayDownload: boolean
  mayComment: boolean
  mayDecide: boolean
  mayFollow: boolean
  watermark: boolean
  recipients: { email: string; name: string }[]
}

/** The rows of a share and its event. Without recipients it gets an open link with this code. */
export async function insertShare(
  tx: Tx,
  { subject, recipients, expires, ...share }: InsertShareInput,
): Promise<{ id: string; code: string | null }> {
  const { rows } = await sql<{ id: string }>`insert into share ${sql.values({
    studio_id: subject.studio,
    from_id: share.from,
    kind: share.kind,
    subject_id: subject.id,
    message: share.message,
    language: share.language,
    passphrase_hash: share.passphraseHash,
    may_download: share.mayDownload,
    may_comment: share.mayComment,
    may_decide: share.mayDecide,
    may_follow: share.mayFollow,
    watermark: share.watermark,
    expires_at:
      expires === undefined
        ? sql`now() + make_interval(days => ${DEFAULT_DAYS})`
        : sql`to_timestamp(${expires})`,
  })} returning id`.execute(tx)
  const { id } = rows[0]!
  await sql`
    insert into share_file (studio_id, share_id, file_id, name, position)
    select ${subject.studio}, ${id}, f.id, f.name, f.position
    from unnest(${subject.files.map((file) => file.id)}::text[],
      ${subject.files.map((file) => file.name)}::text[]) with ordinality as f (id, name, position)
  `.execute(tx)
  const code = recipients.length ? null : newSecret()
  await (code === null
    ? insertRecipients(tx, { studio: subject.studio, share: id, recipients })
    : sql`insert into share_recipient (studio_id, share_id, digest)
        values (${subject.studio}, ${id}, ${digestSecret(code)})`.execute(tx))
  await emit(tx, {
    type: 'shr',
    from: share.from,
    studio: subject.studio,
    ...(subject.workRequest && { workRequest: subject.workRequest }),
    ...(subject.asset && { asset: subject.asset }),
    files: subject.files.map((file) => file.id),
    details: { share: id, kind: share.kind },
  })
  return { id, code }
}

const insertRecipients = (
  tx: Tx,
  {
    studio,
    share,
    recipients,
  }: { studio: string; share: string; recipients: InsertShareInput['recipients'] },
) =>
  sql`
  insert into share_recipient (studio_id, share_id, email, name)
  select ${studio}, ${share}, r.email, r.name
  from unnest(${recipients.map(({ email }) => email)}::text[],
    ${recipients.map(({ name }) => name)}::text[]) as r (email, name)`.execute(tx)
