// How often a sign-in may fail. The key is made from what the server knows, the account and the network, never from what the caller says.
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { tooMany } from '../../kernel/problem.ts'
import { digestOf } from '../../kernel/secret.ts'

const PER_ACCOUNT = 5
const PER_NETWORK = 100
const WINDOW = '15 minutes'
const ANY_ACCOUNT = '*'

export async function refuseWhenTooMany(db: Db, email: string, network: string): Promise<void> {
  const { rows } = await sql<{ wait: number }>`
    select extract(epoch from until - now())::float8 as wait from refused_sign_in
    where network = ${network} and until > now()
      and (subject = ${digestOf(email)} and failures >= ${PER_ACCOUNT} or subject = ${ANY_ACCOUNT} and failures >= ${PER_NETWORK})`.execute(db)
  if (rows.length) throw tooMany('Too many sign-ins failed from your network. Wait before you try again.', Math.max(...rows.map((row) => row.wait)))
}

export async function countRefusal(db: Db, email: string, network: string): Promise<void> {
  await sql`
    insert into refused_sign_in as known (subject, network, failures, until)
    select unnest(${[digestOf(email), ANY_ACCOUNT]}::text[]), ${network}, 1, now() + ${WINDOW}::interval
    on conflict (subject, network) do update set
      failures = case when known.until < now() then 1 else known.failures + 1 end,
      until = case when known.until < now() then excluded.until else known.until end`.execute(db)
}

export async function forgetRefusals(db: Db, email: string, network: string): Promise<void> {
  await sql`delete from refused_sign_in where subject = ${digestOf(email)} and network = ${network}`.execute(db)
}
