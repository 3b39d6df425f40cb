// What a guest sees. No guest holds embargo.bypass, so an embargo hides a file here until it ends.
import type { Viewer } from '../../access/queries/visibility.ts'
import type { Content } from '../../downloads/queries/content.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'
import type { PlayableRecord } from '../../renditions/queries/playable.ts'
import { playbackWith, watermarksFilms } from '../../renditions/queries/playback.ts'
import type { StoredSharedPage } from '../rules/shared.ts'
import { isLive, shareName } from './shares.ts'

export const sharedFiles = sql`share_file sf
  join share sh on sh.studio_id = sf.studio_id and sh.id = sf.share_id
  join file f on f.studio_id = sf.studio_id and f.id = sf.file_id
  join asset a on a.studio_id = f.studio_id and a.id = f.asset_id`
const isEmbargoed = sql`embargoed(f.embargo_end, f.embargo_event, a.terminal)`
const isShown = sql`(${isLive} and f.removed_at is null and f.verified_at is not null
  and not ${isEmbargoed})`
const watermarks = sql`(sh.watermark or ${watermarksFilms})`

/** Over `share sh`: whether the share shows at least one file now. */
export const showsFiles = sql`exists (
  select from share_file sf join file f on f.studio_id = sf.studio_id and f.id = sf.file_id
    join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
  where sf.studio_id = sh.studio_id and sf.share_id = sh.id and ${isShown})`

/** Over `sharedFiles`. */
export const seesSharedFile = (viewer: Viewer) => sql`(sh.id = ${viewer.share} and ${isShown})`

export const playableShared: PlayableRecord = {
  noun: 'shared file',
  from: sharedFiles,
  sees: (viewer, id) => sql`sf.id = ${id} and ${seesSharedFile(viewer)}`,
  watermarks,
}

/** Over `share sh`: the request of an offline or a delivery. */
const sharedRequest = sql`(
  select w.language, o.version, json_build_object('code', t.code, 'name', t.name) as territory
  from work_request w join territory t on t.code = w.territory
    left join offline o
        on o.studio_id = sh.studio_id and o.id = sh.subject_id and sh.kind = 'offline'
  where w.id = case sh.kind when 'delivery' then sh.subject_id else
    (select o.work_request_id from offline o
      where o.studio_id = sh.studio_id and o.id = sh.subject_id and sh.kind = 'offline') end)`
const commonLanguage = sql`(
  select min(f.language) from ${sharedFiles} where sh.id = r.share_id and ${isShown}
  having count(distinct f.language) = 1 and count(f.language) = count(*))`
/** Above this, it is no logo, and guests would wait for it. */
const MAX_LOGO_BYTES = 2 * 1024 ** 2

/** Over `share sh`: the picture of the studio, unless an embargo hides it. */
const logoFile = sql`(
  select f.sha256 as key, f.mime, f.length
  from studio st join file f on f.id = st.logo_id
    join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
  where st.id = sh.studio_id and f.removed_at is null and f.verified_at is not null
    and f.mime like 'image/%' and f.length <= ${sql.lit(MAX_LOGO_BYTES)} and not ${isEmbargoed})`

export async function findSharedLogo(
  db: Db,
  viewer: Viewer,
): Promise<Pick<Content, 'key' | 'mime' | 'length'> | undefined> {
  const { rows } = await sql<Pick<Content, 'key' | 'mime' | 'length'>>`
    select logo.* from share sh cross join lateral ${logoFile} logo
    where sh.id = ${viewer.share} and ${isLive}`.execute(db)
  return rows[0]
}

export async function getSharedPage(db: Db, guest: Caller): Promise<StoredSharedPage> {
  const { rows } = await sql<{ page: StoredSharedPage }>`
    select to_json(shared) as page from (
      select sh.id as "_id", sh.kind, sh.subject_id as subject, sh.message,
        case when exists (select from share_file sf
          join file f on f.studio_id = sf.studio_id and f.id = sf.file_id
          join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
          where sf.studio_id = sh.studio_id and sf.share_id = sh.id and ${isEmbargoed})
          then '' else ${shareName} end as name,
        (select st.name from studio st where st.id = sh.studio_id) as studio,
        exists ${logoFile} as "hasLogo",
        coalesce(request.language, ${commonLanguage}) as language, request.territory,
        request.version,
        (select p.name from person_summary p where p.id = sh.from_id) as "from",
        json_build_object('name', r.name, 'email', r.email) as guest,
        seconds(sh.expires_at) as expires, seconds(sh.created_at) as created,
        seconds(s.expires_at) as "sessionExpires", sh.may_download as "mayDownload",
        sh.may_comment as "mayComment", sh.may_decide as "mayDecide",
        sh.may_follow as "mayFollow", sh.watermark,
        case when r.decision is not null then json_build_object('decision', r.decision,
          'comment', r.comment, 'decided', seconds(r.decided_at)) end as decision,
        (select count(*) from ${sharedFiles} where sh.id = r.share_id and f.removed_at is null
          and ${isEmbargoed}) as hidden,
        coalesce((
          select json_agg(json_build_object('_id', sf.id, 'file', f.id, 'name', sf.name,
            'length', f.length, 'mime', f.mime, 'sha256', f.sha256,
            'playback', ${playbackWith(watermarks)}) order by sf.position)
          from ${sharedFiles} where sh.id = r.share_id and ${isShown}), '[]') as files
      from share_recipient r join share sh on sh.studio_id = r.studio_id and sh.id = r.share_id
        join share_session s
            on s.studio_id = r.studio_id and s.recipient_id = r.id and s.id = ${guest.token}
        left join lateral ${sharedRequest} request on true
      where r.id = ${guest.share!.recipient} and ${isLive}) shared`.execute(db)
  if (!rows[0]) throw notFound('share')
  return rows[0].page
}

/** The bytes of the files that the guest may download, in order. */
export async function listSharedContent(
  db: Db,
  viewer: Viewer,
  id?: string,
): Promise<(Content & { crc32: number | null })[]> {
  const { rows } = await sql<Content & { crc32: number | null }>`
    select f.id as file, f.studio_id as studio, sf.name, f.sha256 as key, f.length, f.mime,
      o.crc32
    from ${sharedFiles} left join object o on o.key = f.sha256
    where ${seesSharedFile(viewer)} and sh.may_download and o.corrupt_at is null
      and ${id === undefined ? sql`true` : sql`sf.id = ${id}`}
    order by sf.position`.execute(db)
  return rows
}

export async function getSharedContent(db: Db, viewer: Viewer, id: string): Promise<Content> {
  const [content] = await listSharedContent(db, viewer, id)
  if (!content) throw notFound('shared file')
  return content
}

/** Which of these downloads must stop: their share or one of their files is no longer shown. */
export async function listEndedDownloads(
  db: Db,
  running: readonly { id: string; share: string; files: readonly string[] }[],
): Promise<string[]> {
  const rows = running.flatMap(({ id, share, files }) => files.map((file) => ({ id, share, file })))
  const { rows: ended } = await sql<{ id: string }>`
    select distinct running.id
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ share }) => share)}::text[],
      ${rows.map(({ file }) => file)}::text[]) as running (id, share, file)
    where not exists (
      select from ${sharedFiles}
      where sf.share_id = running.share and sf.file_id = running.file and ${isShown})`.execute(db)
  return ended.map(({ id }) => id)
}
