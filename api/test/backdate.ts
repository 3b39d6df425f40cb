// Moves the history of a work request into the past.
import type { Db } from '../src/kernel/db/connect.ts'
import { sql } from '../src/kernel/db/sql.ts'
import { inTransaction } from '../src/kernel/db/transaction.ts'
import { measureAgain } from '../src/workrequests/commands/measure.ts'

/** The request was created at `start`, and each entry of its history follows `step` seconds later. */
export async function backdateHistory(
  db: Db,
  request: string,
  start: number,
  step: number,
): Promise<void> {
  await sql`
    with numbered as (
      select id, row_number() over (order by id) as n
      from work_request_history
      where work_request_id = ${request}
    ),
    moved as (
      update work_request_history h
      set at = to_timestamp(${start}::float8 + (numbered.n - 1) * ${step}::float8)
      from numbered
      where h.id = numbered.id
      returning h.status, h.at
    ),
    moved_offlines as (
      update offline o
      set created_at =
        (select min(at) from moved where status = 'for-review') - interval '1 minute'
      where o.work_request_id = ${request}
    )
    update work_request set
      created_at = to_timestamp(${start}),
      submitted_at = (select max(at) from moved where status = 'submitted')
    where id = ${request}`.execute(db)
  await inTransaction(db, (tx) => measureAgain(tx, request))
}

export const setDue = (db: Db, request: string, due: number, tz = 'Europe/Berlin') =>
  sql`
    update work_request set due_at = to_timestamp(${due}), due_tz = ${tz}
    where id = ${request}`.execute(db)
