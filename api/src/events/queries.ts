import { seesEvent } from '../access/queries/event-visibility.ts'
import {
  seesFile,
  seesStudio,
  viewerOf,
  type ZonedViewer,
  type Viewer,
} from '../access/queries/visibility.ts'
import { currentPhase } from '../access/queries/phases.ts'
import { seesGroup } from '../groups/queries.ts'
import { seesPerson } from '../access/queries/people.ts'
import type { Caller } from '../kernel/http/contract/caller.ts'
import { between } from '../kernel/db/between.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import type { StoredSignal } from '../kernel/events/signals.ts'
import { lockRow } from '../kernel/db/lock-row.ts'
import { desc } from '../kernel/db/order.ts'
import { allOf, findOne, listPage } from '../kernel/db/page.ts'
import { sql, type Sql } from '../kernel/db/sql.ts'
import { MAX_CHECKED, MAX_COUNTED, type Page, type Range } from '../kernel/http/contract/range.ts'
import { notFound } from '../kernel/http/contract/problem.ts'
import { seesItems } from '../offlines/queries/seen-items.ts'
import { assembleWorkRequests } from '../workrequests/queries/assemble.ts'
import type { StoredEvent } from './rules/present.ts'
import { TYPES_WITHOUT_SIGNAL, type EventSubject } from './rules/signals.ts'

const from = sql`event e`

/** The id is found first: row-level security bars the index from a condition with a sub-select. */
const projectsJson = (viewer: Viewer) => sql`coalesce((
  select json_agg(json_build_object('_id', pr.id, 'name', pr.name, 'slug', pr.slug))
  from (
    select coalesce(e.project_id, (
      select about.project_id from asset about
        where ${viewer.isIn(sql`about.studio_id`)} and about.studio_id = e.studio_id
          and about.id = e.asset_id)) as id offset 0) named
  join project pr on pr.studio_id = e.studio_id and pr.id = named.id
    and ${viewer.isIn(sql`pr.studio_id`)}), '[]')`

/** Related records are read now, so an event shows nothing that the viewer can no longer see. */
const columns = (viewer: Viewer) => sql`
  e.id as "_id", e.type, e.details, e.processed, e.pushed, e.digested,
  seconds(e.created_at) as created,
  array(
    select f.id from file f join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
    where ${viewer.isIn(sql`f.studio_id`)} and f.studio_id = e.studio_id and f.id = any (e.files)
      and ${seesFile(viewer)}) as files,
  (select json_build_object(
      '_id', sender.id, 'name', sender.name, 'emailNormal', sender.email,
      'status', json_build_object(
        'invited', sender.invited, 'approved', sender.approved,
        'registered', sender.registered, 'confirmed', sender.confirmed))
    from person_summary sender where sender.id = e.from_id) as "from",
  e.work_request_id as "workRequest",
  coalesce((
    select json_agg(json_build_object('_id', about.id, 'name', about.name))
    from asset about
      where ${viewer.isIn(sql`about.studio_id`)} and about.studio_id = e.studio_id
        and about.id = e.asset_id), '[]') as assets,
  ${projectsJson(viewer)} as projects,
  json_build_object(
    'users', array(
      select notified.id from unnest(e.notify_users) notified (id)
      where ${seesPerson(viewer, sql`notified.id`)}),
    'groups', array(
      select g.id from people_group g
      where g.id = any (e.notify_groups) and ${seesGroup(viewer)})) as notify`

/** An `EventRow` over `event e`. */
export const eventJson = (viewer: Viewer): Sql =>
  sql`(select to_json(embedded) from (select ${columns(viewer)}) embedded)`

/** With the id of its work request. */
export type EventRow = Omit<StoredEvent, 'workRequest'> & { workRequest: string | null }

/** Events with their work requests as the viewer sees them. */
export async function withRequests(
  db: Db,
  viewer: ZonedViewer,
  events: readonly EventRow[],
): Promise<StoredEvent[]> {
  const ids = [...new Set(events.flatMap(({ workRequest }) => workRequest ?? []))]
  const storedRequests = ids.length ? await assembleWorkRequests(db, viewer, ids) : []
  const requests = new Map(storedRequests.map((request) => [request._id, request]))
  return events.map(({ workRequest, ...event }) => ({
    ...event,
    workRequest: (workRequest !== null && requests.get(workRequest)) || null,
  }))
}

/** With report.read or event.write all events, otherwise those that notify a group. */
const concernsGroup = (viewer: Viewer): Sql => sql`(
  ${viewer.hasPermission(sql`e.studio_id`, 'report.read')}
  or ${viewer.hasPermission(sql`e.studio_id`, 'event.write')}
  or e.notify_groups && ${viewer.groups})`

/** Also own events and those that notify the viewer. */
const concerns = (viewer: Viewer): Sql => sql`(${concernsGroup(viewer)}
  or e.from_id = ${viewer.id}
  or ${viewer.id} = any (e.notify_users))`

/** Of so many of the newest events, more are found by walking the events than by the index. */
const NEWEST = 300
const MANY_OF_NEWEST = 3
const MAX_NAMED = 10_000

/** The events that name the person or a group of theirs. Undefined if there are many. */
async function findNamed(db: Db, { groups, id }: Viewer): Promise<string[] | undefined> {
  const names = sql`(${groups} || ${id}::text)`
  const { rows } = await sql<{ ids: string[] | null }>`
    select case when (
      select count(*) from (
        select notify_users, notify_groups, from_id from event
        order by created_at desc, id desc limit ${sql.lit(NEWEST)}) newest
      where (notify_users || notify_groups || from_id) && ${names}) < ${sql.lit(MANY_OF_NEWEST)}
    then array(
      select events_concerning(${names}) limit ${sql.lit(MAX_NAMED + 1)}) end as ids`.execute(db)
  const { ids } = rows[0]!
  return ids && ids.length <= MAX_NAMED ? ids : undefined
}

/** Whether events that do not name the person concern them in one of their studios. */
const readsOthersEvents = ({ isAdmin, memberships }: Caller) =>
  isAdmin ||
  memberships.some(
    ({ permissions }) => permissions.has('report.read') || permissions.has('event.write'),
  )

type EventFilter = { type?: string; created?: string }

export async function listEvents(
  db: Db,
  person: Caller,
  range: Range,
  filter: EventFilter,
): Promise<Page<StoredEvent>> {
  const viewer = viewerOf(person)
  const named = readsOthersEvents(person) ? undefined : await findNamed(db, viewer)
  const { items, ...page } = await listPage<EventRow>(db, range, {
    columns: columns(viewer),
    records: from,
    from: sql`event e`,
    key: sql`e.id`,
    sees: allOf(seesEvent(viewer), concerns(viewer)),
    where: allOf(
      named ? sql`e.id = any (${named}::text[])` : sql`true`,
      filter.type ? sql`e.type = any (${filter.type.split(',')})` : sql`true`,
      filter.created ? between(sql`e.created_at`, filter.created, viewer.zone) : sql`true`,
    ),
    order: desc(sql`e.created_at`, sql`e.id`),
    countTo: viewer.seesAllOf ? MAX_COUNTED : MAX_CHECKED,
    countsInOrder: true,
  })
  return { ...page, items: await withRequests(db, viewer, items) }
}

export async function getEvent(db: Db, person: Caller, id: string): Promise<StoredEvent> {
  const viewer = viewerOf(person)
  const row = await findOne<EventRow>(db, {
    columns: columns(viewer),
    from,
    where: allOf(sql`e.id = ${id}`, seesEvent(viewer), concerns(viewer)),
  })
  if (!row) throw notFound('event')
  const [event] = await withRequests(db, viewer, [row])
  return event!
}

/**
 * The sequence of an event that the person has received. The event itself may no longer be visible
 * to them.
 */
export async function findSequence(
  db: Db,
  person: Caller,
  id: string,
): Promise<number | undefined> {
  const viewer = viewerOf(person)
  const { rows } = await sql<{ sequence: number }>`
    select e.sequence from event e
    where e.id = ${id} and e.sequence is not null
      and ${seesStudio(viewer, sql`e.studio_id`)}
      and ${concerns(viewer)}`.execute(db)
  return rows[0]?.sequence
}

type EventRange = { after: number; upTo: number; limit: number }
/** `event` is null if the event does not concern the reader, who sees only that records changed. */
type NumberedEvent = { sequence: number; event: StoredEvent | null; subject: EventSubject }
type Numbered<E> = Omit<E, 'event'> & { event: EventRow | null }
const isBetween = ({ after, upTo }: EventRange): Sql =>
  sql`e.sequence > ${after} and e.sequence <= ${upTo}`
const subject = sql`json_build_object('type', e.type, 'workRequest', e.work_request_id,
  'asset', e.asset_id, 'project', e.project_id)`
const changesRecord = sql`e.type <> all (${TYPES_WITHOUT_SIGNAL}::text[])`

const selectBetween = (viewer: Viewer, range: EventRange) => sql<Numbered<NumberedEvent>>`
    select e.sequence, ${subject} as subject,
      case when ${concerns(viewer)} then ${eventJson(viewer)} end as event
    from ${from}
    where ${isBetween(range)} and ${seesEvent(viewer)} and (${changesRecord} or ${concerns(viewer)})
    order by e.sequence limit ${range.limit}`

export async function listEventsBetween(
  db: Db,
  person: Caller,
  range: EventRange,
): Promise<NumberedEvent[]> {
  const viewer = viewerOf(person)
  const { rows } = await selectBetween(viewer, range).execute(db)
  return complete(db, viewer, rows)
}

async function complete<E extends NumberedEvent>(
  db: Db,
  viewer: ZonedViewer,
  rows: Numbered<E>[],
): Promise<E[]> {
  const events = await withRequests(
    db,
    viewer,
    rows.flatMap(({ event }) => event ?? []),
  )
  const byId = new Map(events.map((event) => [event._id, event]))
  return rows.map((row) => ({
    ...row,
    event: (row.event && byId.get(row.event._id)) ?? null,
  })) as E[]
}

/** The people that an event concerns. Null if it concerns everybody of the group. */
type SharedEvent = NumberedEvent & { people: string[] | null }

const concernsSomebody = (
  viewer: Viewer,
  people: readonly string[],
): Sql => sql`(${concernsGroup(viewer)}
  or e.from_id = any (${people}::text[])
  or e.notify_users && ${people}::text[])`

const selectShared = (viewer: Viewer, people: readonly string[], range: EventRange) => sql<
  Numbered<SharedEvent>
>`
    select e.sequence, ${subject} as subject,
      case when ${concernsSomebody(viewer, people)} then ${eventJson(viewer)} end as event,
      case when not ${concernsGroup(viewer)} then e.notify_users || e.from_id end as people
    from ${from}
    where ${isBetween(range)} and ${seesEvent(viewer)}
      and (${changesRecord} or ${concernsSomebody(viewer, people)})
    order by e.sequence limit ${range.limit}`

/** What `people` receive, who see the same as `person`: `listNamed` finds nobody of them. */
export async function listSharedEvents(
  db: Db,
  person: Caller,
  people: readonly string[],
  range: EventRange,
): Promise<SharedEvent[]> {
  const viewer = viewerOf(person)
  const { rows } = await selectShared(viewer, people, range).execute(db)
  return complete(db, viewer, rows)
}

/**
 * Those of these people to whom the events and items show more or less than to others with the same
 * roles and groups: the owners of the work requests and the people of the current phases.
 */
export async function listNamed(
  db: Db,
  people: readonly string[],
  { after, upTo, items }: Omit<EventRange, 'limit'> & { items: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select named.id from (
      select w.studio_id, w.asset_id, w.owner_id from event e
      join work_request w on w.studio_id = e.studio_id and w.id = e.work_request_id
      where e.sequence > ${after} and e.sequence <= ${upTo}
      union
      select w.studio_id, w.asset_id, w.owner_id from unnest(${items}::text[]) item
      join work_request w on w.id = substr(item, 2) and left(item, 1) = 'w'
      union
      select a.studio_id, a.id, null from unnest(${items}::text[]) item
      join asset a on a.id = substr(item, 2) and left(item, 1) = 'a') about
    join asset a on a.studio_id = about.studio_id and a.id = about.asset_id
    cross join lateral (
      select about.owner_id as id
      union select jsonb_array_elements_text(${currentPhase} -> 'users')) named
    where named.id = any (${people}::text[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The sequences of the signals whose items the person sees. */
export async function listSeenSignals(
  db: Db,
  person: Caller,
  signals: readonly StoredSignal[],
): Promise<Set<number>> {
  const { rows } = await sql<{ sequence: number }>`
    select s.sequence
    from json_to_recordset(${JSON.stringify(signals)}) as s (sequence bigint, items text[])
    where ${seesItems(viewerOf(person), sql`s.items`)}`.execute(db)
  return new Set(rows.map(({ sequence }) => sequence))
}

export const lockEvent = (tx: Tx, id: string) => lockRow(tx, 'event', id)
