// Records what reports count about status changes.
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import type { Status } from '../contract.ts'
import { listHistories, readCalendar, type History } from '../queries/histories.ts'
import { measureChanges, type MeasuredChange } from '../rules/status-changes.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'

/** How many requests a job measures at once, before the timeout of statements. */
const BATCH = 1_000

export type MeasuredMove = MeasuredChange & { time: number }

/** What the next moves of a locked request record. They happen at the same time. */
export async function measureMoves(
  tx: Tx,
  { studio, due, history }: StoredWorkRequest,
  statuses: readonly Status[],
): Promise<MeasuredMove[]> {
  const { calendar, time } = await readCalendar(tx, studio)
  const changes = [
    ...history.map(({ status, date }) => ({ status, time: date })),
    ...statuses.map((status) => ({ status, time: Math.floor(time) })),
  ]
  const measured = measureChanges(changes, { calendar, tz: due?.tz ?? 'UTC' })
  return measured.slice(history.length).map((change) => ({ ...change, time }))
}

/** The calendar of a studio has changed, so all of its history is measured again. */
export async function measureHistory(
  tx: Tx,
  { studio, after = '' }: { studio: string; after?: string },
): Promise<void> {
  const histories = await listHistories(
    tx,
    sql`select id from work_request where studio_id = ${studio} and id > ${after}
      order by id limit ${sql.lit(BATCH)}`,
  )
  await saveMeasured(tx, histories)
  const last = histories.at(-1)
  if (histories.length === BATCH)
    await enqueue(tx, 'measure-history', { studio, after: last!.request })
}

/** For a request whose due date has another time zone. */
export async function measureAgain(tx: Tx, request: string): Promise<void> {
  await saveMeasured(tx, await listHistories(tx, sql`select ${request}::text`))
}

async function saveMeasured(tx: Tx, histories: readonly History[]): Promise<void> {
  const measured = histories.flatMap((history) =>
    measureChanges(history.changes, history).map((change, index) => ({
      id: history.changes[index]!.id,
      ...change,
    })),
  )
  await sql`
    update work_request_history h set status_before = m.status_before,
      working_seconds = m.working_seconds, total_seconds = m.total_seconds,
      reached_before = to_timestamp(m.reached_before)
    from jsonb_to_recordset(${JSON.stringify(measured)}::jsonb) as m (id bigint,
      status_before text, working_seconds int, total_seconds int, reached_before float8)
    where h.id = m.id and (h.status_before, h.working_seconds, h.total_seconds, h.reached_before)
      is distinct from (m.status_before, m.working_seconds, m.total_seconds,
        to_timestamp(m.reached_before))`.execute(tx)
}
