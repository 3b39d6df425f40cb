import { seesEvent } from '../../access/queries/event-visibility.ts'
import { viewerOf, type Viewer } from '../../access/queries/visibility.ts'
import { eventJson, withRequests, type EventRow } from '../../events/queries.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { lockRow } from '../../kernel/db/lock-row.ts'
import { desc } from '../../kernel/db/order.ts'
import { allOf, findOne, listPage } from '../../kernel/db/page.ts'
import { sql } from '../../kernel/db/sql.ts'
import { MAX_CHECKED, type Page, type Range } from '../../kernel/http/contract/range.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'
import type { StoredNotification } from '../rules/present.ts'

const from = sql`notification n join event e on e.studio_id = n.studio_id and e.id = n.event_id`
const columns = (viewer: Viewer) => sql`
  n.id as "_id", n.from_id as "from", n.to_id as "to",
  ${eventJson(viewer)} as event, n.type, n.title, n.email_subject as "emailSubject",
  n.read, n.viewed, n.sent, seconds(n.created_at) as added, seconds(n.created_at) as created`

/** Over `notification n` and `event e`: own notifications about visible events. */
export const seesNotification = (person: Caller) =>
  sql`n.to_id = ${person._id} and ${seesEvent(viewerOf(person))}`

type NotificationFilter = { read?: string; type?: string }

const hasRead = (read: string | undefined) =>
  read ? (read === 'true' ? sql`n.read` : sql`not n.read`) : sql`true`

type NotificationRow = Omit<StoredNotification, 'event'> & { event: EventRow }

export async function listNotifications(
  db: Db,
  person: Caller,
  range: Range,
  filter: NotificationFilter,
): Promise<Page<StoredNotification>> {
  const viewer = viewerOf(person)
  const { items, ...page } = await listPage<NotificationRow>(db, range, {
    columns: columns(viewer),
    from,
    key: sql`n.id`,
    sees: seesNotification(person),
    where: allOf(
      hasRead(filter.read),
      filter.type ? sql`n.type = any (${filter.type.split(',')})` : sql`true`,
    ),
    order: desc(sql`n.created_at`, sql`n.id`),
    countTo: MAX_CHECKED,
    countsInOrder: true,
  })
  return { ...page, items: await withEvents(db, person, items) }
}

async function withEvents(
  db: Db,
  person: Caller,
  rows: readonly NotificationRow[],
): Promise<StoredNotification[]> {
  const events = await withRequests(
    db,
    viewerOf(person),
    rows.map(({ event }) => event),
  )
  return rows.map((row, index) => ({ ...row, event: events[index]! }))
}

export async function getNotification(
  db: Db,
  person: Caller,
  id: string,
): Promise<StoredNotification> {
  const row = await findOne<NotificationRow>(db, {
    columns: columns(viewerOf(person)),
    from,
    where: sql`n.id = ${id} and ${seesNotification(person)}`,
  })
  if (!row) throw notFound('notification')
  const [notification] = await withEvents(db, person, [row])
  return notification!
}

export const lockNotification = (tx: Tx, id: string) => lockRow(tx, 'notification', id)
