import type { Db } from '../../kernel/db/connect.ts'
import { desc } from '../../kernel/db/order.ts'
import { listPage } from '../../kernel/db/page.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Page, Range } from '../../kernel/http/contract/range.ts'
import { summaryJson } from '../../users/queries.ts'
import type { StoredSummary } from '../../users/rules/user.ts'
import type { Revision } from '../contract.ts'

export type StoredRevision = Omit<Revision, 'user'> & { user: StoredSummary }

const countVersions = (condition: ReturnType<typeof sql>) => sql`(
  select count(*) from text_track_line_version v
  where v.studio_id = r.studio_id and v.text_track_id = r.text_track_id and v.revision = r.number and ${condition}
)`

export function listRevisions(
  db: Db,
  textTrack: string,
  range: Range,
): Promise<Page<StoredRevision>> {
  return listPage(db, range, {
    columns: sql`
      r.number, ${summaryJson(sql`r.person_id`, sql`r.studio_id`)} as "user",
      r.action as deed, seconds(r.at) as date,
      ${countVersions(sql`v.version = 1`)} as added,
      ${countVersions(sql`v.version > 1 and not v.removed`)} as changed,
      ${countVersions(sql`v.removed`)} as removed`,
    from: sql`text_track_revision r`,
    key: sql`r.number::text`,
    where: sql`r.text_track_id = ${textTrack}`,
    order: desc(sql`r.number`),
  })
}

export async function getRevision(db: Db, textTrack: string): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    select revision from text_track where id = ${textTrack}`.execute(db)
  return rows[0]!.revision
}
