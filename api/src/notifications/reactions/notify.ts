import { seesEvent } from '../../access/queries/event-visibility.ts'
import { anyViewer } from '../../access/queries/viewers.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { lockSequence, nextSequence } from '../../kernel/events/sequence.ts'
import type { JobKind } from '../../kernel/jobs/kinds.ts'
import type { BatchJob } from '../../kernel/jobs/worker.ts'
import { queueMails } from '../../kernel/mail/queue-mail.ts'
import {
  bundleKey,
  findWorkRequests,
  lockUnprocessedEvents,
  recipientColumns,
  type MailRecipient,
} from '../queries/mail.ts'
import type { MailEvent } from '../rules/group-events.ts'
import { zoneOrUtc } from '../rules/mail-body.ts'
import { frequencyFor, nextDigest } from '../rules/mail-frequency.ts'
import { subjectOf } from '../rules/mail-subject.ts'
import { titleOf } from '../rules/present.ts'
import { composeMail, type MailUrls } from './compose-mail.ts'

const WRITE_DIGEST: JobKind = 'write-digest'

type NotifiedEvent = MailEvent & {
  now: number
  title: string
  subject: string
  people: MailRecipient[]
  /** Who gets a mail at once. */
  immediate: ReadonlySet<MailRecipient>
  /** Whether these mails wait for further changes of the same subject. */
  waits: boolean
}

type QueueDeliveries = (tx: Tx, events: readonly string[]) => Promise<void>

/**
 * Notifies everyone that events concern, mails the people who want it at once, assigns the events
 * their sequence, and queues them for webhooks. The number of statements depends neither on the
 * number of events nor on the number of people.
 */
export const notify = (urls: MailUrls, queueDeliveries: QueueDeliveries): BatchJob => ({
  batch: async (tx, payloads: { event: string }[]) => {
    const ids = payloads.map(({ event }) => event)
    await useIndexes(tx)
    const events = await lockUnprocessedEvents(tx, ids)
    const notified = events.length > 0 ? await notifyPeople(tx, urls, events) : []
    await lockSequence(tx)
    await queueDeliveries(tx, ids)
    await markProcessed(tx, ids, notified)
  },
})

/**
 * Everything here is found by keys. Statements that are planned while a studio has few events would
 * read all of them, until PostgreSQL analyzes the table.
 */
const useIndexes = (tx: Tx) => sql`set local enable_seqscan = off`.execute(tx)

async function notifyPeople(
  tx: Tx,
  urls: MailUrls,
  events: readonly (MailEvent & { now: number })[],
): Promise<NotifiedEvent[]> {
  const notified = await findPeople(tx, events, urls.mailWindow > 0)
  await insertNotifications(tx, notified, await mailImmediately(tx, urls, notified), urls)
  return notified
}

async function findPeople(
  tx: Tx,
  events: readonly (MailEvent & { now: number })[],
  mayWait: boolean,
): Promise<NotifiedEvent[]> {
  const { rows } = await selectConcerned(events.map(({ event }) => event)).execute(tx)
  const byEvent = new Map<string, MailRecipient[]>(events.map(({ event }) => [event, []]))
  for (const { events: seen, ...person } of rows)
    for (const event of seen) byEvent.get(event)!.push(person)
  return events.map((event) => {
    const title = titleOf(event.type, event.by, event.details)
    const people = byEvent.get(event.event)!
    const immediate = new Set(
      people.filter(({ reachable, mail }) => reachable && frequencyFor(event.type, mail) === 0),
    )
    const waits = mayWait && (event.request ?? event.asset ?? event.project) !== null
    return { ...event, title, subject: subjectOf(event, title), people, immediate, waits }
  })
}

/**
 * One each, except for the originator and people who cannot see the event or muted its project. The
 * checks of a file can end long after its upload, so the uploader is notified too. Nobody causes a
 * reminder, and a vendor that does not answer also concerns the person who assigned it. A changed
 * field (`wch`) updates pages that are open, and notifies nobody.
 */
const selectConcerned = (events: readonly string[]) => sql<MailRecipient & { events: string[] }>`
  with about as materialized (
    select e.*, member.id as member_id
    from event e
    cross join lateral (
      select unnest(e.notify_users) as id
      union
      select gp.person_id from group_person gp where gp.group_id = any (e.notify_groups)) member
    where e.id = any (${events}) and e.type <> 'wch'
      and (member.id <> e.from_id or e.type = 'wnr'
        or e.details ->> 'cause' in ('checks-passed', 'deadline'))),
  -- What people may see is read once for all events.
  viewer as materialized (
    select * from viewer where active and id in (select member_id from about))
  select ${recipientColumns}, concerned.events
  from (
    select viewer.id, array_agg(e.id) as events
    from about e join viewer on viewer.id = e.member_id join person p on p.id = viewer.id
    where ${seesEvent(anyViewer)}
      and not coalesce(p.preferences -> 'blacklist' -> 'projects'
        ? coalesce(e.project_id, (
          select about.project_id from asset about where about.id = e.asset_id)), false)
    group by viewer.id) concerned
  join viewer on viewer.id = concerned.id
  join person p on p.id = viewer.id`

/** Writes the mails that do not wait. Returns their ids by `keyOf`. */
async function mailImmediately(
  tx: Tx,
  urls: MailUrls,
  notified: readonly NotifiedEvent[],
): Promise<Map<string, string>> {
  const mailed = notified.flatMap((event) =>
    event.waits ? [] : [...event.immediate].map((person) => ({ event, person })),
  )
  if (mailed.length === 0) return new Map()
  const requests = await findWorkRequests(
    tx,
    mailed.map(({ event }) => event),
  )
  const queued = await queueMails(
    tx,
    mailed.map(({ event, person }) =>
      composeMail(person, {
        urls,
        events: [event],
        requests,
        frequency: 0,
        subject: event.subject,
      }),
    ),
  )
  return new Map(
    mailed.map(({ event, person }, index) => [keyOf(event, person), queued[index]!.id]),
  )
}

const keyOf = (event: NotifiedEvent, person: MailRecipient) => `${event.event} ${person._id}`

/** With when each is mailed, or the mail that it is in. */
async function insertNotifications(
  tx: Tx,
  notified: readonly NotifiedEvent[],
  mails: ReadonlyMap<string, string>,
  { mailWindow }: MailUrls,
) {
  const notifications = notified.flatMap((event) =>
    event.people.map((person) => ({
      event: event.event,
      person: person._id,
      title: event.title,
      subject: event.subject,
      mail: mails.get(keyOf(event, person)) ?? null,
      due: nextDigestFor(person, event),
      waits: event.waits && event.immediate.has(person),
    })),
  )
  if (notifications.length === 0) return
  await insertRows(JSON.stringify(notifications), mailWindow).execute(tx)
}

/**
 * now() is the same for the whole batch, but notifications have the order of their events.
 * Changes of one work request, asset or project within a few minutes arrive as one mail: the first
 * sets its time, and later ones join it, so nothing waits longer than the window. The changes are
 * found by their subject, because a person can have thousands of notifications that wait.
 */
const insertRows = (rows: string, window: number) => sql`
  with planned as materialized (
    select e.studio_id, e.id as event_id, e.from_id, input.person, e.type, input.title,
      input.subject, input.mail, input.waits,
      case when input.waits then coalesce(
          first.due_at, now() + make_interval(secs => ${window}))
        else to_timestamp(input.due) end as due_at,
      input.waits and first.due_at is null as is_first
    from jsonb_to_recordset(${rows}::jsonb)
      as input (event text, person text, title text, subject text, mail text, due float8,
        waits boolean)
    join event e on e.id = input.event
    left join lateral (
      select min(waiting.due_at) as due_at
      from event about
      cross join lateral (
        select n.due_at from notification n
        where n.studio_id = about.studio_id and n.event_id = about.id
          and n.to_id = input.person and n.bundled and n.due_at > now()
        offset 0) waiting
      where input.waits and ${bundleKey(sql`about`)} = ${bundleKey(sql`e`)}
        and about.processed and not about.digested) first on true
    order by e.created_at, e.id),
  notified as (
    insert into notification (studio_id, event_id, from_id, to_id, type, title, email_subject,
      mail_id, sent, bundled, due_at, created_at)
    select studio_id, event_id, from_id, person, type, title, subject, mail, mail is not null,
      waits, due_at, clock_timestamp()
    from planned
    on conflict (studio_id, event_id, to_id) do nothing)
  insert into job (kind, payload, run_at)
  select distinct ${WRITE_DIGEST}::text, jsonb_build_object('person', person), due_at
  from planned where is_first`

function nextDigestFor(
  { reachable, mail, tz }: MailRecipient,
  { type, now }: { type: MailEvent['type']; now: number },
): number | null {
  const frequency = reachable ? frequencyFor(type, mail) : -1
  return frequency === -1 || frequency === 0 ? null : nextDigest(frequency, now, zoneOrUtc(tz))
}

/**
 * Also gives the events their sequence numbers, because each update of an event writes ten indexes.
 * An event that was processed before only becomes pushed. Without the ids, a plan for few events
 * reads all of them.
 */
async function markProcessed(
  tx: Tx,
  ids: readonly string[],
  notified: readonly NotifiedEvent[],
): Promise<void> {
  const digested = new Map(notified.map((event) => [event.event, !waitsForMail(event)]))
  const states = ids.map((id) => ({ id, digested: digested.get(id) }))
  await sql`
    update event set processed = true, pushed = true,
      digested = coalesce(numbered.digested, event.digested),
      sequence = coalesce(event.sequence, numbered.sequence)
    from (
      select state.id, state.digested, ${nextSequence} as sequence
      from jsonb_to_recordset(${JSON.stringify(states)}::jsonb)
        as state (id text, digested boolean)) numbered
    where event.id = numbered.id and event.id = any (${ids})`.execute(tx)
}

const waitsForMail = (event: NotifiedEvent): boolean =>
  (event.waits && event.immediate.size > 0) ||
  event.people.some((person) => nextDigestFor(person, event) !== null)
