import { seesTranslation, seesVendor, type Viewer } from '../../access/queries/visibility.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { asc } from '../../kernel/db/order.ts'
import { allOf, findOne, listPage, type SelectSource } from '../../kernel/db/page.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import type { Page, Range } from '../../kernel/http/contract/range.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'
import { summaryJson } from '../../users/queries.ts'
import type { StoredLineComment } from '../rules/line-comments.ts'

/** The caller checks first that the translation exists. */
export const listLineComments = (
  db: Db,
  viewer: Viewer,
  range: Range,
  translation: string,
): Promise<Page<StoredLineComment>> =>
  listPage(db, range, {
    ...commentsOn(viewer, translation),
    key: sql`c.id`,
    order: asc(sql`c.created_at`, sql`c.id`),
  })

export const findLineComment = (
  db: Db,
  viewer: Viewer,
  { translation, id }: { translation: string; id: string },
): Promise<StoredLineComment | undefined> =>
  findOne<StoredLineComment>(db, commentsOn(viewer, translation, sql`c.id = ${id}`))

export async function getLineComment(
  db: Db,
  viewer: Viewer,
  target: { translation: string; id: string },
): Promise<StoredLineComment> {
  const comment = await findLineComment(db, viewer, target)
  if (!comment) throw notFound('comment')
  return comment
}

const commentsOn = (
  viewer: Viewer,
  translation: string,
  condition: Sql = sql`true`,
): SelectSource => ({
  columns: sql`
    c.id as "_id", c.translation_id as translation, c.line_id as line,
    ${summaryJson(sql`c.from_id`, sql`c.studio_id`)} as "from",
    c.text, c.suggestion, c.original, c.status, c.reply_to_id as "replyTo",
    case when c.decided_by is not null then json_build_object(
      'by', ${summaryJson(sql`c.decided_by`, sql`c.studio_id`)},
      'date', seconds(c.decided_at)) end as decided,
    seconds(c.created_at) as created`,
  from: sql`
    line_comment c
    join translation tr on tr.studio_id = c.studio_id and tr.id = c.translation_id
    join work_request w on w.studio_id = tr.studio_id and w.id = tr.work_request_id`,
  where: allOf(
    sql`c.translation_id = ${translation} and c.removed_at is null`,
    seesTranslation(viewer),
    seesVendor(viewer, sql`c.studio_id`, sql`c.vendor_id`),
    condition,
  ),
})

/** Everyone with a comment on this translation. */
export async function listLineCommenters(tx: Tx, translation: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct from_id as id from line_comment
    where translation_id = ${translation} and removed_at is null`.execute(tx)
  return rows.map(({ id }) => id)
}
