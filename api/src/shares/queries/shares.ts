import {
  hasStudioWide,
  notEmbargoed,
  seesStudio,
  seesVendorOfFile,
  type Viewer,
} from '../../access/queries/visibility.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { lockRow } from '../../kernel/db/lock-row.ts'
import { orderBy } from '../../kernel/db/order.ts'
import { allOf, findOne, listPage } from '../../kernel/db/page.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'
import type { Page, Range } from '../../kernel/http/contract/range.ts'
import { summaryJson } from '../../users/queries.ts'
import type { listShares as endpoint } from '../contract.ts'
import type { QueryOf } from '../../kernel/http/contract/endpoint.ts'
import type { StoredShare } from '../rules/present.ts'

const from = sql`share sh`

/** Over `share sh`. */
export const isLive = sql`(sh.revoked_at is null and sh.expires_at > now())`

const state = sql`case when sh.revoked_at is not null then 'revoked'
  when sh.expires_at <= now() then 'expired' else 'active' end`

/** Over `share sh`: the project and, if it is only one, the asset of its files. */
export const shareName = sql`coalesce((
  select string_agg(distinct p.name, ', ')
    || case when count(distinct a.id) = 1 then ' · ' || min(a.name) else '' end
  from share_file sf join file f on f.studio_id = sf.studio_id and f.id = sf.file_id
    join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
    join project p on p.studio_id = f.studio_id and p.id = f.project_id
  where sf.studio_id = sh.studio_id and sf.share_id = sh.id), '')`

/** Over `share sh`: those that they made, and with report.read those of the studio. */
const seesShare = (viewer: Viewer): Sql => sql`(
  (${hasStudioWide(viewer, sql`sh.studio_id`, 'report.read')}
    or sh.from_id = ${viewer.id} and ${seesStudio(viewer, sql`sh.studio_id`)})
  and not exists (
    select from share_file sf join file f on f.studio_id = sf.studio_id and f.id = sf.file_id
    where sf.studio_id = sh.studio_id and sf.share_id = sh.id
      and not ${viewer.inProject(sql`f.project_id`)}))`

const filesJson = (viewer: Viewer): Sql => sql`coalesce((
  select json_agg(json_build_object('_id', f.id, 'name', sf.name) order by sf.position)
  from share_file sf join file f on f.studio_id = sf.studio_id and f.id = sf.file_id
    join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
  where sf.studio_id = sh.studio_id and sf.share_id = sh.id and f.removed_at is null
    and ${seesVendorOfFile(viewer)}
    and ${notEmbargoed(viewer)}), '[]')`

const recipientsJson = sql`coalesce((
  select json_agg(json_build_object(
    '_id', r.id, 'email', r.email, 'name', r.name, 'sent', seconds(r.sent_at),
    'opened', seconds(r.opened_at), 'lastOpened', seconds(r.last_opened_at), 'opens', r.opens,
    'downloads', (select count(*) from download d
      where d.studio_id = sh.studio_id and d.share_id = sh.id and d.person_id = r.person_id
        and not d.opened),
    'decision', r.decision, 'comment', r.comment, 'decided', seconds(r.decided_at))
    order by r.created_at, r.id)
  from share_recipient r where r.studio_id = sh.studio_id and r.share_id = sh.id), '[]')`

const columns = (viewer: Viewer): Sql => sql`
  sh.id as "_id", sh.studio_id as studio, sh.kind, sh.subject_id as subject, ${shareName} as name,
  sh.message, sh.language as "mailLanguage", ${filesJson(viewer)} as files, ${recipientsJson} as recipients,
  seconds(sh.expires_at) as expires, sh.passphrase_hash is not null as "hasPassphrase",
  sh.may_download as "mayDownload", sh.may_comment as "mayComment", sh.may_decide as "mayDecide",
  sh.may_follow as "mayFollow",  sh.watermark, seconds(sh.created_at) as created, seconds(sh.revoked_at) as revoked,
  ${summaryJson(sql`sh.from_id`, sql`sh.studio_id`)} as "from", ${state} as "$state"`

export function listShares(
  db: Db,
  viewer: Viewer,
  range: Range,
  { kind, subject, state: requestedState, studio, order }: QueryOf<typeof endpoint>,
): Promise<Page<StoredShare>> {
  return listPage(db, range, {
    columns: columns(viewer),
    from,
    key: sql`sh.id`,
    where: allOf(
      seesShare(viewer),
      kind ? sql`sh.kind = ${kind}` : sql`true`,
      subject ? sql`sh.subject_id = ${subject}` : sql`true`,
      requestedState ? sql`${state} = ${requestedState}` : sql`true`,
      studio
        ? sql`sh.studio_id in (select id from studio where ${studio} in (id, slug))`
        : sql`true`,
    ),
    order: orderBy(
      order,
      { created: sql`sh.created_at`, expires: sql`sh.expires_at` },
      '-created',
      sql`sh.id`,
    ),
  })
}

export async function getShare(db: Db, viewer: Viewer, id: string): Promise<StoredShare> {
  const share = await findOne<StoredShare>(db, {
    columns: columns(viewer),
    from,
    where: sql`sh.id = ${id} and ${seesShare(viewer)}`,
  })
  if (!share) throw notFound('share')
  return share
}

export const lockShare = (tx: Tx, id: string) => lockRow(tx, 'share', id)

/** What an event about a share refers to. The person who shared it is notified. */
export async function eventFieldsOf(tx: Tx, share: string) {
  const { rows } = await sql<{
    studio: string
    sharer: string
    workRequest: string | null
    asset: string | null
    files: string[]
  }>`
    select sh.studio_id as studio, sh.from_id as sharer,
      case when sh.kind = 'delivery' then sh.subject_id
        else (select work_request_id from offline where id = sh.subject_id) end as "workRequest",
      (select min(f.asset_id) from share_file sf
        join file f on f.studio_id = sf.studio_id and f.id = sf.file_id
        where sf.studio_id = sh.studio_id
          and sf.share_id = sh.id having count(distinct f.asset_id) = 1) as asset,
      array(select sf.file_id from share_file sf
        where sf.studio_id = sh.studio_id and sf.share_id = sh.id
        order by sf.position) as files
    from share sh where sh.id = ${share}`.execute(tx)
  const { studio, sharer, workRequest, asset, files } = rows[0]!
  return {
    studio,
    ...(workRequest && { workRequest }),
    ...(asset && { asset }),
    files,
    notify: { users: [sharer], groups: [] },
  }
}
