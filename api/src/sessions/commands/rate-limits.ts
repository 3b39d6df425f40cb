// Limits failed sign-ins and password reset requests per account and network.
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { tooMany } from '../../kernel/http/contract/problem.ts'
import { digestSecret } from '../../kernel/http/auth/secret.ts'

const MAX_PER_ACCOUNT = 5
const MAX_PER_NETWORK = 100
const WINDOW = '15 minutes'
const ANY_ACCOUNT = '*'
/** Counted separately: people who failed to sign in too often are likely to need a reset. */
const ANY_RESET = 'forgotten *'

type Count = { subject: string; failures: number; wait: number }
const limitOf = ({ subject }: Count) =>
  subject === ANY_ACCOUNT || subject === ANY_RESET ? MAX_PER_NETWORK : MAX_PER_ACCOUNT
const TOO_MANY_FAILURES = 'Too many failed sign-ins from your network. Try again later.'
const TOO_MANY_RESETS = 'Too many password reset requests from your network. Try again later.'
const wait = sql`extract(epoch from until - now())::float8`

export async function rejectWhenRateLimited(db: Db, email: string, network: string): Promise<void> {
  const { rows } = await sql<Count>`
    select subject, failures, ${wait} as wait from failed_sign_in
    where network = ${network} and until > now()
      and subject in (${digestSecret(email)}, ${ANY_ACCOUNT})`.execute(db)
  rejectIfAny(
    rows.filter((count) => count.failures >= limitOf(count)),
    TOO_MANY_FAILURES,
  )
}

/** Concurrent attempts beyond the limit get 429 and do not learn whether they were right. */
export const countFailedSignIn = (db: Db, email: string, network: string) =>
  countAttempt(db, {
    subjects: [digestSecret(email), ANY_ACCOUNT],
    network,
    detail: TOO_MANY_FAILURES,
  })

export const countResetRequest = (db: Db, email: string, network: string) =>
  countAttempt(db, {
    subjects: [digestSecret(`forgotten ${email}`), ANY_RESET],
    network,
    detail: TOO_MANY_RESETS,
  })

async function countAttempt(
  db: Db,
  { subjects, network, detail }: { subjects: string[]; network: string; detail: string },
): Promise<void> {
  const { rows } = await sql<Count>`
    insert into failed_sign_in as known (subject, network, failures, until)
    select unnest(${subjects}::text[]), ${network}, 1, now() + ${WINDOW}::interval
    on conflict (subject, network) do update set
      failures = case when known.until < now() then 1 else known.failures + 1 end,
      until = case when known.until < now() then excluded.until else known.until end
    returning subject, failures, ${wait} as wait`.execute(db)
  rejectIfAny(
    rows.filter((count) => count.failures > limitOf(count)),
    detail,
  )
}

function rejectIfAny(exceeded: Count[], detail: string) {
  if (exceeded.length) throw tooMany(detail, Math.max(...exceeded.map((count) => count.wait)))
}

export async function clearFailedSignIns(db: Db, email: string, network: string): Promise<void> {
  await sql`
    delete from failed_sign_in
    where subject = ${digestSecret(email)} and network = ${network}`.execute(db)
}
