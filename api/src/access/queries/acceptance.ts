import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { throwIfRejected } from '../../kernel/http/contract/problem.ts'
import { UNANSWERED } from '../rules.ts'
import { owesAnswer, type Viewer } from './visibility.ts'

/** Refuses work of a vendor that has not accepted the request. */
export async function requireAcceptance(db: Db, viewer: Viewer, request: string): Promise<void> {
  const { rows } = await sql`
    select from work_request w where w.id = ${request} and ${owesAnswer(viewer)}`.execute(db)
  throwIfRejected(rows.length ? UNANSWERED : undefined)
}
