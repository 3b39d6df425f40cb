import { sql } from 'kysely'
import { storedTotal } from '../../access/queries/totals.ts'
import { seesEvent, viewerOf } from '../../access/queries/visibility.ts'
import { eventJson } from '../../events/queries.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { allOf, findOne, listPage } from '../../kernel/db/page.ts'
import type { Page, Range } from '../../kernel/http/contract/range.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'
import type { StoredNotification } from '../rules/present.ts'

const from = sql`notification n join event e on e.id = n.event_id`
const columns = (person: Caller) => sql`
  n.id as "_id", n.from_id as "from", n.to_id as "to",
  ${eventJson(viewerOf(person))} as event, n.type, n.title, n.email_subject as "emailSubject",
  n.read, n.viewed, n.sent, seconds(n.created_at) as added, seconds(n.created_at) as created`

/** Over `notification n` and `event e`: own notifications about visible events. */
export const seesNotification = (person: Caller) =>
  sql`n.to_id = ${person._id} and ${seesEvent(viewerOf(person))}`

export function listNotifications(
  db: Db,
  person: Caller,
  range: Range,
  { read, type }: { read?: string; type?: string },
): Promise<Page<StoredNotification>> {
  return listPage(db, range, {
    columns: columns(person),
    from,
    key: sql`n.id`,
    total: storedTotal(
      viewerOf(person),
      'notification',
      allOf(
        sql`c.person_id = ${person._id}`,
        read ? sql`c.status = ${read}` : sql`true`,
        type ? sql`c.type = any (${type.split(',')})` : sql`true`,
      ),
    ),
    where: allOf(
      seesNotification(person),
      read ? sql`n.read = ${read === 'true'}` : sql`true`,
      type ? sql`n.type = any (${type.split(',')})` : sql`true`,
    ),
    order: sql`n.created_at desc, n.id desc`,
  })
}

export async function getNotification(
  db: Db,
  person: Caller,
  id: string,
): Promise<StoredNotification> {
  const found = await findOne<StoredNotification>(db, {
    columns: columns(person),
    from,
    where: sql`n.id = ${id} and ${seesNotification(person)}`,
  })
  if (!found) throw notFound('notification')
  return found
}

export const lockNotification = (tx: Tx, id: string) =>
  sql`select from notification where id = ${id} for update`.execute(tx)
