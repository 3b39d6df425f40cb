// How often a sign-in may fail, and a mail with a new password be asked for. The key is made from
// what the server knows, the account and the network, never from what the caller says.
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { tooMany } from '../../kernel/http/contract/problem.ts'
import { digestSecret } from '../../kernel/http/auth/secret.ts'

const PER_ACCOUNT = 5
const PER_NETWORK = 100
const WINDOW = '15 minutes'
const ANY_ACCOUNT = '*'
/** Counted apart: who failed to sign in too often is the very person who forgot their password. */
const ANY_FORGOTTEN = 'forgotten *'

type Count = { subject: string; failures: number; wait: number }
const limitOf = ({ subject }: Count) =>
  subject === ANY_ACCOUNT || subject === ANY_FORGOTTEN ? PER_NETWORK : PER_ACCOUNT
const FAILED = 'Too many sign-ins failed from your network. Wait before you try again.'
const ASKED = 'This was asked for too often from your network. Wait before you try again.'
const wait = sql`extract(epoch from until - now())::float8`

export async function rejectWhenRateLimited(db: Db, email: string, network: string): Promise<void> {
  const { rows } = await sql<Count>`
    select subject, failures, ${wait} as wait from failed_sign_in
    where network = ${network} and until > now() and subject in (${digestSecret(email)}, ${ANY_ACCOUNT})`.execute(
    db,
  )
  refuse(
    rows.filter((count) => count.failures >= limitOf(count)),
    FAILED,
  )
}

/** Of many that fail at once, those past the limit learn no more than that they are too many. */
export const countFailedSignIn = (db: Db, email: string, network: string) =>
  countOne(db, { subjects: [digestSecret(email), ANY_ACCOUNT], network, detail: FAILED })

export const countResetRequest = (db: Db, email: string, network: string) =>
  countOne(db, {
    subjects: [digestSecret(`forgotten ${email}`), ANY_FORGOTTEN],
    network,
    detail: ASKED,
  })

async function countOne(
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
  refuse(
    rows.filter((count) => count.failures > limitOf(count)),
    detail,
  )
}

function refuse(full: Count[], detail: string) {
  if (full.length) throw tooMany(detail, Math.max(...full.map((count) => count.wait)))
}

export async function clearFailedSignIns(db: Db, email: string, network: string): Promise<void> {
  await sql`delete from failed_sign_in where subject = ${digestSecret(email)} and network = ${network}`.execute(
    db,
  )
}
