// Messages of the event stream that follow from no event.
import type { Db, Tx } from '../db/connect.ts'
import { LOCKS, lockForTransaction } from '../db/locks.ts'
import { sql } from '../db/sql.ts'
import { enqueue } from '../jobs/enqueue.ts'

/**
 * `items` are records such as `w` and the id of a work request: everybody who sees all of them gets
 * the signal. So do `users`, and the vendors of a studio: all of them, or those in these groups.
 */
export type Signal = {
  type: string
  record: string
  items?: string[]
  users?: string[]
  vendors?: { studio: string; groups: string[] | null }
}
export type StoredSignal = {
  sequence: number
  type: string
  record: string
  items: string[] | null
  users: string[]
  vendorStudio: string | null
  vendorGroups: string[] | null
}

/** A job stores it, because the lock of the sequence must be taken last in a transaction. */
export const sendSignal = (tx: Tx, signal: Signal): Promise<void> => enqueue(tx, 'signal', signal)

/** A stream that was interrupted for longer reads everything anew. */
const KEEP_MINUTES = 10

export async function storeSignal(
  tx: Tx,
  { type, record, items, users = [], vendors }: Signal,
): Promise<void> {
  await sql`
    delete from stream_signal
    where created_at < now() - ${`${KEEP_MINUTES} minutes`}::interval`.execute(tx)
  await lockForTransaction(tx, LOCKS.eventSequence)
  await sql`
    insert into stream_signal
      (sequence, type, record_id, items, users, vendor_studio, vendor_groups)
    values (nextval('event_sequence'), ${type}, ${record}, ${items ?? null}, ${users},
      ${vendors?.studio ?? null}, ${vendors?.groups ?? null})`.execute(tx)
}

export async function listSignals(
  db: Db,
  { after, upTo }: { after: number; upTo: number },
): Promise<StoredSignal[]> {
  const { rows } = await sql<StoredSignal>`
    select sequence, type, record_id as record, items, users, vendor_studio as "vendorStudio",
      vendor_groups as "vendorGroups"
    from stream_signal
    where sequence > ${after} and sequence <= ${upTo} order by sequence`.execute(db)
  return rows
}
