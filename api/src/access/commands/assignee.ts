import type { Tx } from '../../kernel/db/connect.ts'
import { lockRow } from '../../kernel/db/lock-row.ts'
import { sql } from '../../kernel/db/sql.ts'

/**
 * The first translator of a request, by which lists are filtered, sorted and grouped. Called by each
 * command that changes a translator.
 */
export async function saveAssignee(tx: Tx, request: string): Promise<void> {
  // Another transaction may change the translator of the other part.
  await lockRow(tx, 'work_request', request, 'no key update')
  await sql`
    update work_request w set assignee_id = first.translator_id
    from (
      select (
        select tr.translator_id from translation tr
        where tr.work_request_id = ${request} and tr.part is not null
          and tr.translator_id is not null
        order by tr.part limit 1) as translator_id) first
    where w.id = ${request} and w.assignee_id is distinct from first.translator_id`.execute(tx)
}
