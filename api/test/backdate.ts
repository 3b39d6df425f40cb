// What happened to a request, moved to when a test needs it to have happened.
import { sql } from 'kysely'
import type { Db } from '../src/kernel/db/connect.ts'

/**
 * It was begun at that moment, and each entry of its history came so many seconds after the one
 * before.
 */
export async function backdateHistory(
  db: Db,
  request: string,
  began: number,
  step: number,
): Promise<void> {
  await sql`
    with told as (
      update work_request_history h set at = to_timestamp(${began}::float8 + (numbered.n - 1) * ${step}::float8)
      from (select id, row_number() over (order by id) as n from work_request_history where work_request_id = ${request}) numbered where h.id = numbered.id
      returning h.status, h.at),
    brought as (
      update offline o set created_at = (select min(at) from told where status = 'for-review') - interval '1 minute' where o.work_request_id = ${request})
    update work_request set created_at = to_timestamp(${began}), submitted_at = (select max(at) from told where status = 'submitted') where id = ${request}`.execute(
    db,
  )
}

export const setDue = (db: Db, request: string, due: number, tz = 'Europe/Berlin') =>
  sql`update work_request set due_at = to_timestamp(${due}), due_tz = ${tz} where id = ${request}`.execute(
    db,
  )
