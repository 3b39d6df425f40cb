// Counts attempts in the database, so that all processes share the limits.
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { tooMany } from '../contract/problem.ts'
import { digestSecret } from './secret.ts'

/** At most `max` attempts on a subject from a network within `minutes`. */
export type AttemptLimit = { subject: string; network: string; max: number; minutes: number }
type Count = { subject: string; network: string; failures: number; wait: number }

/** As the network of a limit: all networks together. */
export const ANY_NETWORK = '*'
const ANY_ACCOUNT = '*'
const TOO_MANY_FAILURES = 'Too many failed sign-ins from your network. Try again later.'

/** Wrong passwords, for one account and for all accounts from the same network. */
export const signInLimits = (email: string, network: string): AttemptLimit[] => [
  { subject: digestSecret(email), network, max: 5, minutes: 15 },
  { subject: ANY_ACCOUNT, network, max: 100, minutes: 15 },
]

export const limited = (limits: AttemptLimit[], detail = TOO_MANY_FAILURES) => ({ limits, detail })
type Limited = ReturnType<typeof limited>

export async function rejectWhenLimited(db: Db, { limits, detail }: Limited): Promise<void> {
  const { rows } = await sql<Count>`
    select subject, network, failures, ${wait} as wait
    from failed_sign_in
    join unnest(${limits.map((limit) => limit.subject)}::text[],
      ${limits.map((limit) => limit.network)}::text[]) as attempted (subject, network)
      using (subject, network)
    where until > now()`.execute(db)
  rejectIfAny(
    rows.filter((count) => count.failures >= maxOf(limits, count)),
    detail,
  )
}

/** Concurrent attempts beyond the limit get 429 and do not learn whether they were right. */
export async function countAttempt(db: Db, { limits, detail }: Limited): Promise<void> {
  const { rows } = await sql<Count>`
    insert into failed_sign_in as saved (subject, network, failures, until)
    select subject, network, 1, now() + make_interval(mins => minutes)
    from unnest(${limits.map((limit) => limit.subject)}::text[],
      ${limits.map((limit) => limit.network)}::text[],
      ${limits.map((limit) => limit.minutes)}::int[]) as attempted (subject, network, minutes)
    on conflict (subject, network) do update set
      failures = case when saved.until < now() then 1 else saved.failures + 1 end,
      until = case when saved.until < now() then excluded.until else saved.until end
    returning subject, network, failures, ${wait} as wait`.execute(db)
  rejectIfAny(
    rows.filter((count) => count.failures > maxOf(limits, count)),
    detail,
  )
}

export async function clearAttempts(
  db: Db,
  { subject, network }: Pick<AttemptLimit, 'subject' | 'network'>,
): Promise<void> {
  await sql`
    delete from failed_sign_in
    where subject = ${subject} and network = ${network}`.execute(db)
}

const wait = sql`extract(epoch from until - now())::float8`

const maxOf = (limits: AttemptLimit[], { subject, network }: Count) =>
  limits.find((limit) => limit.subject === subject && limit.network === network)!.max

function rejectIfAny(exceeded: Count[], detail: string) {
  if (exceeded.length) throw tooMany(detail, Math.max(...exceeded.map((count) => count.wait)))
}
