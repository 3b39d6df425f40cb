import type { Caller } from '../kernel/http/contract/caller.ts'
import type { Tx } from '../kernel/db/connect.ts'
import { sql } from '../kernel/db/sql.ts'
import type { RecordChange } from '../kernel/http/serve.ts'
import { getNotification, lockNotification, seesNotification } from './queries/notifications.ts'
import type { StoredNotification } from './rules/present.ts'

type Marks = { read?: boolean; viewed?: boolean }

export async function markNotification(
  tx: Tx,
  { id, marks, by, checkPreconditions }: RecordChange & { marks: Marks },
): Promise<StoredNotification> {
  await lockNotification(tx, id)
  const current = await getNotification(tx, by, id)
  checkPreconditions(current)
  const { read, viewed } = { ...current, ...marks }
  await sql`update notification set read = ${read}, viewed = ${viewed} where id = ${id}`.execute(tx)
  return getNotification(tx, by, id)
}

export async function markAllNotifications(tx: Tx, by: Caller): Promise<{ read: number }> {
  const { rows } = await sql`
    update notification n set read = true from event e
    where e.studio_id = n.studio_id and e.id = n.event_id and not n.read
      and ${seesNotification(by)} returning 1`.execute(tx)
  return { read: rows.length }
}
