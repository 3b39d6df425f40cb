// Events, jobs, audit entries and the idempotency key of a transaction. Nothing reads them before the
// commit, so they are collected and inserted in one statement at its end.
import { CompiledQuery } from 'kysely'
import type { Tx } from './connect.ts'
import { withoutBegin } from './lazy-begin.ts'

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
type KeyRow = { person_id: string; key: string; digest: string; response: string | null }
type PendingRows = { event: EventRow[]; job: JobRow[]; audit: AuditRow[]; idempotency: KeyRow[] }
type PendingTable = keyof PendingRows

const noRows = (): PendingRows => ({ event: [], job: [], audit: [], idempotency: [] })
type Pending = { rows: PendingRows; insert: InsertWithRows | undefined }
const pending = new WeakMap<Tx, Pending>()
const nothing = (): Pending => ({ rows: noRows(), insert: undefined })

/** From here on the rows of the transaction are collected. Whoever calls this also inserts them. */
export const collectRows = (tx: Tx) => void pending.set(tx, nothing())

/** Adds a row to the end of the transaction, or at once if nobody collects its rows. */
export async function addRow<T extends PendingTable>(
  tx: Tx,
  table: T,
  row: PendingRows[T][number],
): Promise<void> {
  const rows = pending.get(tx)?.rows
  if (rows) (rows[table] as unknown[]).push(row)
  else await insertRows(tx, { ...noRows(), [table]: [row] })
}

/** The parameters of the SQL function `insert_rows`. */
type RowParameters = [
  events: string | null,
  jobs: string | null,
  entries: string | null,
  keys: string | null,
]
/** Runs `query`, without a transaction around it if no other statement needs one. */
type RunLast = (query: CompiledQuery) => Promise<unknown>
export type InsertWithRows = (rows: RowParameters, run: RunLast) => Promise<void>

/**
 * Inserts at the end of the transaction, in one statement with the collected rows. No statement may
 * need the new rows before.
 */
export async function insertLast(tx: Tx, insert: InsertWithRows): Promise<void> {
  const collected = pending.get(tx)
  if (collected && !collected.insert) collected.insert = insert
  else await insertAtOnce(tx, insert)
}

export const insertAtOnce = (tx: Tx, insert: InsertWithRows): Promise<void> =>
  insert(parametersOf(noRows()), runOn(tx))

/** `isLast`: no other statement of the transaction follows. */
export async function insertPendingRows(tx: Tx, { isLast = false } = {}): Promise<void> {
  const collected = pending.get(tx)
  if (!collected) return
  pending.set(tx, nothing())
  const { rows, insert } = collected
  const run = runOn(tx)
  if (insert) await insert(parametersOf(rows), (query) => run(isLast ? withoutBegin(query) : query))
  else await insertRows(tx, rows)
}

/** Runs `work` whose changes the caller rolls back, and drops the rows that it added. */
export async function withoutRows<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const before = pending.get(tx)
  pending.set(tx, nothing())
  try {
    return await work()
  } finally {
    if (before) pending.set(tx, before)
    else pending.delete(tx)
  }
}

const runOn =
  (tx: Tx): RunLast =>
  (query) =>
    tx.executeQuery(query)

function parametersOf({ event, job, audit, idempotency }: PendingRows): RowParameters {
  const json = (rows: readonly object[]) => (rows.length ? JSON.stringify(rows) : null)
  return [json(event), json(job), json(audit), json(idempotency)]
}

async function insertRows(tx: Tx, rows: PendingRows): Promise<void> {
  const values = parametersOf(rows)
  if (values.some((value) => value !== null))
    await tx.executeQuery(CompiledQuery.raw(INSERT_ROWS, values))
}

const INSERT_ROWS = 'select insert_rows($1, $2, $3, $4)'
