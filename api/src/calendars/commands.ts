import type { Db, Tx } from '../kernel/db/connect.ts'
import { sql } from '../kernel/db/sql.ts'
import { countAttempt, limited } from '../kernel/http/auth/attempt-limits.ts'
import { digestSecret, newSecret } from '../kernel/http/auth/secret.ts'
import type { Caller } from '../kernel/http/contract/caller.ts'
import { conflict, notFound } from '../kernel/http/contract/problem.ts'
import type { Calendar } from './contract.ts'

const MAX_CALENDARS = 20

export async function createCalendar(
  tx: Tx,
  { name, by, publicUrl }: { name: string; by: Caller; publicUrl: string },
): Promise<Calendar & { url: string }> {
  const secret = newSecret()
  const { rows } = await sql<Calendar>`
    insert into calendar_feed (person_id, name, digest)
    select ${by._id}, ${name}, ${digestSecret(secret)}
    where (select count(*) from calendar_feed where person_id = ${by._id}) < ${MAX_CALENDARS}
    returning id as "_id", name, seconds(created_at) as created, null::int as used`.execute(tx)
  if (!rows[0])
    throw conflict(
      'calendar.too-many',
      `You have ${MAX_CALENDARS} calendar subscriptions. Revoke one first.`,
    )
  return { ...rows[0], url: `${publicUrl}/api/calendars/${secret}.ics` }
}

export async function removeCalendar(tx: Tx, { id, by }: { id: string; by: Caller }) {
  const { rows } = await sql`
    delete from calendar_feed where id = ${id} and person_id = ${by._id} returning 1`.execute(tx)
  if (!rows.length) throw notFound('calendar')
  return { _id: id, removed: true as const }
}

/** Nobody has to sign in, so reads are limited for each network, also those with a wrong code. */
export const countCalendarRead = (db: Db, network: string) =>
  countAttempt(
    db,
    limited(
      [{ subject: 'calendar *', network, max: 300, minutes: 15 }],
      'Too many calendar requests from your network. Try again later.',
    ),
  )
