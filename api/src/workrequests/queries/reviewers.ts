import { seesPerson } from '../../access/queries/people.ts'
import { seesWorkRequest, type Viewer } from '../../access/queries/visibility.ts'
import { anyViewer } from '../../access/queries/viewers.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { ReviewerCandidate } from '../contract/reviewers.ts'

const MAX_CANDIDATES = 500

/** Over the view `viewer` and `work_request w`. */
const mayReview = sql`(viewer.active and ${seesWorkRequest(anyViewer)}
  and ${anyViewer.hasPermission(sql`w.studio_id`, 'workrequest.approve')})`

/** The people of the studio who see the request and may approve it, by name. */
export async function listReviewers(
  db: Db | Tx,
  viewer: Viewer,
  request: string,
): Promise<ReviewerCandidate[]> {
  const { rows } = await sql<ReviewerCandidate>`
    select viewer.id as "_id", viewer.name
    from work_request w
    join membership m on m.studio_id = w.studio_id
    join viewer on viewer.id = m.person_id
    where w.id = ${request} and ${mayReview} and ${seesPerson(viewer, sql`viewer.id`)}
    order by viewer.name, viewer.id limit ${MAX_CANDIDATES}`.execute(db)
  return rows
}
