import { reminderAudience, type Audience } from '../../access/queries/audience.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { emit } from '../../kernel/events/emit.ts'
import { DEFAULT_REMINDERS } from '../../studios/rules.ts'
import type { ReminderRecipient } from '../../studios/contract.ts'

type DueReminder = {
  request: string
  studio: string
  asset: string
  owner: string
  deadline: 'due' | 'delivery'
  hours: number
  recipients: ReminderRecipient[]
}

/**
 * Runs every few minutes. The rows of `reminder` make sure that each reminder is sent once, by one
 * node, and that a changed deadline has its own. A reminder that is more than a day late, for
 * example because the service was down, is not sent.
 */
export async function sendReminders(tx: Tx): Promise<void> {
  const { rows } = await sql<DueReminder>`
    with deadlines as (
      select w.*, named.deadline, named.at,
        coalesce(s.settings -> 'reminders', ${JSON.stringify(DEFAULT_REMINDERS)}::jsonb) as rules
      from work_request w join studio s on s.id = w.studio_id
      cross join lateral (values
        ('due', w.due_at),
        ('delivery', case when w.deadline_at is distinct from w.due_at then w.deadline_at end)
      ) named (deadline, at)
      where w.status not in ('incomplete', 'complete', 'cancelled') and named.at is not null),
    planned as (
      select d.*, offsets.hours, d.at + make_interval(hours => offsets.hours) as moment
      from deadlines d cross join lateral (
        select -value::int as hours from jsonb_array_elements_text(d.rules -> 'before') value
        union select value::int from jsonb_array_elements_text(d.rules -> 'after') value) offsets),
    sent as (
      insert into reminder (studio_id, work_request_id, deadline, at, offset_hours)
      select studio_id, id, deadline, at, hours from planned
      where moment <= now() and moment > now() - interval '1 day'
        and moment >= coalesce(submitted_at, created_at) and (hours >= 0 or now() < at)
      on conflict do nothing
      returning work_request_id, deadline, offset_hours)
    select p.id as request, p.studio_id as studio, p.asset_id as asset, p.owner_id as owner,
      p.deadline, p.hours, p.rules -> 'recipients' as recipients
    from sent join planned p on p.id = sent.work_request_id and p.deadline = sent.deadline
      and p.hours = sent.offset_hours
    order by p.at, p.id`.execute(tx)
  for (const reminder of rows) await remind(tx, reminder)
}

async function remind(tx: Tx, reminder: DueReminder): Promise<void> {
  const { request, studio, asset, owner, deadline, hours, recipients } = reminder
  const notify: Audience = await reminderAudience(tx, request, recipients)
  await emit(tx, {
    type: 'wdu',
    from: owner,
    studio,
    asset,
    workRequest: request,
    details: { cause: 'deadline', deadline, hours: String(hours) },
    notify,
  })
}
