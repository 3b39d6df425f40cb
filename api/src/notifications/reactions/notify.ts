import { sql } from 'kysely'
import { anyViewer, seesEvent } from '../access/queries/sight.ts'
import type { Tx } from '../kernel/db/connect.ts'
import { titleOf } from './rules.ts'

/** Tells everyone an event concerns, in one statement: once each, never its originator, and only who may see what it speaks of. */
export async function notify(tx: Tx, { event }: { event: string }): Promise<void> {
  const { rows } = await sql<{ type: string; name: string }>`select e.type, p.name from event e join person p on p.id = e.from_id where e.id = ${event} and not e.processed`.execute(tx)
  const told = rows[0]
  if (!told) return
  const title = titleOf(told.type, told.name)
  await sql`
    insert into notification (studio_id, event_id, from_id, to_id, type, title, email_subject)
    select e.studio_id, e.id, e.from_id, viewer.id, e.type, ${title}, ${title}
    from event e join viewer on viewer.id in (
      select unnest(e.notify_users) union select gp.person_id from group_person gp where gp.group_id = any (e.notify_groups))
    where e.id = ${event} and viewer.active and viewer.id <> e.from_id and ${seesEvent(anyViewer)}
      and not exists (select from person p join asset about on about.id = e.asset_id where p.id = viewer.id and p.preferences -> 'blacklist' -> 'projects' ? about.project_id)
    on conflict (event_id, to_id) do nothing`.execute(tx)
  await sql`update event set processed = true where id = ${event}`.execute(tx)
}
