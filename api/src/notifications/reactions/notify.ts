import { sql } from 'kysely'
import { anyViewer, seesEvent } from '../../access/queries/visibility.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { assignSequence } from '../../kernel/events/assign-sequence.ts'
import { queueMails } from '../../kernel/mail/queue-mail.ts'
import {
  recipientColumns,
  lockUnprocessedEvent,
  findWorkRequests,
  type MailRecipient,
} from '../queries/mail.ts'
import type { MailEvent } from '../rules/group-events.ts'
import { zoneOrUtc } from '../rules/mail-body.ts'
import { nextDigest, frequencyFor } from '../rules/mail-frequency.ts'
import { titleOf } from '../rules/present.ts'
import { composeMail, type MailUrls } from './compose-mail.ts'

type NotifiedPerson = MailRecipient & { notification: string }

/**
 * Tells everyone an event concerns, writes to those who want to know at once, and hands the event
 * on. However many they are, the number of statements is the same.
 */
export const notify =
  (writing: MailUrls) =>
  async (tx: Tx, { event }: { event: string }): Promise<void> => {
    const happening = await lockUnprocessedEvent(tx, event)
    if (!happening) return
    const title = titleOf(happening.type, happening.by)
    const told = await insertNotifications(tx, event, title)
    const atOnce = told.filter(
      (person) => person.reached && frequencyFor(happening.type, person.mail) === 0,
    )
    const mails = await mailImmediately(tx, writing, { happening, title, to: atOnce })
    const waiting = told.map((person) => ({
      id: person.notification,
      mail: mails.get(person._id) ?? null,
      due: nextDigestFor(person, happening),
    }))
    await saveMailState(tx, waiting)
    await sql`update event set processed = true, digested = ${waiting.every(({ due }) => due === null)} where id = ${event}`.execute(
      tx,
    )
    await assignSequence(tx, event)
  }

/** Once each, never its originator, and only who may see what it speaks of. */
async function insertNotifications(
  tx: Tx,
  event: string,
  title: string,
): Promise<NotifiedPerson[]> {
  const { rows } = await sql<NotifiedPerson>`
    with told as (
      insert into notification (studio_id, event_id, from_id, to_id, type, title, email_subject)
      select e.studio_id, e.id, e.from_id, viewer.id, e.type, ${title}, ${title}
      from event e join viewer on viewer.id in (
        select unnest(e.notify_users) union select gp.person_id from group_person gp where gp.group_id = any (e.notify_groups))
      where e.id = ${event} and viewer.active and viewer.id <> e.from_id and ${seesEvent(anyViewer)}
        and not exists (select from person p join asset about on about.id = e.asset_id where p.id = viewer.id and p.preferences -> 'blacklist' -> 'projects' ? about.project_id)
      on conflict (event_id, to_id) do nothing
      returning id, to_id)
    select told.id as notification, ${recipientColumns} from told join person p on p.id = told.to_id`.execute(
    tx,
  )
  return rows
}

async function mailImmediately(
  tx: Tx,
  writing: MailUrls,
  { happening, title, to }: { happening: MailEvent; title: string; to: NotifiedPerson[] },
): Promise<Map<string, string>> {
  if (to.length === 0) return new Map()
  const requests = await findWorkRequests(tx, [happening])
  const posted = await queueMails(
    tx,
    to.map((person) =>
      composeMail(person, { writing, happenings: [happening], requests, pace: 0, subject: title }),
    ),
  )
  return new Map(posted.map(({ id, person }) => [person!, id]))
}

function nextDigestFor(
  person: NotifiedPerson,
  { type, now }: { type: string; now: number },
): number | null {
  const pace = person.reached ? frequencyFor(type, person.mail) : -1
  return pace === -1 || pace === 0 ? null : nextDigest(pace, now, zoneOrUtc(person.tz))
}

async function saveMailState(
  tx: Tx,
  waiting: { id: string; mail: string | null; due: number | null }[],
) {
  await sql`
    update notification n set mail_id = w.mail, sent = w.mail is not null, due_at = to_timestamp(w.due)
    from jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb) as w (id text, mail text, due float8) where n.id = w.id`.execute(
    tx,
  )
}
