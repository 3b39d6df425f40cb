import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { inBatches } from '../../db/merge-statements.ts'
import { SINGLE_SHAPE, param, prepared } from '../../db/prepared.ts'
import { VERIFICATION_MINUTES } from './verification.ts'

/** The versions of the two rows that every change of a caller writes (migration 0106). */
export const callerVersion = (email: RawBuilder<unknown>, digest: RawBuilder<unknown>) =>
  sql`caller_version(${email}, ${digest}, ${sql.lit(VERIFICATION_MINUTES)})`

/**
 * The same for many tokens, which may be unused for longer. `token` and `caller` are the versions:
 * they are apart because the service itself changes the row of a token in use.
 */
export const tokenVersions = (tokens: RawBuilder<unknown>) => sql`
  select used.id, used.xmin::text as token,
    concat(owner.xmin, '|', used.verified_at > now() - make_interval(mins => ${sql.lit(
      VERIFICATION_MINUTES,
    )})) as caller
  from token used
  join person owner on owner.id = used.person_id
  where used.id = any (${tokens})
    and owner.approved and owner.disabled_at is null and not owner.guest`

type Token = { email: string; digest: string }

/** `version` is null if the token is not valid, or was not used for a minute. */
type Version = { version: string | null; /** In seconds. */ now: number }

const selectVersions = prepared(
  () => sql<Version>`
    select ${callerVersion(sql`given.email`, sql`given.digest`)} as version,
      extract(epoch from now())::float8 as now
    from unnest(${param('emails')}::text[], ${param('digests')}::text[])
      with ordinality as given (email, digest, number)
    order by given.number`,
)

/** Reads the versions of all callers who ask in the same turn of the event loop in one statement. */
export const createVersionReader = (db: Db): ((token: Token) => Promise<Version>) =>
  inBatches((tokens) =>
    selectVersions(db, SINGLE_SHAPE, {
      emails: tokens.map(({ email }) => email),
      digests: tokens.map(({ digest }) => digest),
    }),
  )
