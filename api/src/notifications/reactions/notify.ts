import { sql } from 'kysely'
import { anyViewer, seesEvent } from '../../access/queries/sight.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { handOn } from '../../kernel/events/hand-on.ts'
import { postAll } from '../../kernel/mail/post.ts'
import { addressee, findUntold, requestsBehind, type Addressee } from '../queries/happenings.ts'
import type { Happening } from '../rules/fold.ts'
import { zoneOr } from '../rules/letter.ts'
import { nextDigest, paceOf } from '../rules/pace.ts'
import { titleOf } from '../rules/present.ts'
import { letterTo, type Writing } from './letter.ts'

type Told = Addressee & { notification: string }

/**
 * Tells everyone an event concerns, writes to those who want to know at once, and hands the event
 * on. However many they are, the number of statements is the same.
 */
export const notify =
  (writing: Writing) =>
  async (tx: Tx, { event }: { event: string }): Promise<void> => {
    const happening = await findUntold(tx, event)
    if (!happening) return
    const title = titleOf(happening.type, happening.by)
    const told = await tell(tx, event, title)
    const atOnce = told.filter(
      (person) => person.reached && paceOf(happening.type, person.mail) === 0,
    )
    const mails = await write(tx, writing, { happening, title, to: atOnce })
    const waiting = told.map((person) => ({
      id: person.notification,
      mail: mails.get(person._id) ?? null,
      due: dueFor(person, happening),
    }))
    await keep(tx, waiting)
    await sql`update event set processed = true, digested = ${waiting.every(({ due }) => due === null)} where id = ${event}`.execute(
      tx,
    )
    await handOn(tx, event)
  }

/** Once each, never its originator, and only who may see what it speaks of. */
async function tell(tx: Tx, event: string, title: string): Promise<Told[]> {
  const { rows } = await sql<Told>`
    with told as (
      insert into notification (studio_id, event_id, from_id, to_id, type, title, email_subject)
      select e.studio_id, e.id, e.from_id, viewer.id, e.type, ${title}, ${title}
      from event e join viewer on viewer.id in (
        select unnest(e.notify_users) union select gp.person_id from group_person gp where gp.group_id = any (e.notify_groups))
      where e.id = ${event} and viewer.active and viewer.id <> e.from_id and ${seesEvent(anyViewer)}
        and not exists (select from person p join asset about on about.id = e.asset_id where p.id = viewer.id and p.preferences -> 'blacklist' -> 'projects' ? about.project_id)
      on conflict (event_id, to_id) do nothing
      returning id, to_id)
    select told.id as notification, ${addressee} from told join person p on p.id = told.to_id`.execute(
    tx,
  )
  return rows
}

async function write(
  tx: Tx,
  writing: Writing,
  { happening, title, to }: { happening: Happening; title: string; to: Told[] },
): Promise<Map<string, string>> {
  if (to.length === 0) return new Map()
  const requests = await requestsBehind(tx, [happening])
  const posted = await postAll(
    tx,
    to.map((person) =>
      letterTo(person, { writing, happenings: [happening], requests, pace: 0, subject: title }),
    ),
  )
  return new Map(posted.map(({ id, person }) => [person!, id]))
}

function dueFor(person: Told, { type, now }: { type: string; now: number }): number | null {
  const pace = person.reached ? paceOf(type, person.mail) : -1
  return pace === -1 || pace === 0 ? null : nextDigest(pace, now, zoneOr(person.tz))
}

async function keep(tx: Tx, waiting: { id: string; mail: string | null; due: number | null }[]) {
  await sql`
    update notification n set mail_id = w.mail, sent = w.mail is not null, due_at = to_timestamp(w.due)
    from jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb) as w (id text, mail text, due float8) where n.id = w.id`.execute(
    tx,
  )
}
