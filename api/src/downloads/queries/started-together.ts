import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'
import type { Download } from '../contract.ts'
import { columns } from './columns.ts'

/**
 * The downloads of one call, given by one of them. They have the same time, which is that of their
 * transaction. Only the person who started them finds them.
 */
export async function listStartedTogether(db: Db, person: Caller, id: string): Promise<Download[]> {
  const { rows } = await sql<Download>`
    select ${columns} from download requested join download d
      on d.studio_id = requested.studio_id and d.person_id = requested.person_id
        and d.created_at = requested.created_at
    where requested.id = ${id} and requested.person_id = ${person._id}
      and requested.share_id is null and d.share_id is null
    order by d.id`.execute(db)
  if (rows.length === 0) throw notFound('download')
  return rows
}
