import { sql } from 'kysely'
import { anyViewer, seesEvent } from '../../access/queries/visibility.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { assignSequence } from '../../kernel/events/assign-sequence.ts'
import { queueMails } from '../../kernel/mail/queue-mail.ts'
import {
  findWorkRequests,
  lockUnprocessedEvent,
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

/**
 * Notifies everyone an event concerns, mails the people who want it at once, and assigns the event
 * its sequence. The number of statements does not depend on the number of people.
 */
export const notify =
  (urls: MailUrls) =>
  async (tx: Tx, { event: id }: { event: string }): Promise<void> => {
    const event = await lockUnprocessedEvent(tx, id)
    if (!event) return
    const title = titleOf(event.type, event.by, event.told)
    const subject = subjectOf(event, title)
    const people = await insertNotifications(tx, id, title, subject)
    const immediate = people.filter(
      ({ reachable, mail }) => reachable && frequencyFor(event.type, mail) === 0,
    )
    const waits = urls.mailWindow > 0 && (event.request ?? event.asset ?? event.project) !== null
    const mails = await mailImmediately(tx, urls, { event, subject, to: waits ? [] : immediate })
    const states = people.map((person) => ({
      id: person.notification,
      mail: mails.get(person._id) ?? null,
      due: nextDigestFor(person, event),
    }))
    await saveMailStates(tx, states)
    const bundled = waits ? immediate.map(({ notification }) => notification) : []
    await bundleMails(tx, bundled, urls.mailWindow)
    const digested = bundled.length === 0 && states.every(({ due }) => due === null)
    await sql`
      update event set processed = true, digested = ${digested} where id = ${id}`.execute(tx)
    await assignSequence(tx, id)
  }

/**
 * One each, except for the originator and people who cannot see the event or muted its project. The
 * checks of a file can end long after its upload, so the uploader is notified too. Nobody causes a
 * reminder, and a vendor that does not answer also concerns the person who assigned it.
 */
async function insertNotifications(
  tx: Tx,
  event: string,
  title: string,
  subject: string,
): Promise<NotifiedPerson[]> {
  const { rows } = await sql<NotifiedPerson>`
    with notified as (
      insert into notification (studio_id, event_id, from_id, to_id, type, title, email_subject)
      select e.studio_id, e.id, e.from_id, viewer.id, e.type, ${title}, ${subject}
      from event e join viewer on viewer.id in (
        select unnest(e.notify_users)
        union
        select gp.person_id from group_person gp where gp.group_id = any (e.notify_groups))
      where e.id = ${event} and viewer.active
        and (viewer.id <> e.from_id or e.type = 'wnr'
          or e.told ->> 'cause' in ('checks-passed', 'deadline'))
        and ${seesEvent(anyViewer)}
        and not exists (
          select from person p
          where p.id = viewer.id and p.preferences -> 'blacklist' -> 'projects'
            ? coalesce(e.project_id, (
              select about.project_id from asset about where about.id = e.asset_id)))
      on conflict (event_id, to_id) do nothing
      returning id, to_id)
    select notified.id as notification, ${recipientColumns}
    from notified join person p on p.id = notified.to_id join viewer on viewer.id = p.id`.execute(
    tx,
  )
  return rows
}

async function mailImmediately(
  tx: Tx,
  urls: MailUrls,
  { event, subject, to }: { event: MailEvent; subject: string; to: NotifiedPerson[] },
): Promise<Map<string, string>> {
  if (to.length === 0) return new Map()
  const requests = await findWorkRequests(tx, [event])
  const mails = to.map((person) =>
    composeMail(person, { urls, events: [event], requests, frequency: 0, subject }),
  )
  const queued = await queueMails(tx, mails)
  return new Map(queued.map(({ id, person }) => [person!, id]))
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
  await sql`
    update notification n
    set mail_id = state.mail, sent = state.mail is not null, due_at = to_timestamp(state.due)
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb)
      as state (id text, mail text, due float8)
    where n.id = state.id`.execute(tx)
}
