import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { SINGLE_SHAPE, param, prepared } from '../../kernel/db/prepared.ts'
import { tokenVersions } from '../../kernel/http/auth/caller-version.ts'
import { isLive } from '../queries.ts'

type CurrentVersion = {
  id: string
  token: string
  caller: string
  stale: boolean
  now: number
}

const selectVersions = prepared(
  () => sql<CurrentVersion>`
    select v.id, v.token, v.caller, t.used_at < now() - interval '1 minute' as stale,
      extract(epoch from now())::float8 as now
    from (${tokenVersions(sql`${param('tokens')}::text[]`)}) v join token t on t.id = v.id
    where ${isLive}`,
)

/** Of the tokens that are valid. */
export const listTokenVersions = (db: Db, tokens: readonly string[]): Promise<CurrentVersion[]> =>
  selectVersions(db, SINGLE_SHAPE, { tokens })

/**
 * Marks tokens as used and returns the new versions of their rows. It skips those that somebody has
 * changed or locked.
 */
export async function markTokensUsed(
  db: Db,
  known: readonly CurrentVersion[],
): Promise<Pick<CurrentVersion, 'id' | 'token'>[]> {
  const { rows } = await sql<Pick<CurrentVersion, 'id' | 'token'>>`
    update token t set used_at = now()
    from (
      select t.id from token t
      join unnest(${known.map(({ id }) => id)}::text[],
        ${known.map(({ token }) => token)}::text[]) as read (id, version)
        on read.id = t.id and read.version = t.xmin::text
      for no key update of t skip locked) unchanged
    where t.id = unchanged.id
    returning t.id, t.xmin::text as token`.execute(db)
  return rows
}
