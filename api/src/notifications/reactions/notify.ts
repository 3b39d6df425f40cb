import { sql } from 'kysely'
import { seesEvent } from '../../access/queries/event-visibility.ts'
import { anyViewer } from '../../access/queries/visibility.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { lockSequence, nextSequence } from '../../kernel/events/sequence.ts'
import type { BatchJob } from '../../kernel/jobs/worker.ts'
import { queueMails } from '../../kernel/mail/queue-mail.ts'
import {
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
import { bundleMails } from './bundles.ts'
import { composeMail, type MailUrls } from './compose-mail.ts'

type NotifiedPerson = MailRecipient & { notification: string }
type NotifiedEvent = MailEvent & {
  now: number
  title: string
  subject: string
  people: NotifiedPerson[]
  /** Who gets a mail at once. */
  immediate: NotifiedPerson[]
  /** Whether these mails wait for further changes of the same subject. */
  waits: boolean
}

/**
 * Notifies everyone that events concern, mails the people who want it at once, and assigns the
 * events their sequence. The number of statements depends neither on the number of events nor on the
 * number of people.
 */
export const notify = (urls: MailUrls): BatchJob => ({
  batch: async (tx, payloads: { event: string }[]) => {
    const events = await lockUnprocessedEvents(
      tx,
      payloads.map(({ event }) => event),
    )
    if (events.length === 0) return
    const notified = await insertNotifications(tx, events, urls.mailWindow > 0)
    await mailImmediately(tx, urls, notified)
    await bundleMails(
      tx,
      notified.flatMap(({ waits, immediate }) =>
        waits ? immediate.map(({ notification }) => notification) : [],
      ),
      urls.mailWindow,
    )
    await markProcessed(tx, notified)
  },
})

async function insertNotifications(
  tx: Tx,
  events: readonly (MailEvent & { now: number })[],
  mayWait: boolean,
): Promise<NotifiedEvent[]> {
  const titled = events.map((event) => {
    const title = titleOf(event.type, event.by, event.told)
    return { ...event, title, subject: subjectOf(event, title) }
  })
  const rows = await insertRows(
    tx,
    titled.map(({ event, title, subject }) => ({ id: event, title, subject })),
  )
  const byEvent = Map.groupBy(rows, ({ event }) => event)
  return titled.map((event) => {
    const people = byEvent.get(event.event) ?? []
    const immediate = people.filter(
      ({ reachable, mail }) => reachable && frequencyFor(event.type, mail) === 0,
    )
    const waits = mayWait && (event.request ?? event.asset ?? event.project) !== null
    return { ...event, people, immediate, waits }
  })
}

type TitledEvent = { id: string; title: string; subject: string }

/** now() is the same for the whole batch, but notifications have the order of their events. */
async function insertRows(
  tx: Tx,
  events: readonly TitledEvent[],
): Promise<(NotifiedPerson & { event: string })[]> {
  const { rows } = await sql<NotifiedPerson & { event: string }>`
    with notified as (
      insert into notification (
        studio_id, event_id, from_id, to_id, type, title, email_subject, created_at)
      select studio_id, event_id, from_id, to_id, type, title, subject, clock_timestamp()
      from (${concernedPeople(events)}) concerned
      on conflict (event_id, to_id) do nothing
      returning id, event_id, to_id)
    select notified.id as notification, notified.event_id as event, ${recipientColumns}
    from notified join person p on p.id = notified.to_id join viewer on viewer.id = p.id`.execute(
    tx,
  )
  return rows
}

/**
 * One each, except for the originator and people who cannot see the event or muted its project. The
 * checks of a file can end long after its upload, so the uploader is notified too. Nobody causes a
 * reminder, and a vendor that does not answer also concerns the person who assigned it. A changed
 * field (`wch`) updates pages that are open, and notifies nobody.
 */
const concernedPeople = (events: readonly TitledEvent[]) => sql`
  select e.studio_id, e.id as event_id, e.from_id, viewer.id as to_id, e.type, given.title,
    given.subject
  from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
    as given (id text, title text, subject text)
  join event e on e.id = given.id
  cross join lateral (
    select unnest(e.notify_users) as id
    union
    select gp.person_id from group_person gp where gp.group_id = any (e.notify_groups)) member
  join viewer on viewer.id = member.id
  where viewer.active and e.type <> 'wch'
    and (viewer.id <> e.from_id or e.type = 'wnr'
      or e.told ->> 'cause' in ('checks-passed', 'deadline'))
    and ${seesEvent(anyViewer)}
    and not exists (
      select from person p
      where p.id = viewer.id and p.preferences -> 'blacklist' -> 'projects'
        ? coalesce(e.project_id, (
          select about.project_id from asset about where about.id = e.asset_id)))
  order by e.created_at, e.id`

/** Writes the mails that do not wait, and saves when each notification is mailed. */
async function mailImmediately(tx: Tx, urls: MailUrls, notified: readonly NotifiedEvent[]) {
  const mailed = notified.flatMap((event) =>
    event.waits ? [] : event.immediate.map((person) => ({ event, person })),
  )
  const requests = await findWorkRequests(
    tx,
    mailed.map(({ event }) => event),
  )
  const mails = mailed.map(({ event, person }) =>
    composeMail(person, { urls, events: [event], requests, frequency: 0, subject: event.subject }),
  )
  const queued = mails.length ? await queueMails(tx, mails) : []
  const mailOf = new Map(
    mailed.map(({ person }, index) => [person.notification, queued[index]!.id]),
  )
  await saveMailStates(
    tx,
    notified.flatMap((event) =>
      event.people.map((person) => ({
        id: person.notification,
        mail: mailOf.get(person.notification) ?? null,
        due: nextDigestFor(person, event),
      })),
    ),
  )
}

function nextDigestFor(
  { reachable, mail, tz }: NotifiedPerson,
  { type, now }: { type: string; now: number },
): number | null {
  const frequency = reachable ? frequencyFor(type, mail) : -1
  return frequency === -1 || frequency === 0 ? null : nextDigest(frequency, now, zoneOrUtc(tz))
}

async function saveMailStates(
  tx: Tx,
  states: { id: string; mail: string | null; due: number | null }[],
) {
  if (states.every(({ mail, due }) => mail === null && due === null)) return
  await sql`
    update notification n
    set mail_id = state.mail, sent = state.mail is not null, due_at = to_timestamp(state.due)
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb)
      as state (id text, mail text, due float8)
    where n.id = state.id`.execute(tx)
}

/** Also gives the events their sequence numbers, because each update of an event writes ten indexes. */
async function markProcessed(tx: Tx, notified: readonly NotifiedEvent[]) {
  const states = notified.map((event) => ({
    id: event.event,
    digested:
      !(event.waits && event.immediate.length > 0) &&
      event.people.every((person) => nextDigestFor(person, event) === null),
  }))
  await lockSequence(tx)
  await sql`
    update event set processed = true, digested = numbered.digested,
      sequence = coalesce(event.sequence, numbered.sequence)
    from (
      select state.id, state.digested, ${nextSequence} as sequence
      from jsonb_to_recordset(${JSON.stringify(states)}::jsonb)
        as state (id text, digested boolean)) numbered
    where event.id = numbered.id`.execute(tx)
}
