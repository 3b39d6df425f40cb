import type { Db, Tx } from '../kernel/db/connect.ts'
import { asc } from '../kernel/db/order.ts'
import { findOne, listPage } from '../kernel/db/page.ts'
import { sql } from '../kernel/db/sql.ts'
import { notFound } from '../kernel/http/contract/problem.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import type { Passkey } from './contract.ts'

const columns = sql`k.id as "_id", k.name, seconds(k.created_at) as created,
  seconds(k.used_at) as used, k.backup_eligible as synced, k.backed_up as "backedUp"`
const from = sql`passkey k`

export const listPasskeys = (db: Db, person: string, range: Range): Promise<Page<Passkey>> =>
  listPage(db, range, {
    columns,
    from,
    where: sql`k.person_id = ${person}`,
    order: asc(sql`k.created_at`, sql`k.id`),
    key: sql`k.id`,
  })

export async function getPasskey(db: Db, person: string, id: string): Promise<Passkey> {
  const passkey = await findOne<Passkey>(db, {
    columns,
    from,
    where: sql`k.id = ${id} and k.person_id = ${person}`,
  })
  if (!passkey) throw notFound('passkey')
  return passkey
}

export type StoredPasskey = {
  id: string
  person: string
  email: string
  credentialId: string
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  transports: string[]
}

const credentialColumns = sql`k.id, k.person_id as person, p.email, k.credential_id as "credentialId",
  k.public_key as "publicKey", k.counter::float8 as counter, k.transports`

export async function findPasskey(
  db: Db,
  credentialId: string,
): Promise<StoredPasskey | undefined> {
  const { rows } = await sql<StoredPasskey>`
    select ${credentialColumns} from passkey k join person p on p.id = k.person_id
    where k.credential_id = ${credentialId}`.execute(db)
  return rows[0]
}

export async function listCredentials(
  db: Db,
  person: string,
): Promise<{ id: string; transports: string[] }[]> {
  const { rows } = await sql<{ id: string; transports: string[] }>`
    select credential_id as id, transports from passkey where person_id = ${person}
    order by id`.execute(db)
  return rows
}

export type Purpose = 'register' | 'sign-in' | 'second-factor' | 'verification'
type Challenge = { challenge: string; purpose: Purpose; person: string | null }

/** Also removes expired challenges, which nobody answers any more. */
export async function insertChallenge(db: Db, { challenge, purpose, person }: Challenge) {
  await sql`delete from passkey_challenge where expires_at < now()`.execute(db)
  await sql`insert into passkey_challenge (challenge, purpose, person_id)
    values (${challenge}, ${purpose}, ${person})`.execute(db)
}

/** A challenge works once, even for concurrent requests. */
export async function consumeChallenge(
  db: Db,
  { challenge, purpose, person }: Challenge,
): Promise<boolean> {
  const { rows } = await sql`
    delete from passkey_challenge
    where challenge = ${challenge} and purpose = ${purpose}
      and person_id is not distinct from ${person} and expires_at > now()
    returning 1`.execute(db)
  return rows.length > 0
}

/** False if another request used the same counter: one of the two is a copy or a replay. */
export async function savePasskeyUse(
  tx: Tx,
  id: string,
  { counter, backedUp }: { counter: number; backedUp: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    update passkey set counter = ${counter}, backed_up = ${backedUp}, used_at = now()
    where id = ${id} and (counter < ${counter} or counter = 0 and ${counter} = 0)
    returning 1`.execute(tx)
  return rows.length > 0
}
