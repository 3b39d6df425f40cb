// Finds the share of a code or of a token. These run as the system: there is no caller yet.
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { digestSecret } from '../../kernel/http/auth/secret.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { isLive } from './shares.ts'

export type ShareOfCode = {
  share: string
  studio: string
  recipient: string
  isOpenLink: boolean
  passphraseHash: string | null
  state: 'active' | 'expired' | 'revoked'
}

export async function findShareByCode(db: Db, code: string): Promise<ShareOfCode | undefined> {
  const digest = digestSecret(code)
  const { rows } = await sql<ShareOfCode>`
    select sh.id as share, sh.studio_id as studio, r.id as recipient,
      r.email is null as "isOpenLink", sh.passphrase_hash as "passphraseHash",
      case when sh.revoked_at is not null then 'revoked'
        when sh.expires_at <= now() then 'expired' else 'active' end as state
    from share_recipient r join share sh on sh.studio_id = r.studio_id and sh.id = r.share_id
    where r.id = (
      select id from share_recipient where digest = ${digest}
      union all select recipient_id from share_code where digest = ${digest})`.execute(db)
  return rows[0]
}

/** By the clock of the database, like the lifetime of the link. */
export async function isPast(db: Db, seconds: number): Promise<boolean> {
  const { rows } = await sql<{ past: boolean }>`
    select to_timestamp(${seconds}::float8) <= now() as past`.execute(db)
  return rows[0]!.past
}

type Row = {
  person: string
  name: string
  email: string
  studio: string
  share: string
  recipient: string
  session: string
  mayDownload: boolean
  now: number
}
type SessionKey =
  | { token: string }
  | { session: string; person: string; /** In seconds. */ expires: number | null }

/** One look-up a request, without a cache: a revoked share ends at once. */
export async function findGuest(db: Db, key: SessionKey): Promise<Caller | undefined> {
  const condition =
    'token' in key
      ? sql`s.digest = ${digestSecret(key.token)}`
      : sql`s.id = ${key.session} and p.id = ${key.person}
          and coalesce(to_timestamp(${key.expires}::float8) > now(), true)`
  const { rows } = await sql<Row>`
    select p.id as person, p.name, p.email, sh.studio_id as studio, sh.id as share,
      r.id as recipient, s.id as session, sh.may_download as "mayDownload",
      extract(epoch from now())::float8 as now
    from share_session s
      join share_recipient r on r.studio_id = s.studio_id and r.id = s.recipient_id
      join share sh on sh.studio_id = s.studio_id and sh.id = s.share_id
      join person p on p.id = r.person_id
    where ${condition} and s.expires_at > now() and ${isLive}`.execute(db)
  return rows[0] && guestFrom(rows[0])
}

/** The studio is stated for row-level security. There is no role in it. */
const guestFrom = ({ person, name, email, studio, share, ...row }: Row): Caller => ({
  _id: person,
  name,
  email,
  isAdmin: false,
  installationPermissions: new Set(),
  memberships: [
    {
      studio,
      roles: [],
      permissions: new Set(row.mayDownload ? ['file.download'] : []),
      territory: null,
    },
  ],
  studios: [studio],
  groups: [],
  token: row.session,
  secondFactor: false,
  recentlyVerified: false,
  lacksSecondFactor: false,
  clockOffset: row.now - Date.now() / 1000,
  scope: null,
  share: { id: share, recipient: row.recipient },
})
