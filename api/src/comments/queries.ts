import { seesPerson } from '../access/queries/people.ts'
import { seesVendor, seesWorkRequest, type Viewer } from '../access/queries/visibility.ts'
import { anyViewer } from '../access/queries/viewers.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { asc } from '../kernel/db/order.ts'
import { allOf, findOne, listPage, type SelectSource } from '../kernel/db/page.ts'
import { sql, type Sql } from '../kernel/db/sql.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import { notFound } from '../kernel/http/contract/problem.ts'
import { summaryJson } from '../users/queries.ts'
import type { StoredSummary } from '../users/rules/user.ts'
import type { CommentedRequest, StoredRequestComment } from './rules.ts'

export async function getCommentedRequest(
  db: Db,
  viewer: Viewer,
  request: string,
): Promise<CommentedRequest> {
  const record = await findOne<CommentedRequest>(db, {
    columns: sql`w.id as "_id", w.studio_id as studio, w.asset_id as asset, w.owner_id as owner`,
    from: sql`work_request w`,
    where: sql`w.id = ${request} and ${seesWorkRequest(viewer)}`,
  })
  if (!record) throw notFound('work request')
  return record
}

/** The caller checks first that the request exists. */
export const listComments = (
  db: Db,
  viewer: Viewer,
  range: Range,
  request: string,
): Promise<Page<StoredRequestComment>> =>
  listPage(db, range, {
    ...commentsOn(viewer, request),
    key: sql`c.id`,
    order: asc(
      sql`coalesce(t.created_at, c.created_at)`,
      sql`coalesce(t.id, c.id)`,
      sql`c.reply_to_id is not null`,
      sql`c.created_at`,
      sql`c.id`,
    ),
  })

export const findComment = (
  db: Db,
  viewer: Viewer,
  { request, id }: { request: string; id: string },
): Promise<StoredRequestComment | undefined> =>
  findOne<StoredRequestComment>(db, commentsOn(viewer, request, sql`c.id = ${id}`))

export async function getComment(
  db: Db,
  viewer: Viewer,
  target: { request: string; id: string },
): Promise<StoredRequestComment> {
  const comment = await findComment(db, viewer, target)
  if (!comment) throw notFound('comment')
  return comment
}

/** Over a table of comments `c`. */
export const mentionsJson = sql`coalesce((
  select json_agg(${summaryJson(sql`mention.id`, sql`c.studio_id`)} order by mention.position)
  from unnest(c.mentions) with ordinality mention (id, position)), '[]')`

function commentsOn(viewer: Viewer, request: string, condition: Sql = sql`true`): SelectSource {
  const hasReplies = sql`exists (
    select from work_request_comment r
      where r.studio_id = c.studio_id and r.reply_to_id = c.id and r.removed_at is null)`
  return {
    columns: sql`
      c.id as "_id", c.work_request_id as "workRequest",
      ${summaryJson(sql`c.from_id`, sql`c.studio_id`)} as "from", c.text,
      c.reply_to_id as "replyTo",
      ${mentionsJson} as mentions,
      c.removed_at is not null as removed, ${hasReplies} as "hasReplies",
      seconds(c.created_at) as created, seconds(c.edited_at) as edited`,
    from: sql`
      work_request w
      join work_request_comment c on c.studio_id = w.studio_id and c.work_request_id = w.id
      left join work_request_comment t on t.studio_id = c.studio_id and t.id = c.reply_to_id`,
    where: allOf(
      sql`w.id = ${request}`,
      seesWorkRequest(viewer),
      seesVendor(viewer, sql`c.studio_id`, sql`c.vendor_id`),
      sql`c.removed_at is null or ${hasReplies}`,
      condition,
    ),
  }
}

/** Over the view `viewer`: people who can see the request and are visible to the caller. */
const readersOf = (viewer: Viewer, request: Sql): SelectSource => ({
  columns: sql`
    viewer.id as "_id", viewer.name, viewer.email as "emailNormal",
    (${summaryJson(sql`viewer.id`, sql`w.studio_id`)} -> 'groups') as groups`,
  from: sql`viewer join work_request w on w.id = ${request}`,
  where: allOf(sql`viewer.active`, seesWorkRequest(anyViewer), seesPerson(viewer, sql`viewer.id`)),
})

export const listReaders = (
  db: Db,
  viewer: Viewer,
  range: Range,
  request: string,
): Promise<Page<StoredSummary>> =>
  listPage(db, range, {
    ...readersOf(viewer, sql`${request}`),
    key: sql`viewer.id`,
    order: asc(sql`viewer.name`, sql`viewer.id`),
  })

/** The people among these who can see the request. */
export async function filterReaders(
  tx: Tx,
  viewer: Viewer,
  { request, people }: { request: string; people: string[] },
): Promise<string[]> {
  const { from, where } = readersOf(viewer, sql`${request}`)
  const { rows } = await sql<{ id: string }>`
    select viewer.id from ${from}
    where ${where} and viewer.id = any (${people})`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Everyone with a comment on this request. */
export async function listCommenters(tx: Tx, request: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct from_id as id from work_request_comment
    where work_request_id = ${request} and removed_at is null`.execute(tx)
  return rows.map(({ id }) => id)
}
