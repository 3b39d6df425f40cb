// The content of mails. Visibility is checked when a mail is written and again before it is sent.
import { seesEvent } from '../../access/queries/event-visibility.ts'
import { callerColumns, withoutRequest } from '../../access/queries/visibility.ts'
import { anyViewer, serviceViewer } from '../../access/queries/viewers.ts'
import type { StoredCaller } from '../../access/rules.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import type { Preferences } from '../../users/contract.ts'
import { assembleWorkRequests } from '../../workrequests/queries/assemble.ts'
import type { StoredWorkRequest } from '../../workrequests/rules/stored.ts'
import type { MailEvent } from '../rules/group-events.ts'

/** What the changes in one mail have in common. New assets of a project are in one mail. */
export const bundleKey = (event: Sql) => sql`case ${event}.type
  when 'acr' then ${event}.project_id
  else coalesce(${event}.work_request_id, ${event}.asset_id, ${event}.project_id) end`

/** Over `event e`. */
const eventColumns = sql`
  e.id as event, e.type, e.details, seconds(e.created_at) as time,
  (select sender.name from person sender where sender.id = e.from_id) as by,
  (select json_build_object('_id', about.id, 'name', about.name, 'project', film.name)
    from asset about
      join project film on film.studio_id = about.studio_id and film.id = about.project_id
    where about.studio_id = e.studio_id and about.id = e.asset_id) as asset,
  (select json_build_object('_id', film.id, 'name', film.name)
    from project film where film.studio_id = e.studio_id and film.id = e.project_id) as project,
  (select json_build_object(
      '_id', ordered.id, 'language', ordered.language, 'territory', ordered.territory,
      'due', case when ordered.due_at is not null then json_build_object(
        'date', seconds(ordered.due_at), 'tz', ordered.due_tz) end)
    from work_request ordered
      where ordered.studio_id = e.studio_id and ordered.id = e.work_request_id) as request`

/**
 * In the order in which they happened. `now` is the time of the database. Others may refer to the
 * events while they are locked: another batch may queue them for webhooks.
 */
export async function lockUnprocessedEvents(
  tx: Tx,
  events: readonly string[],
): Promise<(MailEvent & { now: number })[]> {
  const { rows } = await sql<MailEvent & { now: number }>`
    select ${eventColumns}, seconds(now()) as now
    from event e where e.id = any (${events}) and not e.processed
    order by e.created_at, e.id for no key update of e`.execute(tx)
  return rows
}

export type MailRecipient = StoredCaller & {
  /** False until the person has accepted their invitation, and while they are disabled. */
  reachable: boolean
  mail: Preferences['mail']
  tz: string | null
  unsubscribeCode: string
}

/** Over `person p` and its `viewer`. */
export const recipientColumns = sql`
  ${callerColumns}, ${withoutRequest},
  p.registered and p.approved and p.disabled_at is null as reachable,
  p.preferences -> 'mail' as mail, p.preferences ->> 'tz' as tz,
  p.unsubscribe_code as "unsubscribeCode"`

export async function getMailRecipient(tx: Tx, person: string): Promise<MailRecipient> {
  const { rows } = await sql<MailRecipient>`
    select ${recipientColumns}
    from person p join viewer on viewer.id = p.id where p.id = ${person}`.execute(tx)
  return rows[0]!
}

export type DueNotification = MailEvent & {
  notification: string
  title: string
  due: number
  visible: boolean
  /** Waits for further changes of the same subject, not for a digest. */
  bundled: boolean
  bundle: string | null
}

/**
 * In the order of the events. The lock lets only one node write the digest. Bundled notifications
 * join a mail about the same subject that is due.
 */
export async function lockDueNotifications(tx: Tx, person: string): Promise<DueNotification[]> {
  const { rows } = await sql<DueNotification>`
    select n.id as notification, n.title, n.bundled, ${bundleKey(sql`e`)} as bundle,
      extract(epoch from n.due_at)::float8 as due,
      viewer.active and ${seesEvent(anyViewer)} as visible, ${eventColumns}
    from notification n join event e on e.studio_id = n.studio_id and e.id = n.event_id
      join viewer on viewer.id = n.to_id
    where n.to_id = ${person} and (n.due_at <= now() or n.bundled and n.due_at is not null
      and ${bundleKey(sql`e`)} in (
        select ${bundleKey(sql`about`)}
        from notification ready
          join event about on about.studio_id = ready.studio_id and about.id = ready.event_id
        where ready.to_id = ${person} and ready.bundled and ready.due_at <= now()))
    order by e.created_at, e.id for update of n`.execute(tx)
  return rows
}

/** As the service sees them: whose turn it is must not depend on what the reader can see. */
export async function findWorkRequests(
  db: Db,
  events: readonly MailEvent[],
): Promise<Map<string, StoredWorkRequest>> {
  const ids = [...new Set(events.flatMap(({ request }) => (request ? [request._id] : [])))]
  if (ids.length === 0) return new Map()
  const requests = await assembleWorkRequests(db, serviceViewer, ids)
  return new Map(requests.map((request) => [request._id, request]))
}

/** Whether the recipient can still see every event of a mail and still wants mail there. */
export async function isStillWanted(db: Db, mail: string): Promise<boolean> {
  const { rows } = await sql`
    select from mail m
    join notification n on n.mail_id = m.id
    join event e on e.studio_id = n.studio_id and e.id = n.event_id
    join viewer on viewer.id = n.to_id
    join person p on p.id = viewer.id
    where m.id = ${mail} and not (
      viewer.active and viewer.email = m.to_address
      and (p.preferences -> 'mail' -> 'enabled')::boolean and ${seesEvent(anyViewer)})
    limit 1`.execute(db)
  return rows.length === 0
}
