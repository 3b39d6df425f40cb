import { sql } from 'kysely'
import { seesEvent, viewerOf } from '../../access/queries/sight.ts'
import { eventJson } from '../../events/queries.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { all, one, page } from '../../kernel/db/page.ts'
import type { Page, Range } from '../../kernel/http/range.ts'
import { notFound } from '../../kernel/problem.ts'
import type { StoredNotification } from '../rules/present.ts'

const from = sql`notification n join event e on e.id = n.event_id`
const columns = (person: Caller) => sql`
  n.id as "_id", n.from_id as "from", n.to_id as "to", ${eventJson(viewerOf(person))} as event, n.type, n.title, n.email_subject as "emailSubject",
  n.read, n.viewed, n.sent, seconds(n.created_at) as added, seconds(n.created_at) as created`

/** Over `notification n` and `event e`: one's own, of what is still in one's sight. */
export const sees = (person: Caller) =>
  sql`n.to_id = ${person._id} and ${seesEvent(viewerOf(person))}`

export function listNotifications(
  db: Db,
  person: Caller,
  range: Range,
  asked: { read?: string; type?: string },
): Promise<Page<StoredNotification>> {
  return page(db, range, {
    columns: columns(person),
    from,
    key: sql`n.id`,
    where: all(
      sees(person),
      asked.read ? sql`n.read = ${asked.read === 'true'}` : sql`true`,
      asked.type ? sql`n.type = any (${asked.type.split(',')})` : sql`true`,
    ),
    order: sql`n.created_at desc, n.id desc`,
  })
}

export async function getNotification(
  db: Db,
  person: Caller,
  id: string,
): Promise<StoredNotification> {
  const found = await one<StoredNotification>(db, {
    columns: columns(person),
    from,
    where: sql`n.id = ${id} and ${sees(person)}`,
  })
  if (!found) throw notFound('notification')
  return found
}

export const lockNotification = (tx: Tx, id: string) =>
  sql`select from notification where id = ${id} for update`.execute(tx)
