import { sql, type RawBuilder } from 'kysely'
import { skipNotifications, storedTotal } from '../../access/queries/totals.ts'
import { findNotifications, isShown } from '../../access/queries/sights.ts'
import { seesEvent } from '../../access/queries/event-visibility.ts'
import { viewerOf } from '../../access/queries/visibility.ts'
import { eventJson, eventRowJson, presentRows } from '../../events/queries.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { allOf, findOne, listLongPage, type LongList } from '../../kernel/db/page.ts'
import type { Page, Range } from '../../kernel/http/contract/range.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'
import type { EmbeddingContext } from '../../workrequests/queries/embedded.ts'
import type { ListedNotification, StoredNotification } from '../rules/present.ts'

const from = sql`notification n join event e on e.id = n.event_id`
const columns = (event: RawBuilder<unknown>) => sql`
  n.id as "_id", n.from_id as "from", n.to_id as "to",
  ${event} as event, n.type, n.title, n.email_subject as "emailSubject",
  n.read, n.viewed, n.sent, seconds(n.created_at) as added, seconds(n.created_at) as created`

/** Over `notification n` and `event e`: own notifications about visible events. */
export const seesNotification = (person: Caller) =>
  sql`n.to_id = ${person._id} and ${seesEvent(viewerOf(person))}`

type NotificationFilter = { read?: string; type?: string }

const hasRead = (read: string | undefined) =>
  read ? (read === 'true' ? sql`n.read` : sql`not n.read`) : sql`true`

/** Only people with several roles need the events to find what they may see. */
function listFor(
  person: Caller,
  range: Range,
  { read, type }: NotificationFilter,
): Pick<LongList, 'list' | 'finds' | 'total' | 'findsOnce' | 'with' | 'skip'> {
  const viewer = viewerOf(person)
  const isOwn = sql`n.to_id = ${person._id}`
  if (viewer.seesAllOf)
    return {
      list: sql`notification n`,
      finds: sql`${isOwn} and ${viewer.seesAllOf(sql`n.studio_id`)} and ${isShown}`,
      total: storedTotal(
        viewer,
        'notification',
        allOf(
          sql`c.person_id = ${person._id}`,
          read ? sql`c.status = ${read}` : sql`true`,
          type ? sql`c.type = any (${type.split(',')})` : sql`true`,
        ),
      ),
      skip: read || type ? undefined : skipNotifications(viewer, range),
    }
  const found = findNotifications(viewer, hasRead(read))
  if (!found) return { list: from, total: undefined }
  const { finds, total, ...source } = found
  return {
    ...source,
    finds: sql`${isOwn} and ${finds}`,
    total: type ? undefined : total,
  }
}

export async function listNotifications(
  context: EmbeddingContext,
  range: Range,
  filter: NotificationFilter,
): Promise<Page<ListedNotification>> {
  const { person } = context.view
  const { items, total } = await listLongPage<StoredNotification>(context.db, range, {
    columns: columns(eventRowJson(context.view)),
    from,
    ...listFor(person, range, filter),
    key: sql`n.id`,
    sees: seesNotification(person),
    where: allOf(
      hasRead(filter.read),
      filter.type ? sql`n.type = any (${filter.type.split(',')})` : sql`true`,
    ),
    order: sql`n.created_at desc, n.id desc`,
  })
  const events = await presentRows(
    context,
    items.map(({ event }) => event),
  )
  return { items: items.map((item, index) => ({ ...item, event: events[index]! })), total }
}

export async function getNotification(
  db: Db,
  person: Caller,
  id: string,
): Promise<StoredNotification> {
  const found = await findOne<StoredNotification>(db, {
    columns: columns(eventJson(viewerOf(person))),
    from,
    where: sql`n.id = ${id} and ${seesNotification(person)}`,
  })
  if (!found) throw notFound('notification')
  return found
}

export const lockNotification = (tx: Tx, id: string) =>
  sql`select from notification where id = ${id} for update`.execute(tx)
