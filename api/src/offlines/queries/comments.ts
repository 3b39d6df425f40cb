// A thread is stored once. It is shown at the version it was started at and at every later one, up
// to the newest version at the time it was resolved.
// A reader who cannot see the film of a comment does not see the comment at any version.
import { notEmbargoed, seesVendor, type Viewer } from '../../access/queries/visibility.ts'
import { mentionsJson } from '../../comments/queries.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { asc, sqlOrder } from '../../kernel/db/order.ts'
import { allOf, findOne, listPage, type SelectSource } from '../../kernel/db/page.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import type { Page, Range } from '../../kernel/http/contract/range.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'
import { summaryJson } from '../../users/queries.ts'
import type { CommentedOffline, StoredOfflineComment } from '../rules/comments.ts'
import { offlineFrom, seesOffline } from './offlines.ts'

export async function getCommentedOffline(
  db: Db,
  viewer: Viewer,
  offline: string,
): Promise<CommentedOffline> {
  const row = await findOne<CommentedOffline>(db, {
    columns: sql`
      o.id as "_id", o.version, o.work_request_id as "workRequest", o.studio_id as studio,
      o.asset_id as asset, o.file_id as file, w.owner_id as owner, a.slug, w.territory,
      ${footage(sql`o.file_id`)} as footage`,
    from: offlineFrom,
    where: sql`o.id = ${offline} and ${seesOffline(viewer)}`,
  })
  if (!row) throw notFound('offline')
  return row
}

/** The caller checks first that the offline exists. */
export function listComments(
  db: Db,
  viewer: Viewer,
  range: Range,
  { offline, resolved }: { offline: string; resolved?: 'true' | 'false' },
): Promise<Page<StoredOfflineComment>> {
  const state =
    resolved === undefined ? sql`true` : sql`(t.resolved_at is not null) = ${resolved === 'true'}`
  return listPage(db, range, { ...commentsAt(viewer, offline, state), key: sql`c.id`, order })
}

export async function listAllComments(
  db: Db,
  viewer: Viewer,
  offline: string,
): Promise<StoredOfflineComment[]> {
  const { columns, from, where } = commentsAt(viewer, offline)
  const { rows } = await sql<{ record: StoredOfflineComment }>`
    select to_json(selected) as record from (
      select ${columns} from ${from} where ${where} order by ${sqlOrder(order)}) selected`.execute(
    db,
  )
  return rows.map(({ record }) => record)
}

export async function findComment(
  db: Db,
  viewer: Viewer,
  { offline, id }: { offline: string; id: string },
): Promise<StoredOfflineComment | undefined> {
  return findOne<StoredOfflineComment>(db, commentsAt(viewer, offline, sql`c.id = ${id}`))
}

export async function getComment(
  db: Db,
  viewer: Viewer,
  target: { offline: string; id: string },
): Promise<StoredOfflineComment> {
  const comment = await findComment(db, viewer, target)
  if (!comment) throw notFound('comment')
  return comment
}

/** The version before the given one that the viewer can see. */
export async function findEarlierOffline(
  db: Db,
  viewer: Viewer,
  { workRequest, version }: Pick<CommentedOffline, 'workRequest' | 'version'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select o.id from ${offlineFrom}
    where o.work_request_id = ${workRequest} and o.version < ${version} and ${seesOffline(viewer)}
    order by o.version desc limit 1`.execute(db)
  return rows[0]?.id
}

/** By position in the film. A thread stays together. */
const order = asc(
  sql`coalesce((conformed.place ->> 'first')::integer, t.first_frame, -1)`,
  sql`t.created_at`,
  sql`t.id`,
  sql`c.reply_to_id is not null`,
  sql`c.created_at`,
  sql`c.id`,
)

function commentsAt(viewer: Viewer, offline: string, condition: Sql = sql`true`): SelectSource {
  const hasReplies = sql`exists (
    select from offline_comment r
    where r.studio_id = c.studio_id and r.reply_to_id = c.id and r.removed_at is null
      and ${isVisible(viewer, sql`r.offline_id`)})`
  return {
    columns: columnsOf(hasReplies),
    from: sql`
      (select * from offline where id = ${offline}) o
      join work_request w on w.studio_id = o.studio_id and w.id = o.work_request_id
      join file f on f.studio_id = o.studio_id and f.id = o.file_id
      join asset a on a.studio_id = o.studio_id and a.id = o.asset_id
      join offline_comment t
          on t.studio_id = w.studio_id and t.work_request_id = w.id and t.reply_to_id is null
      join offline started on started.studio_id = t.studio_id and started.id = t.offline_id
        and o.version between started.version and coalesce(t.resolved_version, o.version)
      left join lateral (
        select saved.place, newer.file_id
        from jsonb_array_elements(t.positions) as saved (place)
        join offline newer on newer.studio_id = w.studio_id and newer.work_request_id = w.id
          and newer.version = (saved.place ->> 'version')::integer
        where newer.version <= o.version
        order by newer.version desc limit 1) conformed on true
      join offline_comment c
        on c.studio_id = t.studio_id and (c.id = t.id or c.reply_to_id = t.id)
      join offline original on original.studio_id = c.studio_id and original.id = c.offline_id`,
    where: allOf(
      seesOffline(viewer),
      isVisible(viewer, sql`started.id`),
      isVisible(viewer, sql`original.id`),
      sql`c.removed_at is null or ${hasReplies}`,
      condition,
    ),
  }
}

/** A `CommentPosition`: where it was made, or where it was moved to. A reply has none. */
const positionJson = sql`(
  select json_build_object(
    'frame', case when span.stop is null then span.start end,
    'range', case when span.stop is not null
      then json_build_object('first', span.start, 'last', span.stop) end)
  from (values (
    case when conformed.place is null or c.id <> t.id then c.first_frame
      else (conformed.place ->> 'first')::integer end,
    case when conformed.place is null or c.id <> t.id then c.last_frame
      else (conformed.place ->> 'last')::integer end)) as span (start, stop))`

const columnsOf = (hasReplies: Sql): Sql => sql`
  c.id as "_id", o.id as offline, original.version,
  case when original.version < o.version then original.id end as "carriedFrom",
  ${summaryJson(sql`c.from_id`, sql`c.studio_id`)} as "from", c.text, c.drawing,
  ${mentionsJson} as mentions,
  ${positionJson} as position,
  case when c.id = t.id then conformed.place - '{first,last}'::text[] end as conformed,
  ${footage(sql`o.file_id`)} as "shownFootage",
  ${footage(sql`coalesce(conformed.file_id, original.file_id)`)} as "positionFootage",
  original.file_id as "originalFile",
  c.reply_to_id as "replyTo", t.id as thread,
  case when t.resolved_at is not null then json_build_object(
    'by', ${summaryJson(sql`t.resolved_by`, sql`t.studio_id`)},
    'date', seconds(t.resolved_at)) end as resolved,
  c.removed_at is not null as removed, ${hasReplies} as "hasReplies",
  seconds(c.created_at) as created, seconds(c.edited_at) as edited,
  w.owner_id as owner, w.id as "workRequest", w.studio_id as studio`

const isVisible = (viewer: Viewer, offline: Sql): Sql => sql`exists (
  select from offline visible
  join file f on f.studio_id = visible.studio_id and f.id = visible.file_id
  join asset a on a.studio_id = visible.studio_id and a.id = visible.asset_id
  where visible.id = ${offline} and ${notEmbargoed(viewer)}
    and ${seesVendor(viewer, sql`visible.studio_id`, sql`visible.vendor_id`)})`

/** A `Footage`, over `offline o`. */
const footage = (file: Sql): Sql => sql`(
  select json_build_object(
    'kind', m.probe -> 'kind', 'frameRate', m.probe -> 'video' -> 'frameRate',
    'timecode', m.probe -> 'timecode', 'duration', m.probe -> 'duration')
  from media m where m.studio_id = o.studio_id and m.file_id = ${file})`
