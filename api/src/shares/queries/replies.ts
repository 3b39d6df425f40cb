// Replies to the comments of guests, for the mails about them.
import { seesWorkRequest } from '../../access/queries/visibility.ts'
import { anyViewer } from '../../access/queries/viewers.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { studioOfRow } from '../../kernel/db/lock-row.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { MailLanguage } from '../../studios/contract.ts'
import { showsFiles } from './shared.ts'
import { isLive, shareName } from './shares.ts'

export type UnmailedReplies = {
  recipient: string
  share: string
  person: string
  email: string
  unsubscribeCode: string
  language: MailLanguage
  studio: string
  studioName: string
  /** What is shared, in words. */
  name: string
  /** In seconds. */
  expires: number
  hasPassphrase: boolean
  /** Who replied. */
  names: string[]
  count: number
  /** With microseconds, which a Date does not have. */
  newest: string
}

/** Over `person p` and `work_request w`: a person may have several links to the same film. */
const newestMailed = sql`(
  select max(any_r.replies_mailed_at)
  from share_recipient any_r
    join share any_sh on any_sh.studio_id = any_r.studio_id and any_sh.id = any_r.share_id
    join offline any_o on any_o.studio_id = any_sh.studio_id and any_o.id = any_sh.subject_id
  where any_r.person_id = p.id and any_o.work_request_id = w.id)`

/**
 * The replies that the guest of this thread has not been told about, with the newest share link
 * that shows them. People who can see the work request get notifications instead.
 */
export async function lockUnmailedReplies(
  tx: Tx,
  comment: string,
): Promise<UnmailedReplies | undefined> {
  const { rows } = await sql<UnmailedReplies>`
    select r.id as recipient, sh.id as share, p.id as person, r.email,
      p.unsubscribe_code as "unsubscribeCode", sh.language, sh.studio_id as studio,
      (select st.name from studio st where st.id = sh.studio_id) as "studioName",
      ${shareName} as name, seconds(sh.expires_at) as expires,
      sh.passphrase_hash is not null as "hasPassphrase", unmailed.*
    from offline_comment reply
      join offline_comment t on t.studio_id = reply.studio_id and t.id = reply.reply_to_id
      join offline started on started.studio_id = t.studio_id and started.id = t.offline_id
      join work_request w on w.studio_id = t.studio_id and w.id = t.work_request_id
      join person p on p.id = t.from_id
      join share_recipient r on r.person_id = p.id and r.email is not null
      join share sh
          on sh.studio_id = r.studio_id and sh.id = r.share_id and sh.kind = 'offline'
      and sh.may_comment
      join offline shared_offline
          on shared_offline.studio_id = sh.studio_id and shared_offline.id = sh.subject_id
      and shared_offline.work_request_id = w.id
        and shared_offline.version between started.version and coalesce(t.resolved_version, shared_offline.version)
      cross join lateral (
        select array_agg(distinct author.name) as names, count(*) as count,
          max(c.created_at)::text as newest
        from offline_comment thread
          join offline_comment c on c.studio_id = thread.studio_id and c.reply_to_id = thread.id
          join person author on author.id = c.from_id
        where thread.studio_id = w.studio_id and thread.work_request_id = w.id
          and thread.from_id = p.id and c.from_id <> p.id
          and c.removed_at is null
          and c.created_at > coalesce(${newestMailed}, r.created_at)) unmailed
    where reply.studio_id = ${await studioOfRow(tx, 'offline_comment', comment)}
      and reply.id = ${comment} and unmailed.count > 0 and ${isLive} and ${showsFiles}
      and p.disabled_at is null and (p.preferences -> 'mail' -> 'enabled')::boolean
      and not exists (
        select from viewer
        where viewer.id = p.id and viewer.active and ${seesWorkRequest(anyViewer)})
    order by sh.created_at desc, sh.id desc limit 1
    for update of r`.execute(tx)
  return rows[0]
}

export async function countMailsOfToday(tx: Tx, studio: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from mail m join share sh on sh.id = m.share_id
    where sh.studio_id = ${studio} and m.created_at > now() - interval '1 day'`.execute(tx)
  return rows[0]!.count
}

/**
 * Whether a mail about a share may still be sent. A mail to a person is about replies; it also needs
 * something that is shown, and a person who wants it.
 */
export async function isShareMailWanted(db: Db, mail: string): Promise<boolean> {
  const { rows } = await sql`
    select from mail m join share sh on sh.id = m.share_id left join person p on p.id = m.person_id
    where m.id = ${mail} and not (${isLive} and (p.id is null or ${showsFiles}
      and (p.preferences -> 'mail' -> 'enabled')::boolean))`.execute(db)
  return rows.length === 0
}
