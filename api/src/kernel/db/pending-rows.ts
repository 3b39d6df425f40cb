// Events, jobs and audit entries of a transaction. Nothing reads them before the commit, so they are
// collected and inserted in one statement at its end.
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from './connect.ts'
import { param, prepared } from './prepared.ts'

type EventRow = {
  type: string
  from_id: string
  studio_id: string
  work_request_id: string | null
  asset_id: string | null
  project_id: string | null
  files: readonly string[]
  told: object
  notify_users: readonly string[]
  notify_groups: readonly string[]
}
type JobRow = { kind: string; payload: object; priority: number; in_seconds: number }
type AuditRow = {
  by_id: string | null
  by_name: string
  token: string | null
  act: string
  about_kind: string
  about_id: string | null
  about_name: string
  studios: readonly string[]
  asked: unknown
  request: string | null
  address: string | null
  outcome: string
}
type PendingRows = { event: EventRow[]; job: JobRow[]; audit: AuditRow[] }
type PendingTable = keyof PendingRows

const noRows = (): PendingRows => ({ event: [], job: [], audit: [] })
const pending = new WeakMap<Tx, PendingRows>()

/** From here on the rows of the transaction are collected. Whoever calls this also inserts them. */
export const collectRows = (tx: Tx) => void pending.set(tx, noRows())

/** Adds a row to the end of the transaction, or at once if nobody collects its rows. */
export async function addRow<T extends PendingTable>(
  tx: Tx,
  table: T,
  row: PendingRows[T][number],
): Promise<void> {
  const rows = pending.get(tx)
  if (rows) (rows[table] as unknown[]).push(row)
  else await insertRows(tx, { ...noRows(), [table]: [row] })
}

export async function insertPendingRows(tx: Tx): Promise<void> {
  const rows = pending.get(tx)
  if (!rows) return
  pending.set(tx, noRows())
  await insertRows(tx, rows)
}

/** Runs `work` whose changes the caller rolls back, and drops the rows that it added. */
export async function withoutRows<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const before = pending.get(tx)
  pending.set(tx, noRows())
  try {
    return await work()
  } finally {
    if (before) pending.set(tx, before)
    else pending.delete(tx)
  }
}

async function insertRows(tx: Tx, rows: PendingRows): Promise<void> {
  const used = (Object.keys(rows) as PendingTable[]).filter((table) => rows[table].length > 0)
  if (used.length === 0) return
  const values = used.map((table) => [table, JSON.stringify(rows[table])])
  await insertStatement(
    tx,
    { key: used.join(' '), open: used, values: Object.fromEntries(values) },
    {},
  )
}

/** now() is the same for the whole transaction, but its events have an order. */
const newEvents = sql`
  insert into event (type, from_id, studio_id, work_request_id, asset_id, project_id, files, told,
    created_at, notify_users, notify_groups)
  select type, from_id, studio_id, work_request_id, asset_id, project_id, files, told,
    clock_timestamp(), notify_users, notify_groups
  from jsonb_to_recordset(${param('event')}::jsonb) as given (type text, from_id text,
    studio_id text, work_request_id text, asset_id text, project_id text, files text[],
    told jsonb, notify_users text[], notify_groups text[])
  returning id, studio_id`

const jobsOfEvents = sql`
  select 'notify', jsonb_build_object('event', id), 0, now() from new_event
  union all
  select 'enqueue-deliveries', jsonb_build_object('studio', studio_id), 0, now()
  from (select distinct studio_id from new_event) changed`

const givenJobs = sql`
  select kind, payload, priority, now() + make_interval(secs => in_seconds)
  from jsonb_to_recordset(${param('job')}::jsonb) as given (kind text, payload jsonb,
    priority int, in_seconds float8)`

const newAudit = sql`
  insert into audit (by_id, by_name, token, act, about_kind, about_id, about_name, studios, asked,
    request, address, outcome)
  select by_id, by_name, token, act, about_kind, about_id, about_name, studios, asked, request,
    address, outcome
  from jsonb_to_recordset(${param('audit')}::jsonb) as given (by_id text, by_name text, token text,
    act text, about_kind text, about_id text, about_name text, studios text[], asked jsonb,
    request text, address text, outcome text)`

const insertStatement = prepared((tables: readonly PendingTable[]) => {
  const has = (table: PendingTable) => tables.includes(table)
  const jobs = [...(has('event') ? [jobsOfEvents] : []), ...(has('job') ? [givenJobs] : [])]
  const parts: RawBuilder<unknown>[] = [
    ...(has('event') ? [sql`new_event as (${newEvents})`] : []),
    ...(jobs.length
      ? [
          sql`new_job as (
            insert into job (kind, payload, priority, run_at) ${sql.join(jobs, sql` union all `)})`,
        ]
      : []),
    ...(has('audit') ? [sql`new_audit as (${newAudit})`] : []),
  ]
  return sql`with ${sql.join(parts)} select`
})
